// What changed against a baseline: `compare --baseline`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/print/document.hpp"
#include "ceilings/compare/groups.hpp"

namespace ridgeline::bench {

// A line a ceiling: the baseline's value, the newest one, the changes; losses first. `tolerance`: a
// share, 0.03.
Table drift_table(const std::vector<ceilings::ArchiveDigest>& digests, std::size_t baseline,
                  double tolerance);
Table drift_data(const std::vector<ceilings::ArchiveDigest>& digests, std::size_t baseline,
                 double tolerance);
// "3 of 41 ceilings lost more than 3 %: ..." and "... gained ...": one line each.
std::vector<std::string> drift_lines(const std::vector<ceilings::ArchiveDigest>& digests,
                                     std::size_t baseline, double tolerance);

}  // namespace ridgeline::bench
