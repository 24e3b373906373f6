// Placed kernels for programs.
#pragma once

#include <vector>

#include "bench/print/document.hpp"
#include "bench/print/kernels/diagnosed.hpp"

namespace ridgeline::bench {

// A row each, made when it is written, and columns for each level that any of them has. What the
// kernels point to has to live as long as the table.
Table kernel_rows(std::vector<DiagnosedKernel> kernels);

}  // namespace ridgeline::bench
