// The check of the roofline by itself: kernels of known intensity against the lines they are under.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// A point for each sample of the empirical stage that moved bytes and computed. `attainable` is
// the lower of two lines: compute, by FMA with the sample's own instruction set, else the
// precision's roof; and bandwidth, of the sample's own level, scope and mix, by the same
// instruction set where there is one, times its intensity. What stood in for a missing line is
// said in the point's note; without any line `attainable` and `ratio` are 0.
std::vector<EmpiricalPoint> empirical_points(const Archive& archive);

}  // namespace ridgeline::ceilings
