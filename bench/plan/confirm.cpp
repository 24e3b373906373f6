// The second stage: every kernel at sizes inside the plateaus of every level, by one unit, by all
// of them and by those near each memory node; peaks; latencies.
#include "bench/plan/confirm.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "bench/plan/operations.hpp"
#include "bench/plan/sizing/cost.hpp"
#include "bench/plan/sizing/levels.hpp"
#include "bench/plan/sizing/shapes.hpp"
#include "bench/plan/sizing/sizes.hpp"
#include "bench/plan/sizing/targets.hpp"
#include "bench/plan/tensor.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

Case confirm_case(const kernels::Kernel& kernel, const Scope& scope, const std::string& level) {
  Case c;
  c.kernel = &kernel;
  c.stage = ceilings::Stage::confirm;
  c.scope = scope;
  c.level = level;
  return c;
}

// The case's kernel at some sizes (bytes of the whole working set), in its best shapes; nothing
// where this machine cannot run it.
void add_cases(const PlanInput& in, Case c, const std::vector<double>& sizes, bool beyond,
               int repetitions, std::vector<Case>& cases) {
  if (!unmet_needs(in.machine, *c.kernel).empty()) return;
  const std::vector<kernels::Shape> shapes = best_shapes(in, *c.kernel, c.level, c.scope);
  if (shapes.empty()) {
    c.skip = no_shape(in, c.scope);
    cases.push_back(c);
  }
  const std::uint64_t granule = granule_of(*c.kernel, c.scope.units.size());
  for (const kernels::Shape& shape : shapes) {
    c.shape = shape;
    std::set<std::uint64_t> done;
    for (const double size : sizes) {
      c.working_set = fitting_size(size, granule);
      if (!done.insert(c.working_set).second) continue;
      c.skip = too_large(in, c.working_set, c.node);
      schedule(in, c, repetitions, beyond);
      cases.push_back(c);
    }
  }
}

constexpr std::uint64_t kLeastRing = 64 << 20;

// A chase is one thread's: of a whole GPU's levels, too, the ring is walked by one SM.
Scope one_unit(const PlanInput& in, const SweepTarget& target) {
  if (!in.machine.gpu || target.scope.units.size() < 2) return target.scope;
  return {"sm", {target.scope.units.front()}};
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

// One kernel at each level of a target. A target of one level has no memory behind it.
void add_chases(const PlanInput& in, const kernels::Kernel& kernel, const SweepTarget& target,
                const std::vector<LevelSpan>& spans, std::vector<Case>& cases) {
  for (const LevelSpan& span : spans) {
    const Case c = confirm_case(kernel, one_unit(in, target), span.name);
    if (span.knee > 0) {
      add_cache_chase(in, c, span, cases);
    } else if (target.fixed_level.empty()) {
      add_memory_chase(in, c, cases);
    }
  }
}

std::vector<Case> latency_cases(const PlanInput& in, std::span<const SweepTarget> targets,
                                std::span<const std::vector<LevelSpan>> spans) {
  std::vector<Case> cases;
  for (std::size_t p = 0; p < targets.size(); ++p) {
    for (const kernels::Kernel* kernel :
         kernels_of(in, kernels::Family::latency, targets[p].fixed_level)) {
      if (kernel->small_pages && !in.options.profile.small_pages) continue;
      add_chases(in, *kernel, targets[p], spans[p], cases);
    }
  }
  return cases;
}

class Confirm {
 public:
  explicit Confirm(const PlanInput& in)
      : in_(in), targets_(sweep_targets(in)), whole_(whole_scope(in)) {
    for (const SweepTarget& target : targets_) spans_.push_back(spans_at(in_, target));
  }

  std::vector<Case> cases() {
    add_unmet();
    for (std::size_t p = 0; p < targets_.size(); ++p) add_bandwidth(p);
    add_whole();
    for (const NodeTarget& node : node_targets(in_)) add_node(node);
    if (!in_.machine.gpu) add_compute(compute_scopes());
    append(latency_cases(in_, targets_, spans_));
    if (in_.machine.gpu && !targets_.empty()) add_gpu();
    return std::move(cases_);
  }

 private:
  // One line for each kernel that cannot run here, so that its absence is explained.
  void add_unmet() {
    for (const kernels::Kernel& kernel : in_.kernels) {
      const std::string unmet = unmet_needs(in_.machine, kernel);
      if (unmet.empty() || kernel.family == kernels::Family::intensity || targets_.empty())
        continue;
      const std::vector<LevelSpan>& spans = spans_.front();
      const std::string& level = kernel.streaming ? spans.back().name : spans.front().name;
      Case c = confirm_case(kernel, targets_.front().scope, level);
      if (!kernel.level.empty()) c.level = kernel.level;
      c.skip = unmet;
      cases_.push_back(c);
    }
  }

  void add(const Case& c, const std::vector<double>& sizes, bool beyond, int repetitions) {
    add_cases(in_, c, sizes, beyond, repetitions, cases_);
  }

  void add_memory(const kernels::Kernel& kernel, const Scope& scope, const std::string& level,
                  int node) {
    Case c = confirm_case(kernel, scope, level);
    c.node = node;
    const MemorySet set = memory_set(in_, scope.units, node);
    c.note = set.note;
    if (set.skip.empty()) {
      add(c, {static_cast<double>(set.bytes)}, true, in_.options.profile.confirm_repetitions);
    } else if (unmet_needs(in_.machine, kernel).empty()) {
      c.skip = set.skip;
      cases_.push_back(c);
    }
  }

  void add_level(const kernels::Kernel& kernel, const Scope& scope, const LevelSpan& span,
                 const SizeRange& range) {
    Case c = confirm_case(kernel, scope, span.name);
    c.note = span.origin;
    if (!range.skip.empty()) {
      c.skip = range.skip;
      cases_.push_back(c);
      return;
    }
    std::vector<double> sizes = sizes_inside(range, in_.options.profile.confirm_sizes);
    for (double& size : sizes) size *= static_cast<double>(scope.units.size());
    add(c, sizes, false, in_.options.profile.confirm_repetitions);
  }

  void add_bandwidth(std::size_t p) {
    const SweepTarget& target = targets_[p];
    const std::vector<const kernels::Kernel*> kernels =
        widest_of(in_, kernels_of(in_, kernels::Family::bandwidth, target.fixed_level),
                  in_.options.profile.narrow_alone);
    for (const LevelSpan& span : spans_[p]) {
      for (const kernels::Kernel* kernel : kernels) {
        if (span.knee == 0) {
          if (target.fixed_level.empty()) add_memory(*kernel, target.scope, span.name, -1);
          continue;
        }
        if (kernel->streaming) continue;
        SizeRange range = single_range(span);
        // A GPU's plateaus are those of the whole chip already.
        range.low /= static_cast<double>(target.scope.units.size());
        range.high /= static_cast<double>(target.scope.units.size());
        add_level(*kernel, target.scope, span, range);
      }
    }
  }

  // All units at once: of the cores' common levels, or of a level on each SM.
  void add_whole() {
    if (!whole_) return;
    if (!in_.machine.gpu) {
      add_whole_levels(targets_, spans_, "");
      return;
    }
    for (std::size_t p = 0; p < targets_.size(); ++p) {
      if (targets_[p].fixed_level.empty()) continue;
      add_whole_levels({&targets_[p], 1}, {&spans_[p], 1}, targets_[p].fixed_level);
    }
  }

  void add_whole_levels(std::span<const SweepTarget> targets,
                        std::span<const std::vector<LevelSpan>> spans,
                        const std::string& fixed_level) {
    std::vector<const kernels::Kernel*> kernels =
        widest_of(in_, kernels_of(in_, kernels::Family::bandwidth, fixed_level),
                  in_.options.profile.narrow_together);
    // What lacks something was measured on one SM already, and is the same on each.
    if (in_.machine.gpu && !in_.options.profile.everywhere) {
      std::erase_if(kernels,
                    [](const kernels::Kernel* k) { return k->role == kernels::Role::secondary; });
    }
    for (std::size_t level = 0; level < spans.front().size(); ++level) {
      const LevelSpan& span = spans.front()[level];
      for (const kernels::Kernel* kernel : kernels) {
        if (span.knee == 0) {
          add_memory(*kernel, *whole_, span.name, -1);
        } else if (unmet_needs(in_.machine, *kernel).empty() && !kernel->streaming) {
          add_level(*kernel, *whole_, span, shared_range(in_, *whole_, targets, spans, level));
        }
      }
    }
  }

  void add_node(const NodeTarget& target) {
    const Narrow narrow = in_.options.profile.everywhere ? Narrow::all : Narrow::none;
    const std::vector<const kernels::Kernel*> kernels =
        widest_of(in_, kernels_of(in_, kernels::Family::bandwidth, ""), narrow);
    for (const kernels::Kernel* kernel : kernels) {
      add_memory(*kernel, target.scope, target.level, target.node);
    }
  }

  // From narrow to wide, so that the clock a wide path leaves behind slows no narrower one.
  void add_compute(const std::vector<Scope>& scopes) {
    std::vector<const kernels::Kernel*> kernels;
    for (const kernels::Kernel& kernel : in_.kernels) {
      if (kernel.family == kernels::Family::compute && !kernel.data_matters)
        kernels.push_back(&kernel);
    }
    std::set<std::uint16_t> widths;
    for (const kernels::Kernel* kernel : kernels) widths.insert(kernel->vector_bits);
    for (const std::uint16_t width : widths) {
      for (const Scope& scope : scopes) {
        for (const kernels::Kernel* kernel : kernels) {
          if (kernel->vector_bits != width) continue;
          add(confirm_case(*kernel, scope, ""), {0}, false,
              in_.options.profile.confirm_repetitions);
        }
      }
    }
  }

  // One core of each kind, then all of them.
  std::vector<Scope> compute_scopes() const {
    std::vector<Scope> scopes;
    for (const SweepTarget& target : targets_) scopes.push_back(target.scope);
    if (whole_) scopes.push_back(*whole_);
    return scopes;
  }

  // What heats the device last, and the cool bursts of that before what runs hot.
  void add_gpu() {
    const Scope chip = whole_.value_or(targets_.front().scope);
    append(operation_cases(in_, chip, true));
    add_compute({chip});
    append(tensor_confirm_cases(in_, chip));
    append(operation_cases(in_, chip, false));
  }

  void append(std::vector<Case> more) {
    cases_.insert(cases_.end(), std::make_move_iterator(more.begin()),
                  std::make_move_iterator(more.end()));
  }

  const PlanInput& in_;
  std::vector<SweepTarget> targets_;
  std::optional<Scope> whole_;
  std::vector<std::vector<LevelSpan>> spans_;
  std::vector<Case> cases_;
};

}  // namespace

std::vector<Case> confirm_cases(const PlanInput& in) { return Confirm(in).cases(); }

}  // namespace ridgeline::bench
