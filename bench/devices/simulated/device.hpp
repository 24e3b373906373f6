// A device whose truth is known, as any other device.
#pragma once

#include <memory>
#include <string>

#include "bench/devices/device.hpp"
#include "bench/devices/simulated/spec.hpp"

namespace ridgeline::bench {

// Throws ArchiveError for an unreadable or invalid file.
std::unique_ptr<Device> make_simulated_device(const std::string& file);
std::unique_ptr<Device> make_simulated_device(const SimulatedSpec& spec);

}  // namespace ridgeline::bench
