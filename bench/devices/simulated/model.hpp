// What a simulated device takes for a case: the truth that a run has to find out.
#pragma once

#include "bench/devices/device.hpp"
#include "bench/devices/simulated/spec.hpp"

namespace ridgeline::bench {

// The truth, without noise, drift and faults: seconds of one pass over the case's working set.
double true_pass_seconds(const SimulatedSpec& spec, const Case& c);
// The same as a ceiling has it: B/s of program bytes, FLOP/s, or seconds a load.
double true_rate(const SimulatedSpec& spec, const Case& c);

}  // namespace ridgeline::bench
