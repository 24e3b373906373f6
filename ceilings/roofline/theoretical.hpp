// Data-sheet peaks as lines of precisions that an archive has no ceiling of: published figures
// seldom cover all. Their paths end in "-theoretical", so that no output can mix them up with what
// was measured.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// Adds a ceiling for each documented compute peak a second (DeviceRecord::peaks) whose precision
// and kind of unit (vector or matrix) no primary ceiling of the device's widest scope has (one that
// lacks a technique says little about the roof); its source is that of the peak. Returns the
// precisions that were added, "fp32", "fp16->fp32", each once. Bandwidths are never added: a data
// sheet's is far from what any kernel gets.
std::vector<std::string> add_theoretical(Archive& archive);

bool is_theoretical(const Ceiling& ceiling);

}  // namespace ridgeline::ceilings
