// Plateaus of bandwidth in a working-set sweep, by size. They know nothing of the topology; naming
// comes afterwards (naming.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace ridgeline::ceilings {

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

// The same of the rates of each working set's repetitions.
std::vector<Plateau> plateaus_of(const std::map<std::uint64_t, std::vector<double>>& rates);

}  // namespace ridgeline::ceilings
