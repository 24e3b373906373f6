// Ceilings of what was explored and never confirmed: an interrupted run, a foreign file of sweeps.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/samples/series.hpp"

namespace ridgeline::ceilings {

// Adds the reads of each level, the paths of each precision and the latencies that no draft has
// yet in their scope, from explore samples inside the archive's levels. Such a maximum over a
// search is biased upwards, which a note says.
void add_explored(std::vector<Draft>& drafts, const Archive& archive);

}  // namespace ridgeline::ceilings
