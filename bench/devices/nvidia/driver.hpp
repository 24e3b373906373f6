// Whether NVIDIA's driver is there and what GPUs it lets this process use: asked of libcuda.so.1,
// which is loaded at run time, so that a program built with CUDA starts on machines without it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ridgeline {

enum class CudaState : std::uint8_t {
  usable,
  built_without,   // this program has no CUDA backend
  no_driver,       // libcuda.so.1 is missing
  driver_too_old,  // for the runtime that this program was built with
  no_device,       // a driver, and no GPU that it may use
  no_permission,   // /dev/nvidia* is there and may not be opened
  failed,          // the driver said something else
};

// One GPU as --device names it.
struct CudaGpu {
  int ordinal = 0;       // "cuda:<ordinal>"
  std::string model;     // "NVIDIA H200"
  std::string bus_id;    // "0000:0a:00.0"
  std::string uuid;      // "GPU-..." or "MIG-..."
  std::uint16_t sm = 0;  // compute capability x 10
};

struct CudaPresence {
  CudaState state = CudaState::built_without;
  std::string message;  // one line: what is missing and how to mend it; empty where usable
  std::vector<CudaGpu> gpus;
};

struct DriverQuestion {
  std::string library = "libcuda.so.1";
  int runtime = 0;                // version this program was built with, as 13000 for 13.0
  std::string devices = "/dev";   // where the driver's device files are
  const char* visible = nullptr;  // CUDA_VISIBLE_DEVICES; null: not set
};

// Never throws. Costs a failed dlopen where there is no driver.
CudaPresence ask_driver(const DriverQuestion& question);

// 16 bytes as "01234567-89ab-cdef-0123-456789abcdef".
std::string uuid_text(const unsigned char* bytes);

// 13000 -> "13.0".
std::string cuda_version_text(int version);

}  // namespace ridgeline
