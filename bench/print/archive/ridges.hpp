// Where bandwidth ends to be what binds: the ridge points of an archive as tables.
#pragma once

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

Table ridge_table(const Archive& archive);  // for people: a line a bandwidth, a column a peak
Table ridge_data(const Archive& archive);   // for programs

}  // namespace ridgeline
