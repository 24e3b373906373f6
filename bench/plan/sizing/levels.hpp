// Which levels to expect at a target, and which working sets lie well inside their plateaus.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "bench/plan/input/plan_input.hpp"
#include "bench/plan/sizing/targets.hpp"

namespace ridgeline::bench {

struct LevelSpan {
  std::string name;    // what ids say: "L2", "L2@near", "DRAM"
  std::string cache;   // the topology's name of it
  double knee = 0;     // bytes; 0: memory, open-ended
  double below = 0;    // knee of the level before it; 0: none
  double first = 0;    // smallest set that was seen on its plateau, bytes; 0: unknown
  std::string origin;  // "" : found; else a note that it was assumed
};
// Levels that a sweep at this target found, or that the topology lets expect; nearest first.
std::vector<LevelSpan> spans_at(const PlanInput& in, const SweepTarget& target);

// Where inside a plateau to measure, in bytes per thread. Empty `skip`: usable.
struct SizeRange {
  double low = 0, high = 0;
  std::string skip;
};
SizeRange single_range(const LevelSpan& span);
// The same for every thread of `whole` at once. `targets` and `spans`: of all kinds of core.
SizeRange shared_range(const PlanInput& in, const Scope& whole,
                       std::span<const SweepTarget> targets,
                       std::span<const std::vector<LevelSpan>> spans, std::size_t level);
// `count` sizes inside the range: at equal distances on a logarithmic scale, away from its ends.
std::vector<double> sizes_inside(const SizeRange& range, int count);

}  // namespace ridgeline::bench
