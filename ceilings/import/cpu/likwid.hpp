// Imports what `likwid-perfctr -O` (or -o FILE.csv) prints: tables of events and metrics, for the
// whole program or for each marked region.
#pragma once

#include <string>
#include <string_view>

#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

// One run a region; groups that were measured one after another are brought together by their
// rates. Throws ArchiveError where no table is of use.
KernelRuns import_likwid(std::string_view text, const std::string& origin);

}  // namespace ridgeline::ceilings
