// A kernel list in CSV.
#pragma once

#include <string>
#include <string_view>

#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

// True where some line is a header with a column "name" and another that is known.
bool looks_like_kernel_csv(std::string_view text);

// Throws ArchiveError where no kernel is usable. A kernel with an unusable value is left out, named
// in a warning; unknown columns are ignored, with a warning that says what was probably meant.
KernelRuns import_kernel_csv(std::string_view text, const std::string& origin);

}  // namespace ridgeline::ceilings
