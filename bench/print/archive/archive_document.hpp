// An archive as a document: what `show`, `characterize` and `assemble` print.
#pragma once

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Everything, in the order in which it is read: what was measured, levels, ceilings, ridge points,
// empirical points, failed cases, and two lines in plain words; for programs the rooflines as well
// (lines.hpp). CSV consists of the ceilings. `all`: for people, too, ceilings of narrower
// instruction sets other than reads and FMAs.
Document archive_document(const ceilings::Archive& archive, bool all = false);
// The same without the rooflines.
Document archive_summary(const ceilings::Archive& archive, bool all = false);
// What stands above the tables alone: banners and facts.
Document archive_head(const ceilings::Archive& archive);

}  // namespace ridgeline::bench
