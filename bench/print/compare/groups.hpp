// Many archives, by device class: what `compare` prints of more than it puts side by side.
#pragma once

#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/compare/groups.hpp"

namespace ridgeline::bench {

// Of each class the median and the spread of every ceiling, and what stands out. `all`: roofs
// beside reference lines, too. CSV consists of the groups.
Document group_document(const std::vector<ceilings::ArchiveDigest>& digests, bool all);

}  // namespace ridgeline::bench
