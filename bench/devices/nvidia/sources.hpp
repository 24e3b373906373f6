// Where the CUDA device finds what it is told by others; tests put other libraries in their place.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "bench/devices/device.hpp"
#include "bench/devices/nvidia/driver.hpp"

namespace ridgeline {

struct CudaSources {
  DriverQuestion driver;  // its runtime version 0: the one this program is linked with
  std::string nvml = "libnvidia-ml.so.1";
  std::string matrix_library;  // empty: cuBLASLt's known names
  std::string lock;            // between runs; empty: named after the GPU's bus
  std::span<const Kernel> kernels;
};

// As make_cuda_device(ordinal), from these sources.
std::unique_ptr<Device> make_cuda_device(int ordinal, const CudaSources& sources);

}  // namespace ridgeline
