// The second stage: every kernel at sizes inside the plateaus of every level, by one unit, by all
// of them and by those near each memory node; peaks; latencies.
#include <algorithm>
#include <cmath>
#include <set>

#include "bench/plan_parts.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

class Confirm {
 public:
  explicit Confirm(const PlanInput& in) : in_(in), places_(places_of(in)), whole_(whole_scope(in)) {
    for (const Place& place : places_) spans_.push_back(spans_at(in_, place));
  }

  std::vector<Case> cases() {
    add_unmet();
    for (std::size_t p = 0; p < places_.size(); ++p) add_bandwidth(p);
    add_whole();
    for (const NodePlace& node : node_places(in_)) add_node(node);
    add_compute();
    for (std::size_t p = 0; p < places_.size(); ++p) add_latency(p);
    return std::move(cases_);
  }

 private:
  Case base(const Kernel& kernel, const Scope& scope, const std::string& level) const {
    Case c;
    c.kernel = &kernel;
    c.stage = Stage::confirm;
    c.scope = scope;
    c.level = level;
    return c;
  }

  // One line for each kernel that cannot run here, so that its absence is explained.
  void add_unmet() {
    for (const Kernel& kernel : in_.kernels) {
      const std::string unmet = unmet_needs(in_.machine, kernel);
      if (unmet.empty() || kernel.family == Family::intensity || places_.empty()) continue;
      const std::vector<LevelSpan>& spans = spans_.front();
      const std::string& level = kernel.streaming ? spans.back().name : spans.front().name;
      Case c = base(kernel, places_.front().scope, level);
      if (!kernel.level.empty()) c.level = kernel.level;
      c.skip = unmet;
      cases_.push_back(c);
    }
  }

  // A kernel at some sizes (bytes of the whole working set), in its best shapes.
  void add(Case c, const std::vector<double>& sizes, bool beyond, int repetitions) {
    if (!unmet_needs(in_.machine, *c.kernel).empty()) return;
    const std::uint64_t granule = granule_of(*c.kernel, c.scope.units.size());
    for (const Shape& shape : best_shapes(in_, *c.kernel, c.level)) {
      c.shape = shape;
      std::set<std::uint64_t> done;
      for (const double size : sizes) {
        c.working_set = fitting_size(size, granule);
        if (!done.insert(c.working_set).second) continue;
        c.skip = too_large(in_, c.working_set, c.node);
        schedule(in_, c, repetitions, beyond);
        cases_.push_back(c);
      }
    }
  }

  void add_memory(const Kernel& kernel, const Scope& scope, const std::string& level, int node) {
    Case c = base(kernel, scope, level);
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

  void add_level(const Kernel& kernel, const Scope& scope, const LevelSpan& span,
                 const SizeRange& range) {
    Case c = base(kernel, scope, span.name);
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
    const Place& place = places_[p];
    const std::vector<const Kernel*> kernels =
        widest_of(in_, kernels_of(in_, Family::bandwidth, place.fixed_level),
                  in_.options.profile.narrow_alone);
    for (const LevelSpan& span : spans_[p]) {
      for (const Kernel* kernel : kernels) {
        if (span.knee == 0) {
          if (place.fixed_level.empty()) add_memory(*kernel, place.scope, span.name, -1);
          continue;
        }
        if (kernel->streaming) continue;
        SizeRange range = single_range(span);
        // A GPU's plateaus are those of the whole chip already.
        range.low /= static_cast<double>(place.scope.units.size());
        range.high /= static_cast<double>(place.scope.units.size());
        add_level(*kernel, place.scope, span, range);
      }
    }
  }

  // All units at once: of the cores' common levels, or of a level on each SM.
  void add_whole() {
    if (!whole_) return;
    if (!in_.machine.gpu) {
      add_whole_levels(places_, spans_, "");
      return;
    }
    for (std::size_t p = 0; p < places_.size(); ++p) {
      if (places_[p].fixed_level.empty()) continue;
      add_whole_levels({&places_[p], 1}, {&spans_[p], 1}, places_[p].fixed_level);
    }
  }

  void add_whole_levels(std::span<const Place> places,
                        std::span<const std::vector<LevelSpan>> spans,
                        const std::string& fixed_level) {
    const std::vector<const Kernel*> kernels = widest_of(
        in_, kernels_of(in_, Family::bandwidth, fixed_level), in_.options.profile.narrow_together);
    for (std::size_t level = 0; level < spans.front().size(); ++level) {
      const LevelSpan& span = spans.front()[level];
      for (const Kernel* kernel : kernels) {
        if (span.knee == 0) {
          add_memory(*kernel, *whole_, span.name, -1);
        } else if (unmet_needs(in_.machine, *kernel).empty() && !kernel->streaming) {
          add_level(*kernel, *whole_, span, shared_range(in_, *whole_, places, spans, level));
        }
      }
    }
  }

  void add_node(const NodePlace& place) {
    const Narrow narrow = in_.options.profile.everywhere ? Narrow::all : Narrow::none;
    const std::vector<const Kernel*> kernels =
        widest_of(in_, kernels_of(in_, Family::bandwidth, ""), narrow);
    for (const Kernel* kernel : kernels) {
      add_memory(*kernel, place.scope, place.level, place.node);
    }
  }

  // From narrow to wide, so that the clock a wide path leaves behind slows no narrower one.
  void add_compute() {
    std::vector<const Kernel*> kernels;
    for (const Kernel& kernel : in_.kernels) {
      if (kernel.family == Family::compute) kernels.push_back(&kernel);
    }
    std::stable_sort(kernels.begin(), kernels.end(), [](const Kernel* a, const Kernel* b) {
      return a->vector_bits < b->vector_bits;
    });
    std::vector<Scope> scopes;
    for (const Place& place : places_) {
      if (!in_.machine.gpu) scopes.push_back(place.scope);
    }
    if (whole_) scopes.push_back(*whole_);
    if (scopes.empty() && !places_.empty()) scopes.push_back(places_.front().scope);
    std::set<std::uint16_t> widths;
    for (const Kernel* kernel : kernels) widths.insert(kernel->vector_bits);
    for (const std::uint16_t width : widths) {
      for (const Scope& scope : scopes) {
        for (const Kernel* kernel : kernels) {
          if (kernel->vector_bits != width) continue;
          add(base(*kernel, scope, ""), {0}, false, in_.options.profile.confirm_repetitions);
        }
      }
    }
  }

  void add_latency(std::size_t p) {
    const Place& place = places_[p];
    for (const Kernel* kernel : kernels_of(in_, Family::latency, place.fixed_level)) {
      if (kernel->small_pages && !in_.options.profile.small_pages) continue;
      for (std::size_t i = 0; i < spans_[p].size(); ++i) add_chase(*kernel, place, spans_[p], i);
    }
  }

  void add_chase(const Kernel& kernel, const Place& place, const std::vector<LevelSpan>& spans,
                 std::size_t level);

  const PlanInput& in_;
  std::vector<Place> places_;
  std::optional<Scope> whole_;
  std::vector<std::vector<LevelSpan>> spans_;
  std::vector<Case> cases_;
};

// A ring takes long to set up and to walk, so caches are chased near the small end of their
// plateau, and memory at 4 times the caches that were found, or less where that is too much.
void Confirm::add_chase(const Kernel& kernel, const Place& place,
                        const std::vector<LevelSpan>& spans, std::size_t level) {
  constexpr std::uint64_t kLeastRing = 64 << 20;
  const LevelSpan& span = spans[level];
  Case c = base(kernel, place.scope, span.name);
  if (span.knee > 0) {
    const SizeRange range = single_range(span);
    c.note = span.origin;
    c.skip = range.skip;
    if (c.skip.empty()) {
      add(c, {sizes_inside(range, 2).front()}, false, in_.options.profile.memory_repetitions);
    } else {
      cases_.push_back(c);
    }
    return;
  }
  if (!place.fixed_level.empty()) return;
  const MemorySet set = memory_set(in_, place.scope.units, -1);
  c.skip = set.skip;
  if (!c.skip.empty()) {
    cases_.push_back(c);
    return;
  }
  const std::uint64_t caches = known_bytes(in_, place.scope.units, false);
  const std::uint64_t enough = std::max(4 * caches, kLeastRing);
  const std::uint64_t quick = std::max(in_.options.profile.largest_ring, 2 * caches);
  const std::uint64_t size = std::min({set.bytes, enough, quick});
  c.note = set.note;
  if (size < std::min(enough, set.bytes)) {
    c.note = format_bytes(size) + " instead of " + format_bytes(enough) +
             ": a longer ring takes too long to set up";
  }
  add(c, {static_cast<double>(size)}, true, in_.options.profile.memory_repetitions);
}

}  // namespace

std::vector<Case> confirm_cases(const PlanInput& in) { return Confirm(in).cases(); }

}  // namespace ridgeline
