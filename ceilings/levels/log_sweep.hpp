// A sweep in the coordinates that memory levels are straight in, and what its noise is. The first
// step of find_plateaus.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ceilings/levels/plateaus.hpp"

namespace ridgeline::ceilings {

struct LogSweep {
  std::vector<std::uint64_t> size;  // working set, bytes
  std::vector<double> bandwidth;    // as measured, B/s
  std::vector<double> octave;       // log2 of the working set, strictly rising
  std::vector<double> rate;         // natural logarithm of the bandwidth
  double noise = 0;                 // standard deviation of `rate` around its curve
};

// Sorted by size; the median where a size comes twice; points without a rate left out.
LogSweep log_sweep(std::span<const SweepPoint> sweep);

// The sweep with everything lifted that lies below what larger sizes reach: a rise with size never
// starts a level. This takes out the start-up of short loops, rises within a level, slow phases and
// low outliers.
LogSweep without_dips(const LogSweep& sweep);

// The noise within believable bounds, from deviations of points from their curve (any order).
double noise_from(std::vector<double> deviations);

}  // namespace ridgeline::ceilings
