// Chases of the confirm stage: a ring in each level, by one unit.
#include <algorithm>

#include "bench/plan/stages.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

constexpr std::uint64_t kLeastRing = 64 << 20;

// A chase is one thread's: of a whole GPU's levels, too, the ring is walked by one SM.
Scope one_unit(const PlanInput& in, const Place& place) {
  if (!in.machine.gpu || place.scope.units.size() < 2) return place.scope;
  return {"sm", {place.scope.units.front()}};
}

void add_cache_chase(const PlanInput& in, Case c, const LevelSpan& span, std::vector<Case>& cases) {
  const SizeRange range = single_range(span);
  c.note = span.origin;
  c.skip = range.skip;
  if (c.skip.empty()) {
    add_cases(in, c, {sizes_inside(range, 2).front()}, false, in.options.profile.memory_repetitions,
              cases);
  } else {
    cases.push_back(c);
  }
}

// A ring takes long to set up and to walk, so caches are chased near the small end of their
// plateau, and memory at 4 times the caches that were found, or less where that is too much.
void add_memory_chase(const PlanInput& in, Case c, std::vector<Case>& cases) {
  const MemorySet set = memory_set(in, c.scope.units, -1);
  c.skip = set.skip;
  if (!c.skip.empty()) {
    cases.push_back(c);
    return;
  }
  const std::uint64_t caches = known_bytes(in, c.scope.units, false);
  const std::uint64_t enough = std::max(4 * caches, kLeastRing);
  const std::uint64_t quick = std::max(in.options.profile.largest_ring, 2 * caches);
  const std::uint64_t size = std::min({set.bytes, enough, quick});
  c.note = set.note;
  if (size < std::min(enough, set.bytes)) {
    c.note = format_bytes(size) + " instead of " + format_bytes(enough) +
             ": a longer ring takes too long to set up";
  }
  const std::size_t before = cases.size();
  add_cases(in, c, {static_cast<double>(size)}, true, in.options.profile.memory_repetitions, cases);
  for (std::size_t i = before; i < cases.size() && in.machine.gpu; ++i) {
    if (cases[i].predicted_seconds <= in.options.profile.longest_chase) continue;
    cases[i].skip = "a chase through " + format_bytes(cases[i].working_set) + " takes about " +
                    format_seconds(cases[i].predicted_seconds) + ", too long for the " +
                    in.options.profile.name + " profile";
  }
}

// One kernel at each level of a place. A place of one level has no memory behind it.
void add_chases(const PlanInput& in, const Kernel& kernel, const Place& place,
                const std::vector<LevelSpan>& spans, std::vector<Case>& cases) {
  for (const LevelSpan& span : spans) {
    const Case c = confirm_case(kernel, one_unit(in, place), span.name);
    if (span.knee > 0) {
      add_cache_chase(in, c, span, cases);
    } else if (place.fixed_level.empty()) {
      add_memory_chase(in, c, cases);
    }
  }
}

}  // namespace

std::vector<Case> latency_cases(const PlanInput& in, std::span<const Place> places,
                                std::span<const std::vector<LevelSpan>> spans) {
  std::vector<Case> cases;
  for (std::size_t p = 0; p < places.size(); ++p) {
    for (const Kernel* kernel : kernels_of(in, Family::latency, places[p].fixed_level)) {
      if (kernel->small_pages && !in.options.profile.small_pages) continue;
      add_chases(in, *kernel, places[p], spans[p], cases);
    }
  }
  return cases;
}

}  // namespace ridgeline
