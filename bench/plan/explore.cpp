// The first stage: a dense sweep of working sets at each target, read by the widest path, and of a
// GPU the launch shapes of kernels that have several.
#include "bench/plan/explore.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "bench/plan/series.hpp"
#include "bench/plan/sizing/cost.hpp"
#include "bench/plan/sizing/levels.hpp"
#include "bench/plan/sizing/shapes.hpp"
#include "bench/plan/sizing/sizes.hpp"
#include "bench/plan/sizing/targets.hpp"
#include "bench/plan/tensor.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::uint64_t kLeastSet = 2 << 10;
// An SM of a GPU keeps a thousand threads and more at work: less than 16 B for each says nothing.
constexpr std::uint64_t kLeastSetGpu = 16 << 10;
// From here on a sweep takes fewer sizes an octave: passes are long, and few caches end here.
constexpr std::uint64_t kSparseFrom = std::uint64_t{128} << 20;
// Sweeps walk whole passes up to here, whatever the topology says of the caches.
constexpr std::uint64_t kSweptWhole = std::uint64_t{256} << 20;
// A sweep of one level that has no end in sight, bytes a unit (GPU L1 and shared: <= 256 KiB).
constexpr std::uint64_t kFixedDefault = std::uint64_t{256} << 10;
constexpr double kCheap = 2e-3;  // s of a repetition
constexpr int kChaseRepetitions = 3;

struct SweepEnd {
  std::uint64_t bytes = 0;
  std::string note;
};

SweepEnd sweep_end(const PlanInput& in, const SweepTarget& target) {
  if (target.fixed_level.empty()) {
    const MemorySet set = memory_set(in, target.scope.units, -1);
    return {set.bytes, set.skip.empty() ? set.note : "memory is out of reach: " + set.skip};
  }
  for (const ceilings::NominalLevel& level : in.nominal) {
    // A scratchpad ends where it ends; a cache is swept to twice its capacity, to see the knee.
    if (level.name != target.fixed_level || level.bytes == 0) continue;
    if (level.name != "shared") return {2 * level.bytes, ""};
    // The sweep is one block's, and kernels keep a few KiB of that to themselves.
    const std::uint64_t block = in.machine.shared_per_block / 32 * 31;
    return {block > 0 ? std::min(block, level.bytes) : level.bytes, ""};
  }
  return {kFixedDefault, "capacity of " + target.fixed_level + " unknown: 256 KiB assumed"};
}

// Beyond this size a repetition walks through a part of the set.
std::uint64_t whole_to(const PlanInput& in, const SweepTarget& target) {
  return std::max(kSweptWhole, reached_bytes(in.machine, target.scope.units, true));
}

std::vector<std::uint64_t> sweep_sizes(const PlanInput& in, const kernels::Kernel& kernel,
                                       const SweepTarget& target, std::uint64_t end) {
  const std::size_t units = target.scope.units.size();
  const std::uint64_t granule = granule_of(kernel, units);
  const Profile& profile = in.options.profile;
  const auto per_octave = [&](std::uint64_t size) {
    if (in.machine.gpu) {
      const bool beyond = size > 2 * reached_bytes(in.machine, target.scope.units);
      return beyond ? profile.sizes_per_octave_memory : double(profile.sizes_per_octave);
    }
    if (size < kSparseFrom) return double(profile.sizes_per_octave);
    // Walks are short again: as many as show a plateau of one octave by three of them.
    if (size > whole_to(in, target)) return std::max(3.0, profile.sizes_per_octave / 2.0);
    return profile.sizes_per_octave_memory;
  };
  std::vector<std::uint64_t> sizes;
  const bool chip = in.machine.gpu && target.fixed_level.empty();
  const std::uint64_t least = chip ? kLeastSetGpu : kLeastSet;
  double next = static_cast<double>(std::max(least * units, granule));
  while (next < static_cast<double>(end) * 0.999) {
    const std::uint64_t size = fitting_size(next, granule);
    if (sizes.empty() || size > sizes.back()) sizes.push_back(size);
    next *= std::exp2(1 / per_octave(size));
  }
  const std::uint64_t last = fitting_size(static_cast<double>(end), granule);
  if (sizes.empty() || last > sizes.back()) sizes.push_back(last);
  return sizes;
}

void add_sweep(const PlanInput& in, const SweepTarget& target, std::vector<Case>& cases) {
  const kernels::Kernel* kernel = widest_read(in, target.fixed_level);
  if (kernel == nullptr) return;
  Case c;
  c.kernel = kernel;
  c.stage = ceilings::Stage::explore;
  c.scope = target.scope;
  if (!target.fixed_level.empty()) c.level = target.fixed_level;
  c.skip = unmet_needs(in.machine, *kernel);
  const std::vector<kernels::Shape> shapes = usable_shapes(in, *kernel, target.scope);
  if (shapes.empty() && c.skip.empty()) c.skip = no_shape(in, target.scope);
  if (!shapes.empty()) c.shape = shapes.front();
  const SweepEnd end = sweep_end(in, target);
  c.note = end.note;
  if (!c.skip.empty()) {
    cases.push_back(c);
    return;
  }
  for (const std::uint64_t size : sweep_sizes(in, *kernel, target, end.bytes)) {
    c.working_set = size;
    const bool beyond = size > whole_to(in, target);
    schedule(in, c, in.options.profile.sweep_repetitions, beyond);
    if (c.predicted_seconds < kCheap * c.repetitions) {
      schedule(in, c, in.options.profile.short_sweep_repetitions, beyond);
    }
    cases.push_back(c);
  }
}

// Dependent loads over sizes: a second way to find the levels. Whole passes, since one that is cut
// short would find its lines where other rings have pushed them.
void add_chase_sweep(const PlanInput& in, const SweepTarget& target, std::vector<Case>& cases) {
  const Profile& profile = in.options.profile;
  const std::vector<const kernels::Kernel*> kernels = kernels_of(in, kernels::Family::latency, "");
  const auto kernel = std::find_if(kernels.begin(), kernels.end(), [](const kernels::Kernel* k) {
    return k->role == kernels::Role::primary;
  });
  if (in.machine.gpu || kernel == kernels.end() || !unmet_needs(in.machine, **kernel).empty()) {
    return;
  }
  const std::uint64_t end = std::min(profile.chase_end, sweep_end(in, target).bytes);
  Case c;
  c.kernel = *kernel;
  c.stage = ceilings::Stage::explore;
  c.scope = target.scope;
  const double step = std::exp2(1 / profile.chase_sizes_per_octave);
  for (double size = kLeastSet; size <= static_cast<double>(end) * 1.001; size *= step) {
    c.working_set = fitting_size(size, granule_of(**kernel, 1));
    schedule(in, c, kChaseRepetitions, false);
    cases.push_back(c);
  }
}

// The size at which a kernel's shapes are compared inside a level, bytes of the whole set.
void size_search(const PlanInput& in, const LevelSpan& span, bool per_unit, Case& c) {
  const std::uint64_t granule = granule_of(*c.kernel, c.scope.units.size());
  if (span.knee == 0) {
    const MemorySet set = memory_set(in, c.scope.units, -1);
    c.working_set = fitting_size(static_cast<double>(set.bytes), granule);
    c.skip = set.skip;
    return;
  }
  const SizeRange range = single_range(span);
  const double units = per_unit ? static_cast<double>(c.scope.units.size()) : 1;
  c.working_set = fitting_size(units * std::sqrt(range.low * range.high), granule);
  c.skip = range.skip.empty() ? too_large(in, c.working_set, -1) : range.skip;
}

// Every shape of a kernel, on all units, at one size a level that the topology lets expect.
void add_shapes(const PlanInput& in, const SweepTarget& target, const kernels::Kernel& kernel,
                std::vector<Case>& cases) {
  Case c;
  c.kernel = &kernel;
  c.stage = ceilings::Stage::explore;
  c.scope = whole_scope(in).value_or(target.scope);
  const std::vector<kernels::Shape> shapes = usable_shapes(in, kernel, c.scope);
  if (shapes.size() < 2) return;
  const bool compute = kernel.family == kernels::Family::compute;
  for (const LevelSpan& span : spans_at(in, target)) {
    c.level = compute ? "" : span.name;
    if (compute) {
      c.working_set = granule_of(kernel, c.scope.units.size());
    } else {
      size_search(in, span, !target.fixed_level.empty(), c);
    }
    for (const kernels::Shape& shape : shapes) {
      c.shape = shape;
      schedule(in, c, in.options.profile.search_repetitions, span.knee == 0);
      cases.push_back(c);
    }
    // What comes behind a level of its own kernel belongs to other kernels.
    if (compute || !target.fixed_level.empty()) return;
  }
}

// Kernels of one series of the search together, in the order of the series.
void add_searches(const PlanInput& in, const std::vector<SweepTarget>& targets,
                  std::vector<Case>& cases) {
  std::vector<Case> found;
  for (const kernels::Kernel& kernel : in.kernels) {
    const bool alone =
        kernel.family == kernels::Family::latency || kernel.family == kernels::Family::intensity;
    if (alone || kernel.data_matters || !unmet_needs(in.machine, kernel).empty()) continue;
    const auto target = std::find_if(targets.begin(), targets.end(), [&](const SweepTarget& each) {
      return each.fixed_level == kernel.level;
    });
    if (target != targets.end()) add_shapes(in, *target, kernel, found);
  }
  std::vector<std::string> order;
  for (const Case& c : found) {
    const std::string series = series_of(c);
    if (std::find(order.begin(), order.end(), series) == order.end()) order.push_back(series);
  }
  for (const std::string& series : order) {
    std::copy_if(found.begin(), found.end(), std::back_inserter(cases),
                 [&](const Case& c) { return series_of(c) == series; });
  }
}

}  // namespace

std::vector<Case> explore_cases(const PlanInput& in) {
  std::vector<Case> cases;
  const std::vector<SweepTarget> targets = sweep_targets(in);
  for (const SweepTarget& target : targets) add_sweep(in, target, cases);
  for (const SweepTarget& target : targets) add_chase_sweep(in, target, cases);
  if (!in.machine.gpu || targets.empty()) return cases;
  add_searches(in, targets, cases);
  const Scope scope = whole_scope(in).value_or(targets.front().scope);
  const std::vector<Case> tensor = tensor_search_cases(in, scope);
  cases.insert(cases.end(), tensor.begin(), tensor.end());
  return cases;
}

}  // namespace ridgeline::bench
