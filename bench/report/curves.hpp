// Rates over what was varied beside the working set, as rows of points.
#pragma once

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Where at least three steps were measured: operations in flight, resident threads, conflicting
// banks; and access patterns. Bandwidths in B/s, the others in FLOP/s or OP/s.
Table curve_table(const ceilings::Archive& archive);

}  // namespace ridgeline::bench
