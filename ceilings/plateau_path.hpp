// The cheapest description of a sweep as a staircase: plateaus that never rise, joined by stretches
// that belong to none. A step of find_plateaus; knees are located afterwards (knee.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ridgeline {

// A sweep in the coordinates that memory levels are straight in.
struct LogSweep {
  std::vector<double> octave;  // log2 of the working set, strictly rising
  std::vector<double> rate;    // natural logarithm of the bandwidth
  double noise = 0;            // standard deviation of `rate` around its curve
};

struct Stair {
  std::size_t first = 0, last = 0;  // indices into the sweep, inclusive
  std::vector<double> level;        // log rate at each of its points
};

// Cost of a point that lies `deviation` standard deviations above (> 0) or below its curve.
double point_cost(double deviation);

// Stairs by rising size. Empty where the sweep is too short to support one.
std::vector<Stair> find_stairs(const LogSweep& sweep);

// The plateau through all points from `first` to `last`.
Stair fit_stair(const LogSweep& sweep, std::size_t first, std::size_t last);

// Cost of the points from `first` on against a curve of log rates, slow phases forgiven.
double curve_cost(const LogSweep& sweep, std::size_t first, std::span<const double> curve);

}  // namespace ridgeline
