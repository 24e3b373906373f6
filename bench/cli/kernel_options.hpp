// One kernel from the command line, by the columns of a kernel list (docs/kernels.md).
#pragma once

#include <vector>

#include "bench/cli/options.hpp"
#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::bench {

std::vector<Option> kernel_options();

// True where any of them is given.
bool has_kernel_options(const Arguments& given);

// Times in s, operations in FLOP or OP (MACs count 2), bytes by level. Throws UsageError for
// values that cannot be, and where neither operations nor bytes are given.
ceilings::KernelRuns kernel_of(const Arguments& given);

}  // namespace ridgeline::bench
