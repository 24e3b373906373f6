// Reads many archives, on as many threads as are worth it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/compare/groups.hpp"

namespace ridgeline::bench {

// Without their samples, in the order of the paths. Throws the first one's ArchiveError.
std::vector<ceilings::Archive> read_summaries(const std::vector<std::string>& paths);

struct DigestsRead {
  std::vector<ceilings::ArchiveDigest> digests;  // of readable archives, in the order of the paths
  std::vector<std::string> faults;               // what is wrong with the others: one line each
  std::size_t baseline = 0;                      // among the digests
};

// Holds no more than one archive a thread at a time. Throws ArchiveError where the baseline (an
// index of `paths`) can't be read.
DigestsRead read_digests(const std::vector<std::string>& paths, std::size_t baseline, bool all);

}  // namespace ridgeline::bench
