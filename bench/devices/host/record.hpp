// The host CPU as an archive's device.
#pragma once

#include <cstdint>
#include <string>

#include "bench/devices/machine.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Class, names, nominal levels, documented peaks. A foreign topology is described as far as it
// tells; its peaks come from what it says of its processor.
ceilings::DeviceRecord host_device_record(const Machine& machine);

// What results are grouped by: "cpu-GenuineIntel-6-207-2-2c-24GiB": vendor, family, model,
// stepping, cores used, memory. Unknown parts are "unknown", or left out (memory).
std::string host_class(const Machine& machine);

// Memory as it was built in. The kernel keeps 1 to 6 % for itself, and how much changes with its
// version; so the size is rounded up to a multiple of 1/16 of the next power of two, which is the
// built-in size for all usual ones: 23.6 -> 24 GiB, 376 -> 384 GiB, 503 -> 512 GiB. 0 stays 0.
std::uint64_t built_in_memory(std::uint64_t reported);

}  // namespace ridgeline::bench
