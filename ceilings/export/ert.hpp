// The form of the Empirical Roofline Toolkit.
#pragma once

#include <string>

#include "ceilings/archive.hpp"
#include "ceilings/export/export.hpp"

namespace ridgeline::ceilings {

// roofline.json of the Empirical Roofline Toolkit 1.1.0: GB/s by level, GFLOP/s of one precision,
// documented limits as its "spec". https://bitbucket.org/berkeleylab/cs-roofline-toolkit, the form
// as in its Results/ folder.
std::string ert_json(const Archive& archive, const ExportChoice& choice);

}  // namespace ridgeline::ceilings
