// NVIDIA GPUs as devices. Needs no driver to start, and no toolkit to be built: without it,
// none.cpp stands for runtime.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "bench/devices/device.hpp"
#include "bench/devices/nvidia/driver.hpp"

namespace ridgeline::bench::nvidia {

// Looks for the driver and its GPUs. Never throws; where nothing is there it costs a failed dlopen.
gpu::GpuPresence cuda_presence();

// Throws DeviceError: the presence's message, or that there is no such ordinal (and which there
// are).
std::unique_ptr<Device> make_cuda_device(int ordinal);

// Where the device finds what others provide; tests put other libraries in their place.
struct CudaSources {
  DriverQuestion driver;  // its runtime version 0: the one this program is linked with
  std::string nvml = "libnvidia-ml.so.1";
  std::string cublaslt;  // empty: its known names
  std::string lock;      // between runs; empty: named after the GPU's bus
  std::span<const kernels::Kernel> kernels;
};
std::unique_ptr<Device> make_cuda_device(int ordinal, const CudaSources& sources);

}  // namespace ridgeline::bench::nvidia
