// The cheapest description of a sweep as a staircase: plateaus that never rise, joined by short
// transitions. A step of find_plateaus; knees are located afterwards (knee.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "ceilings/levels/log_sweep.hpp"

namespace ridgeline::ceilings {

struct Stair {
  std::size_t first = 0, last = 0;  // indices into the sweep, inclusive
  std::vector<double> level;        // log rate at each of its points
};

// Cost of a point that lies `deviation` standard deviations above (> 0) or below its curve, in
// squared standard deviations. Medians fall low now and then (stolen time, one repetition in ten at
// half speed); they hardly ever come out high. So low points are forgiven early, high ones not.
double point_cost(double deviation);

// Stairs by rising size; never none for a sweep that has points.
std::vector<Stair> find_stairs(const LogSweep& sweep);

}  // namespace ridgeline::ceilings
