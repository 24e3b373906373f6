// Compared ridge points, and from which intensity on which archive is faster, as tables.
#pragma once

#include <vector>

#include "bench/print/compare/compare.hpp"

namespace ridgeline::bench {

// For people, then for programs: ridge points, then crossings.
std::vector<Table> compared_balances(const Comparison& comparison);

}  // namespace ridgeline::bench
