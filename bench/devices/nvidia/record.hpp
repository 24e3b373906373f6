// An NVIDIA GPU as the archive's device and surroundings. Pure: facts in, records out.
#pragma once

#include <cstdint>
#include <string>

#include "bench/devices/gpu/device/view.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench::nvidia {

ceilings::DeviceRecord nvidia_record(const gpu::GpuView& view);
// As gpu_environment(), with what only NVIDIA's GPUs have.
ceilings::EnvironmentRecord nvidia_environment(const gpu::GpuView& view, bool identify,
                                               const ceilings::EnvironmentRecord& host);

// "1g.18gb" of "NVIDIA H200 MIG 1g.18gb"; empty for a whole card.
std::string mig_profile(const std::string& model);

// L1 and shared memory of one SM together, bytes; 0: unknown.
std::uint64_t unified_l1_bytes(std::uint16_t sm);

}  // namespace ridgeline::bench::nvidia
