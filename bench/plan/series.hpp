// Which cases run interleaved with each other.
#pragma once

#include <string>

#include "bench/devices/device.hpp"

namespace ridgeline::bench {

bool is_compute(const Case& c);

// The class of kernel that a case belongs to: "sweep core", "bandwidth core", "compute core
// 256-bit", "latency core", ... Cases of one series are interleaved with each other only, and
// plan() lists them together. What heats a GPU, or needs it cool, is a series of its own.
std::string series_of(const Case& c);

}  // namespace ridgeline::bench
