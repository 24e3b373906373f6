// Tensor cores, whose power, and so their clock, depends on the operands: the instruction's shape,
// chains and warps are searched in short bursts of all kernels of a type and path together, and
// only the winner is measured long enough to heat the device.
#include "bench/plan/tensor.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "bench/plan/sizing/cost.hpp"
#include "bench/plan/sizing/shapes.hpp"
#include "bench/plan/sizing/sizes.hpp"
#include "bench/plan/sizing/targets.hpp"
#include "ceilings/samples/series.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

// "wgmma" of "wgmma-n256": the instruction, without its form.
std::string path_family_of(const kernels::Kernel& kernel) {
  const std::string path(kernel.path);
  return path.substr(0, path.find('-'));
}

// One instruction form in one launch shape.
struct TensorVariant {
  const kernels::Kernel* kernel = nullptr;
  kernels::Shape shape;
  double rate = 0;  // operations a cycle in the search; 0: not searched
};

// Kernels of one type and one instruction, of which one is confirmed.
using TensorGroup = std::vector<const kernels::Kernel*>;

// Repetitions of a burst, of 5 ms: short of what heats a device, and there are no further rounds.
constexpr int kBurstRepetitions = 12;

using GroupKey = std::tuple<kernels::Precision, kernels::Precision, std::string>;

Case case_of(const kernels::Kernel& kernel, const Scope& scope, ceilings::Stage stage) {
  Case c;
  c.kernel = &kernel;
  c.stage = stage;
  c.level = "";
  c.scope = scope;
  c.working_set = granule_of(kernel, scope.units.size());
  return c;
}

bool is_wanted(const PlanInput& in, Case c) {
  if (fits_pattern(in.options.only, id_of(c))) return true;
  c.data = DataKind::constant;
  return fits_pattern(in.options.only, id_of(c));
}

// In the kernels' order. Where only some ids are wanted, only those compete.
std::vector<TensorGroup> groups_of(const PlanInput& in, const Scope& scope) {
  std::vector<TensorGroup> groups;
  std::map<GroupKey, std::size_t> index;
  for (const kernels::Kernel& kernel : in.kernels) {
    if (!kernel.data_matters || !unmet_needs(in.machine, kernel).empty()) continue;
    if (!is_wanted(in, case_of(kernel, scope, ceilings::Stage::confirm))) continue;
    if (usable_shapes(in, kernel, scope).empty()) continue;
    const GroupKey key{kernel.precision, kernel.accumulate, path_family_of(kernel)};
    const auto [at, is_new] = index.try_emplace(key, groups.size());
    if (is_new) groups.emplace_back();
    groups[at->second].push_back(&kernel);
  }
  return groups;
}

// Nothing searched: the largest tile, which is what usually wins.
TensorVariant largest_tile(const PlanInput& in, const TensorGroup& group, const Scope& scope) {
  const kernels::Kernel* largest = *std::max_element(
      group.begin(), group.end(), [](const kernels::Kernel* a, const kernels::Kernel* b) {
        return a->work.operations < b->work.operations;
      });
  return {largest, usable_shapes(in, *largest, scope).front(), 0};
}

// Per cycle: the search itself drives a device to its power limit, and its clock down.
double searched_rate(const ceilings::Sample& sample) {
  const ceilings::Series series = ceilings::series_of(sample);
  const bool clocked = series.per_cycle.size() == series.values.size();
  return clocked ? best_of(series.per_cycle) * sample.units : best_of(series.values);
}

TensorVariant winner_of(const PlanInput& in, const TensorGroup& group, const Scope& scope) {
  TensorVariant best;
  for (const ceilings::Sample& sample : in.knowledge.samples) {
    if (sample.stage != ceilings::Stage::explore || sample.status != ceilings::Status::ok) continue;
    const auto kernel = std::find_if(group.begin(), group.end(), [&](const kernels::Kernel* each) {
      return each->name == sample.kernel;
    });
    const double rate = searched_rate(sample);
    if (kernel == group.end() || rate <= best.rate) continue;
    best = {*kernel, shape_of(sample), rate};
  }
  return best.kernel == nullptr ? largest_tile(in, group, scope) : best;
}

}  // namespace

std::vector<Case> tensor_search_cases(const PlanInput& in, const Scope& scope) {
  std::vector<Case> cases;
  for (const TensorGroup& group : groups_of(in, scope)) {
    for (const kernels::Kernel* kernel : group) {
      Case c = case_of(*kernel, scope, ceilings::Stage::explore);
      c.mode = Mode::burst;
      for (const kernels::Shape& shape : usable_shapes(in, *kernel, scope)) {
        c.shape = shape;
        schedule(in, c, in.options.profile.search_repetitions, false);
        cases.push_back(c);
      }
    }
  }
  return cases;
}

std::vector<Case> tensor_confirm_cases(const PlanInput& in, const Scope& scope) {
  const Profile& profile = in.options.profile;
  std::vector<Case> bursts, sustained;
  for (const TensorGroup& group : groups_of(in, scope)) {
    const TensorVariant best = winner_of(in, group, scope);
    Case c = case_of(*best.kernel, scope, ceilings::Stage::confirm);
    c.shape = best.shape;
    c.data = DataKind::constant;
    c.mode = Mode::burst;
    c.rest = profile.rest;
    schedule(in, c, std::max(profile.confirm_repetitions, kBurstRepetitions), false);
    bursts.push_back(c);
    c.data = DataKind::random;
    c.mode = Mode::sustained;
    c.rest = 0;
    c.warm_up = profile.warm_up;
    schedule(in, c, profile.confirm_repetitions, false);
    sustained.push_back(c);
  }
  // Bursts first: each sustained case leaves the device at its power limit.
  bursts.insert(bursts.end(), sustained.begin(), sustained.end());
  return bursts;
}

}  // namespace ridgeline::bench
