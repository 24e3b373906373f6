// The memory levels that an archive's working-set sweeps show.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// Levels of all explore-stage sweeps of an archive's samples.
std::vector<Level> levels_of(const Archive& archive);

}  // namespace ridgeline::ceilings
