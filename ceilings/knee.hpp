// Where a plateau ends: the capacity of a memory level, located by the whole transition to the next
// level rather than by the first low point. A step of find_plateaus.
#pragma once

#include "ceilings/plateau_path.hpp"

namespace ridgeline {

struct Knee {
  double octave = 0;            // log2 of the capacity in bytes: everything hits up to here
  double end = 0;               // log2 of the size from which on nothing hits
  double above = 0, below = 0;  // log rates before and after
};

// The knee between two neighbouring stairs of a sweep.
Knee locate_knee(const LogSweep& sweep, const Stair& before, const Stair& after);

// Log rate at a size in octaves, between the levels of the two plateaus.
double log_rate(const Knee& knee, double octave);

}  // namespace ridgeline
