// Any vendor's GPU as a device: prepares work, verifies it, and times it, through what its vendor
// gives.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "bench/devices/device.hpp"
#include "bench/devices/gpu/device/view.hpp"
#include "bench/devices/gpu/products.hpp"
#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/sensors.hpp"

namespace ridgeline::bench::gpu {

// One GPU and what belongs to it, by its vendor's folder.
struct GpuParts {
  std::unique_ptr<GpuRuntime> runtime;
  std::unique_ptr<GpuSensors> sensors;
  std::unique_ptr<GpuProducts> products;
  std::span<const kernels::Kernel> kernels;
  std::string lock;  // its name between runs of this program
  // What archives say of it and of its surroundings; `identify`: with the UUID.
  ceilings::DeviceRecord (*describe)(const GpuView& view) = nullptr;
  ceilings::EnvironmentRecord (*environment)(const GpuView& view, bool identify,
                                             const ceilings::EnvironmentRecord& host) = nullptr;
};

std::unique_ptr<Device> make_gpu_device(GpuParts parts);

}  // namespace ridgeline::bench::gpu
