// NVIDIA GPUs as devices. Built with the CUDA toolkit cuda.cpp fills this in, without it
// cuda_none.cpp; neither needs a driver to start.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"

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

// Looks for the driver and its GPUs. Never throws; where nothing is there it costs a failed dlopen.
CudaPresence cuda_presence();

// Throws DeviceError: the presence's message, or that there is no such ordinal (and which there
// are).
std::unique_ptr<Device> make_cuda_device(int ordinal);

}  // namespace ridgeline
