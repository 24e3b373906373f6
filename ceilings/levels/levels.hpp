// Finds memory levels in a working-set sweep: plateaus of bandwidth, by size. It knows nothing of
// the topology; naming comes afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline {

struct SweepPoint {
  std::uint64_t working_set = 0;  // bytes
  double bandwidth = 0;           // median of its repetitions, B/s
  double spread = 0;              // (max - min) / median of its repetitions
};

struct Plateau {
  std::uint64_t first = 0, last = 0;  // smallest and largest working set on it, bytes
  double bandwidth = 0;               // B/s
};

// Plateaus by rising size and falling bandwidth. Levels >= 1.3 x apart in bandwidth and >= 4 x in
// capacity are found; closer ones are merged. Points may come in any order. Empty for no points.
std::vector<Plateau> find_plateaus(std::span<const SweepPoint> sweep);

// Names plateaus by the nominal levels of one domain (nearest first) and notes where capacity and
// topology disagree. More plateaus than levels inside one nominal capacity: near and far variants;
// a nominal level without a plateau: a note on its neighbour ("not told apart from L2").
// Without nominal levels: L1, L2, ... and DRAM for the last of several that is open-ended.
std::vector<Level> name_levels(std::span<const Plateau> plateaus,
                               std::span<const NominalLevel> nominal, const std::string& scope,
                               const std::string& domain);

// Levels of all explore-stage sweeps of an archive's samples.
std::vector<Level> levels_of(const Archive& archive);

}  // namespace ridgeline
