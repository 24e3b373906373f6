// The ceilings of an archive as tables.
#pragma once

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// For people: by level and precision, each roof above what it covers. `all`: narrower instruction
// sets of every operation, too.
Table ceiling_table(const ceilings::Archive& archive, bool all);
// For programs: the archive's order, every field, in SI base units.
Table ceiling_data(const ceilings::Archive& archive);

}  // namespace ridgeline::bench
