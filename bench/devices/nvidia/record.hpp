// An NVIDIA GPU as the archive's device and surroundings. Pure: facts in, records out.
#pragma once

#include <cstdint>
#include <string>

#include "bench/devices/gpu/device/view.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

DeviceRecord nvidia_record(const GpuView& view);
// As gpu_environment(), with what only NVIDIA's GPUs have.
EnvironmentRecord nvidia_environment(const GpuView& view, bool identify,
                                     const EnvironmentRecord& host);

// "1g.18gb" of "NVIDIA H200 MIG 1g.18gb"; empty for a whole card.
std::string mig_profile(const std::string& model);

// L1 and shared memory of one SM together, bytes; 0: unknown.
std::uint64_t unified_l1_bytes(std::uint16_t sm);

}  // namespace ridgeline
