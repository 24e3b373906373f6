// The empirical points of an archive, which check the roof's two lines, as tables.
#pragma once

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

Table empirical_table(const Archive& archive);  // for people: precisions side by side
Table empirical_data(const Archive& archive);   // for programs

}  // namespace ridgeline
