// The host as a device: pinned threads, one arena, kernels of kernels/cpu.
#pragma once

#include <memory>

#include "bench/devices/device.hpp"

namespace ridgeline::bench {

// Throws DeviceError where the machine is a topology from a file, or its timer is too coarse.
std::unique_ptr<Device> make_cpu_device(const Machine& machine);

}  // namespace ridgeline::bench
