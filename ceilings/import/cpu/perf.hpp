// Imports what `perf stat -j` (a JSON object a line) and `perf stat -x,` print.
#pragma once

#include <string>
#include <string_view>

#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

bool looks_like_perf_json(std::string_view text);
bool looks_like_perf_csv(std::string_view text);

// Counts of several CPUs, sockets, threads and intervals are summed; control groups are runs of
// their own, and an event that comes twice otherwise begins another run. Throw ArchiveError where
// no event is of use.
KernelRuns import_perf_json(std::string_view text, const std::string& origin);
KernelRuns import_perf_csv(std::string_view text, const std::string& origin);

}  // namespace ridgeline::ceilings
