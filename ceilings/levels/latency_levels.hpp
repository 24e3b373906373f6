// What dependent loads say of the memory levels that bandwidth has found: they know nothing of
// prefetchers or the number of loads under way.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// Where the sweeps of dependent loads (explore stage, huge pages) leave each level: sets
// latency_knee to the end of a plateau of latency within a factor of two of the level's own knee,
// and notes where a sweep goes well beyond that knee and shows none.
void add_latency_knees(std::vector<Level>& levels, const Archive& archive);

// The latency of each level from the archive's ceilings, and a note at a level that dependent loads
// do not tell from the nearer one (less than 1.3 x apart, as with bandwidths).
void add_latencies(std::vector<Level>& levels, const std::vector<Ceiling>& ceilings);

}  // namespace ridgeline::ceilings
