// Where bandwidth ends to be what binds: the ridge points of an archive as tables.
#pragma once

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

Table ridge_table(
    const ceilings::Archive& archive);  // for people: a line a bandwidth, a column a peak
Table ridge_data(const ceilings::Archive& archive);  // for programs

}  // namespace ridgeline::bench
