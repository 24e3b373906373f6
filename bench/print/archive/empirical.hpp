// The empirical points of an archive, which check the roof's two lines, as tables.
#pragma once

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

Table empirical_table(const ceilings::Archive& archive);  // for people: precisions side by side
Table empirical_data(const ceilings::Archive& archive);   // for programs

}  // namespace ridgeline::bench
