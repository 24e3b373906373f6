// Which kernels and which of their launch shapes are worth confirming.
#include <algorithm>
#include <map>
#include <utility>

#include "bench/plan_parts.hpp"
#include "ceilings/series.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline {

std::vector<const Kernel*> kernels_of(const PlanInput& in, Family family,
                                      const std::string& fixed_level) {
  std::vector<const Kernel*> found;
  for (const Kernel& kernel : in.kernels) {
    if (kernel.family == family && kernel.level == fixed_level) found.push_back(&kernel);
  }
  return found;
}

std::vector<const Kernel*> widest_of(const PlanInput& in, std::vector<const Kernel*> kernels,
                                     Narrow narrow) {
  if (narrow == Narrow::all) return kernels;
  const auto kind_of = [](const Kernel& kernel) {
    return std::pair(kernel.mix, operation_of(std::string(kernel.path)));
  };
  std::map<std::pair<std::string_view, std::string>, const Kernel*> widest;
  for (const Kernel* kernel : kernels) {
    if (!unmet_needs(in.machine, *kernel).empty()) continue;
    const Kernel*& best = widest[kind_of(*kernel)];
    if (best == nullptr || kernel->vector_bits > best->vector_bits) best = kernel;
  }
  std::erase_if(kernels, [&](const Kernel* k) {
    const bool kept = narrow == Narrow::reads && k->mix == "1:0";
    return !kept && widest[kind_of(*k)] != k;
  });
  return kernels;
}

std::vector<Shape> best_shapes(const PlanInput& in, const Kernel& kernel,
                               const std::string& level) {
  if (kernel.shapes.empty()) return {Shape{}};
  std::vector<std::pair<double, Shape>> ranked;
  for (const Sample& sample : in.knowledge.samples) {
    const bool compute = kernel.family == Family::compute;
    if (sample.stage != Stage::explore || sample.kernel != kernel.name ||
        sample.status != Status::ok || (!compute && sample.level != level)) {
      continue;
    }
    std::vector<double> rates;
    for (const Repetition& each : sample.repetitions) {
      const double bytes = static_cast<double>(std::max<std::uint64_t>(sample.working_set, 1));
      if (each.seconds > 0) rates.push_back(each.passes * bytes / each.seconds);
    }
    const auto as = [](int value) { return static_cast<std::uint16_t>(value); };
    ranked.push_back({median(rates),
                      {as(sample.shape.blocks_per_unit), as(sample.shape.threads_per_block),
                       as(sample.shape.in_flight)}});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Shape> best;
  for (const auto& [rate, shape] : ranked) {
    const bool seen = std::find(best.begin(), best.end(), shape) != best.end();
    const bool enough = best.size() >= static_cast<std::size_t>(in.options.profile.best_shapes);
    if (!seen && !enough) best.push_back(shape);
  }
  if (best.empty()) best.push_back(kernel.shapes.front());
  return best;
}

}  // namespace ridgeline
