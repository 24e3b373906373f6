// The ceilings of an archive as tables.
#pragma once

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

// For people: by level and precision, each roof above what it covers. `all`: narrower instruction
// sets of every operation, too.
Table ceiling_table(const Archive& archive, bool all);
// For programs: the archive's order, every field, in SI base units.
Table ceiling_data(const Archive& archive);

}  // namespace ridgeline
