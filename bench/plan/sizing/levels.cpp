// Which levels to expect at a target, and which working sets lie well inside their plateaus.
#include "bench/plan/sizing/levels.hpp"

#include <algorithm>
#include <cmath>

#include "bench/plan/sizing/sizes.hpp"
#include "ceilings/archive/level_names.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

// A plateau counts between 1/8 and 3/4 of its knee (contracts); partial hits of the level before it
// reach to twice that level's knee, and a little more on real ones.
constexpr double kLeastPart = 1.0 / 8;
constexpr double kLargestPart = 3.0 / 4;
constexpr double kClearOfBelow = 2.2;
constexpr double kLarge = 8 << 20;  // bytes a thread
constexpr double kLargeSpan = 1.3;

// What the nearest memory is called.
std::string memory_name(const PlanInput& in) {
  const auto found =
      std::find_if(in.nominal.begin(), in.nominal.end(),
                   [](const ceilings::NominalLevel& level) { return ceilings::is_memory(level); });
  return found == in.nominal.end() ? "DRAM" : found->name;
}

const Cache* cache_at(const Machine& machine, const std::string& level, int unit) {
  for (const Cache& cache : machine.caches) {
    if (cache.level != level) continue;
    if (std::find(cache.units.begin(), cache.units.end(), unit) != cache.units.end()) {
      return &cache;
    }
  }
  return nullptr;
}

std::vector<LevelSpan> found_spans(const PlanInput& in, const SweepTarget& target) {
  std::vector<LevelSpan> spans;
  for (const ceilings::Level& level : in.knowledge.levels) {
    const bool here =
        target.fixed_level.empty() ? level.domain.empty() : level.name == target.fixed_level;
    if (level.scope != target.scope.name || !here) continue;
    const std::string variant = level.variant.empty() ? "" : "@" + level.variant;
    spans.push_back({level.name + variant, level.name, static_cast<double>(level.knee), 0,
                     static_cast<double>(level.first), ""});
  }
  return spans;
}

std::vector<LevelSpan> assumed_spans(const PlanInput& in, const SweepTarget& target) {
  std::vector<LevelSpan> spans;
  const std::string origin = "sizes assumed from the topology";
  for (const ceilings::NominalLevel& level : in.nominal) {
    const bool here =
        target.fixed_level.empty() ? level.domain.empty() : level.name == target.fixed_level;
    const bool kind = level.core_kind.empty() || level.core_kind == target.kind;
    if (!here || !kind || level.bytes == 0 || ceilings::is_memory(level)) continue;
    auto bytes = static_cast<double>(level.bytes);
    // Instances may differ in size: this target's own one counts.
    if (const Cache* own = cache_at(in.machine, level.name, target.scope.units.front())) {
      if (!believable(in.machine, *own)) continue;
      bytes = static_cast<double>(own->bytes);
    }
    spans.push_back({level.name, level.name, bytes, 0, 0, origin});
  }
  return spans;
}

}  // namespace

std::vector<LevelSpan> spans_at(const PlanInput& in, const SweepTarget& target) {
  std::vector<LevelSpan> spans = found_spans(in, target);
  const bool found = !spans.empty();
  if (!found) spans = assumed_spans(in, target);
  const bool to_memory = target.fixed_level.empty();
  if (to_memory && (spans.empty() || spans.back().knee > 0)) {
    const std::string name = memory_name(in);
    spans.push_back({name, name, 0, 0, 0, found ? "" : "sizes assumed from the topology"});
  }
  for (std::size_t i = 1; i < spans.size(); ++i) spans[i].below = spans[i - 1].knee;
  return spans;
}

namespace {

SizeRange checked_range(double low, double high, double below) {
  if (low <= high) return {low, high, ""};
  const auto text = [](double bytes) { return format_bytes(fitting_size(bytes, 1)); };
  return {0, 0,
          "its plateau is too narrow: a thread's " + text(high / kLargestPart) + " of it next to " +
              text(below) + " of the level before"};
}

// Where the plateau was seen to begin, unless that leaves too little of it.
double start_of(const LevelSpan& span) {
  return span.below > 0 ? std::min(span.first, span.knee / 2) : 0;
}

}  // namespace

SizeRange single_range(const LevelSpan& span) {
  SizeRange range{std::max({kLeastPart * span.knee, kClearOfBelow * span.below, start_of(span)}),
                  kLargestPart * span.knee, ""};
  return checked_range(range.low, range.high, span.below);
}

namespace {

// Bytes of a level that one of the threads can count on while all of them work, and how sure.
struct ThreadPart {
  double most = 0;   // the instance's knee over all threads that share it
  double least = 0;  // 0: the same; else if nobody shares it
};

// Unknown sharing: `most` as if all threads shared it, `least` as if it were one thread's own.
ThreadPart thread_part(const PlanInput& in, const Scope& whole, int unit, const SweepTarget& target,
                       const std::string& level, double knee) {
  if (!target.fixed_level.empty()) return {knee, knee};  // on-chip memory of each SM
  const Cache* own = cache_at(in.machine, level, unit);
  if (own == nullptr) return {knee / static_cast<double>(whole.units.size()), knee};
  const Cache* swept = cache_at(in.machine, level, target.scope.units.front());
  double capacity = knee;
  if (swept != nullptr && swept->bytes > 0 && own->bytes > 0) {
    capacity *= static_cast<double>(own->bytes) / static_cast<double>(swept->bytes);
  }
  const auto sharers = std::count_if(own->units.begin(), own->units.end(), [&](int other) {
    return std::find(whole.units.begin(), whole.units.end(), other) != whole.units.end();
  });
  const double part = capacity / static_cast<double>(std::max<std::ptrdiff_t>(sharers, 1));
  return {part, part};
}

}  // namespace

SizeRange shared_range(const PlanInput& in, const Scope& whole,
                       std::span<const SweepTarget> targets,
                       std::span<const std::vector<LevelSpan>> spans, std::size_t level) {
  const std::string& name = spans.front()[level].name;
  double low = 0, high = INFINITY, below = 0;
  for (const int unit : whole.units) {
    const int kind = in.machine.units[static_cast<std::size_t>(unit)].kind;
    const std::string& kind_name = in.machine.kinds[static_cast<std::size_t>(kind)].name;
    for (std::size_t p = 0; p < targets.size(); ++p) {
      if (targets[p].kind != kind_name) continue;
      const auto span = std::find_if(spans[p].begin(), spans[p].end(),
                                     [&](const LevelSpan& s) { return s.name == name; });
      if (span == spans[p].end() || span->knee == 0) {
        return {0, 0, "was not found on every kind of core (" + targets[p].scope.name + ")"};
      }
      const ThreadPart part = thread_part(in, whole, unit, targets[p], span->cache, span->knee);
      high = std::min(high, kLargestPart * part.most);
      low = std::max(low, kLeastPart * part.most);
      if (span == spans[p].begin()) continue;
      const ThreadPart before =
          thread_part(in, whole, unit, targets[p], std::prev(span)->cache, span->below);
      below = std::max(below, before.least);
      low = std::max({low, kClearOfBelow * before.least, start_of(*span) * part.most / span->knee});
    }
  }
  return checked_range(low, high, below);
}

std::vector<double> sizes_inside(const SizeRange& whole, int count) {
  // Passes over large sets are long, and the near end of a plateau tells the same.
  SizeRange range = whole;
  if (range.low > kLarge) range.high = std::min(range.high, kLargeSpan * range.low);
  // Sizes closer than half an octave would tell the same twice.
  if (range.high < 1.5 * range.low || count < 2) return {std::sqrt(range.low * range.high)};
  std::vector<double> sizes;
  for (int i = 0; i < count; ++i) {
    const double part = (i + 0.5) / count;
    sizes.push_back(range.low * std::pow(range.high / range.low, part));
  }
  return sizes;
}

}  // namespace ridgeline::bench
