// The second stage: every kernel at sizes inside the plateaus of every level, by one unit, by all
// of them and by those near each memory node; peaks; latencies.
#include <algorithm>
#include <iterator>
#include <set>

#include "bench/plan/stages.hpp"

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
    if (!in_.machine.gpu) add_compute(compute_scopes());
    append(latency_cases(in_, places_, spans_));
    if (in_.machine.gpu && !places_.empty()) add_gpu();
    return std::move(cases_);
  }

 private:
  // One line for each kernel that cannot run here, so that its absence is explained.
  void add_unmet() {
    for (const Kernel& kernel : in_.kernels) {
      const std::string unmet = unmet_needs(in_.machine, kernel);
      if (unmet.empty() || kernel.family == Family::intensity || places_.empty()) continue;
      const std::vector<LevelSpan>& spans = spans_.front();
      const std::string& level = kernel.streaming ? spans.back().name : spans.front().name;
      Case c = confirm_case(kernel, places_.front().scope, level);
      if (!kernel.level.empty()) c.level = kernel.level;
      c.skip = unmet;
      cases_.push_back(c);
    }
  }

  void add(const Case& c, const std::vector<double>& sizes, bool beyond, int repetitions) {
    add_cases(in_, c, sizes, beyond, repetitions, cases_);
  }

  void add_memory(const Kernel& kernel, const Scope& scope, const std::string& level, int node) {
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

  void add_level(const Kernel& kernel, const Scope& scope, const LevelSpan& span,
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
    std::vector<const Kernel*> kernels = widest_of(
        in_, kernels_of(in_, Family::bandwidth, fixed_level), in_.options.profile.narrow_together);
    // What lacks something was measured on one SM already, and is the same on each.
    if (in_.machine.gpu && !in_.options.profile.everywhere) {
      std::erase_if(kernels, [](const Kernel* k) { return k->role == Role::secondary; });
    }
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
  void add_compute(const std::vector<Scope>& scopes) {
    std::vector<const Kernel*> kernels;
    for (const Kernel& kernel : in_.kernels) {
      if (kernel.family == Family::compute && !kernel.data_matters) kernels.push_back(&kernel);
    }
    std::set<std::uint16_t> widths;
    for (const Kernel* kernel : kernels) widths.insert(kernel->vector_bits);
    for (const std::uint16_t width : widths) {
      for (const Scope& scope : scopes) {
        for (const Kernel* kernel : kernels) {
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
    for (const Place& place : places_) scopes.push_back(place.scope);
    if (whole_) scopes.push_back(*whole_);
    return scopes;
  }

  // What heats the device last, and the cool bursts of that before what runs hot.
  void add_gpu() {
    const Scope chip = whole_.value_or(places_.front().scope);
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
  std::vector<Place> places_;
  std::optional<Scope> whole_;
  std::vector<std::vector<LevelSpan>> spans_;
  std::vector<Case> cases_;
};

}  // namespace

std::vector<Case> confirm_cases(const PlanInput& in) { return Confirm(in).cases(); }

}  // namespace ridgeline
