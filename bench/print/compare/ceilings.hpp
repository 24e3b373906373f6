// Compared ceilings as tables.
#pragma once

#include <cstddef>
#include <vector>

#include "bench/print/compare/compare.hpp"
#include "ceilings/compare/compare.hpp"

namespace ridgeline::bench {

// For people: values and ratios, of more than two archives in blocks that fit the width; the last
// one has the legend below it.
std::vector<Table> compared_ceilings(const Comparison& comparison,
                                     const std::vector<ceilings::ComparedRow>& rows);
// Of two archives, for people: per unit and per cycle.
Table compared_parts(const Comparison& comparison, const std::vector<ceilings::ComparedRow>& rows,
                     std::size_t other);
// For programs.
Table compared_data(const Comparison& comparison, const std::vector<ceilings::ComparedRow>& rows);

}  // namespace ridgeline::bench
