// Under which settings archives were made, and which of them differ.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

struct Setting {
  std::string name;                 // "ecc", "driver", "tool version", "units used", ...
  std::vector<std::string> values;  // one an archive; empty: it does not tell
};

// What differs: of the tool, the device (its attributes included), the environment's facts, and
// the clock seen beside the ceilings where that is more than 0.5 % apart. What most often explains
// a difference comes first, then the others in the order of their names.
std::vector<Setting> differing_settings(const std::vector<const Archive*>& archives);

// Median of the clocks beside the ceilings, Hz; 0: unknown.
double clock_of(const Archive& archive);

}  // namespace ridgeline::ceilings
