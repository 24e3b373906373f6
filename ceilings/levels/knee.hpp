// Where a plateau ends: the capacity of a memory level, located by the whole transition to the next
// level rather than by the first low point. A step of find_plateaus.
#pragma once

#include "ceilings/levels/staircase.hpp"

namespace ridgeline::ceilings {

struct Knee {
  double octave = 0;  // log2 of the capacity in bytes
};

// The knee between two neighbouring stairs of a sweep.
Knee locate_knee(const LogSweep& sweep, const Stair& before, const Stair& after);

}  // namespace ridgeline::ceilings
