// Launch shapes: which ones an SM can hold at all, and which of them the search found best.
#include "bench/plan/sizing/shapes.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/samples/series.hpp"

namespace ridgeline::bench {
namespace {

// 0 stands for what a machine does not tell: nothing is left out for that.
bool fits(const Machine& machine, const kernels::Shape& shape) {
  const int threads = int{shape.threads_per_block} * shape.blocks_per_unit;
  return (machine.threads_per_unit == 0 || threads <= machine.threads_per_unit) &&
         (machine.blocks_per_unit == 0 || shape.blocks_per_unit <= machine.blocks_per_unit);
}

// Where blocks go is the hardware's choice: several of them need not land on one SM of many.
bool is_one_of_many(const Machine& machine, const Scope& scope) {
  return machine.gpu && scope.units.size() == 1 && machine.units.size() > 1;
}

// Of shapes that were searched, with their rates, best first.
std::vector<kernels::Shape> searched(const PlanInput& in, const kernels::Kernel& kernel,
                                     const std::string& level) {
  std::vector<std::pair<double, kernels::Shape>> ranked;
  for (const ceilings::Sample& sample : in.knowledge.samples) {
    const bool compute = kernel.family == kernels::Family::compute;
    const bool here =
        compute || ceilings::plain_level(sample.level) == ceilings::plain_level(level);
    if (sample.stage != ceilings::Stage::explore || sample.kernel != kernel.name ||
        sample.status != ceilings::Status::ok || !here) {
      continue;
    }
    ranked.push_back({best_of(ceilings::series_of(sample).values), shape_of(sample)});
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<kernels::Shape> shapes;
  for (const auto& [rate, shape] : ranked) {
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(shape);
  }
  return shapes;
}

}  // namespace

kernels::Shape shape_of(const ceilings::Sample& sample) {
  const auto as = [](int value) { return static_cast<std::uint16_t>(value); };
  return {as(sample.shape.blocks_per_unit), as(sample.shape.threads_per_block),
          as(sample.shape.in_flight)};
}

double best_of(const std::vector<double>& rates) {
  return rates.empty() ? 0 : *std::max_element(rates.begin(), rates.end());
}

std::vector<kernels::Shape> usable_shapes(const PlanInput& in, const kernels::Kernel& kernel,
                                          const Scope& scope) {
  if (kernel.shapes.empty()) return {kernels::Shape{}};
  std::vector<kernels::Shape> shapes;
  std::copy_if(kernel.shapes.begin(), kernel.shapes.end(), std::back_inserter(shapes),
               [&](const kernels::Shape& shape) {
                 const bool one_block = shape.blocks_per_unit == 1;
                 return fits(in.machine, shape) &&
                        (one_block || !is_one_of_many(in.machine, scope));
               });
  return shapes;
}

std::string no_shape(const PlanInput& in, const Scope& scope) {
  if (is_one_of_many(in.machine, scope)) {
    return "none of its launch shapes is one block that an SM can hold; of several nobody knows "
           "whether they land on the same SM";
  }
  return "none of its launch shapes fits the " + std::to_string(in.machine.threads_per_unit) +
         " threads and " + std::to_string(in.machine.blocks_per_unit) + " blocks of an SM";
}

std::vector<kernels::Shape> best_shapes(const PlanInput& in, const kernels::Kernel& kernel,
                                        const std::string& level, const Scope& scope) {
  const std::vector<kernels::Shape> usable = usable_shapes(in, kernel, scope);
  std::vector<kernels::Shape> best = searched(in, kernel, level);
  std::erase_if(best, [&](const kernels::Shape& shape) {
    return std::find(usable.begin(), usable.end(), shape) == usable.end();
  });
  if (best.empty() && !usable.empty()) best.push_back(usable.front());
  const auto most = static_cast<std::size_t>(in.options.profile.best_shapes);
  if (best.size() > most) best.resize(most);
  return best;
}

}  // namespace ridgeline::bench
