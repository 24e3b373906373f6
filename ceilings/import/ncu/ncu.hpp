// Imports what `ncu --csv` prints: --page raw (a column a metric), --page details or plain
// --metrics (a row a metric), and per-kernel summaries. docs/kernels.md says what to collect.
#pragma once

#include <string>
#include <string_view>

#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

// True where some line is the header of such a table, or one of ncu's own messages.
bool looks_like_ncu(std::string_view text);

// `text` is UTF-8. Launches are runs of their own, in the file's order; one whose time is unusable
// is left out, one whose other counters are unusable keeps the rest, with a note. Throws
// ArchiveError where no launch is usable, with the cause (no permission for counters, no header,
// no kernel profiled).
KernelRuns import_ncu(std::string_view text, const std::string& origin);

}  // namespace ridgeline::ceilings
