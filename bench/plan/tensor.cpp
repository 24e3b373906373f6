// Tensor cores, whose power, and so their clock, depends on the operands: the instruction's shape,
// chains and warps are searched in short bursts of all kernels of a type and path together, and
// only the winner is measured long enough to heat the device.
#include <algorithm>
#include <map>
#include <tuple>

#include "bench/plan/stages.hpp"
#include "ceilings/samples/series.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

// "wgmma" of "wgmma-n256": one way to the tensor cores.
std::string way_of(const Kernel& kernel) {
  const std::string path(kernel.path);
  return path.substr(0, path.find('-'));
}

struct Contender {
  const Kernel* kernel = nullptr;
  Shape shape;
  double rate = 0;  // operations a cycle in the search; 0: not searched
};

// Kernels of one type and one way, of which one is confirmed.
struct Contest {
  std::vector<const Kernel*> kernels;
  Contender best;
};

// Repetitions of a burst, of 5 ms: short of what heats a device, and there are no further rounds.
constexpr int kBurst = 12;

using Key = std::tuple<Precision, Precision, std::string>;

Case case_of(const Kernel& kernel, const Scope& scope, Stage stage) {
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

// In the kernels' order. Where only some ids are wanted, those alone compete.
std::vector<Contest> contests_of(const PlanInput& in, const Scope& scope) {
  std::vector<Contest> contests;
  std::map<Key, std::size_t> index;
  for (const Kernel& kernel : in.kernels) {
    if (!kernel.data_matters || !unmet_needs(in.machine, kernel).empty()) continue;
    if (!is_wanted(in, case_of(kernel, scope, Stage::confirm))) continue;
    if (usable_shapes(in, kernel, scope).empty()) continue;
    const Key key{kernel.precision, kernel.accumulate, way_of(kernel)};
    const auto [at, is_new] = index.try_emplace(key, contests.size());
    if (is_new) contests.emplace_back();
    contests[at->second].kernels.push_back(&kernel);
  }
  return contests;
}

// Nothing searched: the largest tile, which is what usually wins.
Contender likely(const PlanInput& in, const Contest& contest, const Scope& scope) {
  const Kernel* largest = *std::max_element(
      contest.kernels.begin(), contest.kernels.end(),
      [](const Kernel* a, const Kernel* b) { return a->work.operations < b->work.operations; });
  return {largest, usable_shapes(in, *largest, scope).front(), 0};
}

// Per cycle: the search itself drives a device to its power limit, and its clock down.
double searched_rate(const Sample& sample) {
  const Series series = series_of(sample);
  const bool clocked = series.per_cycle.size() == series.values.size();
  return clocked ? best_of(series.per_cycle) * sample.units : best_of(series.values);
}

Contender winner_of(const PlanInput& in, const Contest& contest, const Scope& scope) {
  Contender best;
  for (const Sample& sample : in.knowledge.samples) {
    if (sample.stage != Stage::explore || sample.status != Status::ok) continue;
    const auto kernel =
        std::find_if(contest.kernels.begin(), contest.kernels.end(),
                     [&](const Kernel* each) { return each->name == sample.kernel; });
    const double rate = searched_rate(sample);
    if (kernel == contest.kernels.end() || rate <= best.rate) continue;
    const auto as = [](int value) { return static_cast<std::uint16_t>(value); };
    best = {*kernel,
            {as(sample.shape.blocks_per_unit), as(sample.shape.threads_per_block),
             as(sample.shape.in_flight)},
            rate};
  }
  return best.kernel == nullptr ? likely(in, contest, scope) : best;
}

}  // namespace

std::vector<Case> tensor_search_cases(const PlanInput& in, const Scope& scope) {
  std::vector<Case> cases;
  for (const Contest& contest : contests_of(in, scope)) {
    for (const Kernel* kernel : contest.kernels) {
      Case c = case_of(*kernel, scope, Stage::explore);
      c.mode = Mode::burst;
      for (const Shape& shape : usable_shapes(in, *kernel, scope)) {
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
  for (const Contest& contest : contests_of(in, scope)) {
    const Contender best = winner_of(in, contest, scope);
    Case c = case_of(*best.kernel, scope, Stage::confirm);
    c.shape = best.shape;
    c.data = DataKind::constant;
    c.mode = Mode::burst;
    c.rest = profile.rest;
    schedule(in, c, std::max(profile.confirm_repetitions, kBurst), false);
    bursts.push_back(c);
    c.data = DataKind::random;
    c.mode = Mode::sustained;
    c.rest = 0;
    c.warm_up = profile.warm_up;
    schedule(in, c, profile.confirm_repetitions, false);
    sustained.push_back(c);
  }
  // The cool ones first: each of the others leaves the device at its power limit.
  bursts.insert(bursts.end(), sustained.begin(), sustained.end());
  return bursts;
}

}  // namespace ridgeline
