// The third stage: kernels of tunable intensity across the ridge, in memory and in the nearest
// cache, where both roofs are seen.
#include "bench/plan/empirical.hpp"

#include <algorithm>

#include "bench/plan/sizing/cost.hpp"
#include "bench/plan/sizing/levels.hpp"
#include "bench/plan/sizing/shapes.hpp"
#include "bench/plan/sizing/sizes.hpp"
#include "bench/plan/sizing/targets.hpp"

namespace ridgeline::bench {
namespace {

struct Spot {
  std::string level;
  double bytes = 0;  // of the whole working set
  bool memory = false;
  std::string skip, note;
};

std::vector<Spot> spots_of(const PlanInput& in, const SweepTarget& target) {
  std::vector<Spot> spots;
  const std::vector<LevelSpan> spans = spans_at(in, target);
  for (const LevelSpan& span : spans) {
    if (span.knee == 0) {
      const MemorySet set = memory_set(in, target.scope.units, -1);
      spots.push_back({span.name, static_cast<double>(set.bytes), true, set.skip, set.note});
    } else if (spots.empty()) {
      const SizeRange range = single_range(span);
      const double bytes = range.skip.empty() ? sizes_inside(range, 2).back() : 0;
      spots.push_back({span.name, bytes, false, range.skip, span.origin});
    }
  }
  return spots;
}

// Of host kernels those of the widest instruction set; in a short run those of one precision: the
// one that every device of its kind computes well.
bool is_wanted(const PlanInput& in, const kernels::Kernel& kernel, std::uint16_t width) {
  if (kernel.family != kernels::Family::intensity || !unmet_needs(in.machine, kernel).empty())
    return false;
  if (!in.machine.gpu && kernel.vector_bits != width) return false;
  const kernels::Precision one =
      in.machine.gpu ? kernels::Precision::fp32 : kernels::Precision::fp64;
  return !in.options.profile.empirical_one_precision || kernel.precision == one;
}

void add_points(const PlanInput& in, const Scope& scope, const Spot& spot, std::uint16_t width,
                std::vector<Case>& cases) {
  for (const kernels::Kernel& kernel : in.kernels) {
    if (!is_wanted(in, kernel, width)) continue;
    Case c;
    c.kernel = &kernel;
    c.stage = ceilings::Stage::empirical;
    c.scope = scope;
    c.level = spot.level;
    c.skip = spot.skip;
    c.note = spot.note;
    const std::vector<kernels::Shape> shapes = usable_shapes(in, kernel, scope);
    if (shapes.empty()) {
      c.skip = no_shape(in, scope);
    } else {
      c.shape = shapes.front();
    }
    if (c.skip.empty()) {
      c.working_set = fitting_size(spot.bytes, granule_of(kernel, scope.units.size()));
      schedule(in, c, in.options.profile.empirical_repetitions, spot.memory);
    }
    cases.push_back(c);
  }
}

}  // namespace

std::vector<Case> empirical_cases(const PlanInput& in) {
  std::uint16_t width = 0;
  for (const kernels::Kernel& kernel : in.kernels) {
    if (kernel.family == kernels::Family::intensity && unmet_needs(in.machine, kernel).empty()) {
      width = std::max(width, kernel.vector_bits);
    }
  }
  std::vector<Case> cases;
  const std::vector<SweepTarget> targets = sweep_targets(in);
  for (const SweepTarget& target : targets) {
    if (!target.fixed_level.empty()) continue;
    for (const Spot& spot : spots_of(in, target)) add_points(in, target.scope, spot, width, cases);
  }
  const std::optional<Scope> whole = whole_scope(in);
  if (whole && in.options.profile.everywhere && !in.machine.gpu && !targets.empty()) {
    const MemorySet set = memory_set(in, whole->units, -1);
    const Spot spot{"DRAM", static_cast<double>(set.bytes), true, set.skip, set.note};
    add_points(in, *whole, spot, width, cases);
  }
  return cases;
}

}  // namespace ridgeline::bench
