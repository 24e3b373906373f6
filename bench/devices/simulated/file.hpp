// A simulated device from its file's text.
#pragma once

#include <string>

#include "bench/devices/simulated/spec.hpp"

namespace ridgeline::bench {

// Throws ArchiveError that names origin, place and what is wrong.
SimulatedSpec parse_simulated(const std::string& text, const std::string& origin);

}  // namespace ridgeline::bench
