// Takes back plateaus that a plainer story explains as well: a slope, a slow phase, or one wide
// transition. A step of find_plateaus, which looks for plateaus generously first.
#pragma once

#include <vector>

#include "ceilings/plateau_path.hpp"

namespace ridgeline {

std::vector<Stair> prune_stairs(const LogSweep& sweep, std::vector<Stair> stairs);

}  // namespace ridgeline
