// Whether NVIDIA's driver is there and what GPUs it lets this process use: asked of libcuda.so.1,
// which is loaded at run time, so that a program built with CUDA starts on machines without it.
#pragma once

#include <string>

#include "bench/devices/gpu/presence.hpp"

namespace ridgeline::bench::nvidia {

struct DriverQuestion {
  std::string library = "libcuda.so.1";
  int runtime = 0;                // version this program was built with, as 13000 for 13.0
  std::string devices = "/dev";   // where the driver's device files are
  const char* visible = nullptr;  // CUDA_VISIBLE_DEVICES; null: not set
};

// Never throws. Costs a failed dlopen where there is no driver.
gpu::GpuPresence ask_driver(const DriverQuestion& question);

// 16 bytes as "01234567-89ab-cdef-0123-456789abcdef".
std::string uuid_text(const unsigned char* bytes);

// 13000 -> "13.0".
std::string cuda_version_text(int version);

}  // namespace ridgeline::bench::nvidia
