// From a case to the sample it will fill: everything an archive says of a benchmark but its times.
#pragma once

#include "bench/devices/case.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Without repetitions; skipped where the case is.
ceilings::Sample sample_of(const Case& c);

}  // namespace ridgeline::bench
