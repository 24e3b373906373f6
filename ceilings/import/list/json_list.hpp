// A kernel list in JSON.
#pragma once

#include <string>
#include <string_view>

#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

// Throws ArchiveError where no kernel is usable. A kernel with an unusable value is left out, named
// in a warning; unknown columns are ignored, with a warning that says what was probably meant.
KernelRuns import_kernel_json(std::string_view text, const std::string& origin);

}  // namespace ridgeline::ceilings
