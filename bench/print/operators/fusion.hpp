// What fusing operators saves, as a document.
#pragma once

#include <vector>

#include "bench/print/document.hpp"
#include "bench/print/operators/bounds.hpp"
#include "ceilings/operators/fusion.hpp"

namespace ridgeline::bench {

// Each operator, all of them apart, and the one kernel; CSV consists of these rows. `measured`:
// with the best possible times under each archive.
Document fusion_document(const ceilings::Fusion& fusion, const std::vector<Measured>& measured,
                         ceilings::UnitChoice choice);

}  // namespace ridgeline::bench
