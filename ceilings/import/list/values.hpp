// The values of a kernel list.
#pragma once

#include <string>
#include <string_view>

#include "ceilings/import/list/columns.hpp"
#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

// A value without its suffix: "12,5" of "12,5 ms".
std::string_view number_part(std::string_view text);

// Adds a value to a run. Empty and "n/a" cells are not collected. Returns what is wrong with the
// value ("is negative"), or nothing.
std::string set_value(const KernelColumn& column, std::string_view text, char decimal,
                      KernelRun& run);

// After the last value: sums of reads and writes. Returns what is wrong with the kernel, or
// nothing.
std::string finish_run(KernelRun& run);

}  // namespace ridgeline::ceilings
