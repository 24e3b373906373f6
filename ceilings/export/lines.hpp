// Which lines of a roofline an export takes; for the exports only.
#pragma once

#include <string>
#include <vector>

#include "ceilings/export/export.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {

// One line a level, nearest first. Throws ArchiveError where there is none.
std::vector<const Line*> chosen_bandwidths(const Roofline& roofline, const ExportChoice& choice);

// Throws ArchiveError where the roofline has no compute ceiling, UsageError where it has none of
// the precision that was asked for.
const Line* chosen_compute(const Roofline& roofline, const ExportChoice& choice);

}  // namespace ridgeline::ceilings
