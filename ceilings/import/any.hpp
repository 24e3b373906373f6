// Imports kernel runs from a file of any kind that is known; its content says which one.
#pragma once

#include <string>
#include <string_view>

#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

// Nsight Compute's CSV, likwid-perfctr's CSV, perf stat's JSON lines or CSV, or the project's own
// kernel list in CSV or JSON (docs/kernels.md); UTF-8 or UTF-16. "-" is standard input. Throws
// ArchiveError where nothing is usable, with the cause; what was left out of a partly usable file
// is in `warnings`.
KernelRuns import_runs(const std::string& path);

// The same of a text; `origin` names it in messages.
KernelRuns import_runs_text(std::string_view text, const std::string& origin);

}  // namespace ridgeline::ceilings
