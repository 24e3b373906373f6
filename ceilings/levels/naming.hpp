// Names for plateaus: those of the levels that the topology knows.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/levels/plateaus.hpp"

namespace ridgeline::ceilings {

// Names plateaus by the nominal levels of one domain (nearest first) and notes where capacity and
// topology disagree. More plateaus than levels inside one nominal capacity: near and far variants;
// a nominal level without a plateau: a note on its neighbour ("not told apart from L2").
// Without nominal levels: L1, L2, ... and DRAM for the last of several that is open-ended.
std::vector<Level> name_levels(std::span<const Plateau> plateaus,
                               std::span<const NominalLevel> nominal, const std::string& scope,
                               const std::string& domain);

}  // namespace ridgeline::ceilings
