// The plan: three stages, filtered by what was asked for, in the order of their series.
#include "bench/plan/plan.hpp"

#include "bench/plan/confirm.hpp"
#include "bench/plan/empirical.hpp"
#include "bench/plan/explore.hpp"
#include "bench/plan/series.hpp"

#include <algorithm>

#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

std::vector<Case> stage_cases(const PlanInput& in) {
  switch (in.stage) {
    case ceilings::Stage::explore:
      return explore_cases(in);
    case ceilings::Stage::confirm:
      return confirm_cases(in);
    case ceilings::Stage::empirical:
      return empirical_cases(in);
  }
  return {};
}

// The later stages' cases that were asked for, sizes assumed: what the search is for.
std::vector<Case> wanted_later(const PlanInput& in) {
  std::vector<Case> wanted;
  const Knowledge nothing;
  for (const ceilings::Stage stage : {ceilings::Stage::confirm, ceilings::Stage::empirical}) {
    for (const Case& c : stage_cases(
             {in.machine, in.kernels, in.nominal, in.options, stage, nothing, in.operations})) {
      if (fits_pattern(in.options.only, id_of(c))) wanted.push_back(c);
    }
  }
  return wanted;
}

// The search is needed by whatever is sized by its result: all but compute kernels and operations.
// Levels may turn out to have other names than expected, so a pattern that fits nothing yet keeps
// it as well. Launch shapes of compute kernels are searched for those that were asked for.
void keep_needed_search(const PlanInput& in, std::vector<Case>& search) {
  const std::vector<Case> wanted = wanted_later(in);
  const bool sized = std::any_of(wanted.begin(), wanted.end(), [](const Case& c) {
    return c.kernel != nullptr && c.kernel->family != kernels::Family::compute;
  });
  if (wanted.empty()) return;
  std::erase_if(search, [&](const Case& c) {
    if (!is_compute(c)) return !sized;
    if (c.kernel->data_matters) return false;  // only those that were asked for compete
    return std::none_of(wanted.begin(), wanted.end(),
                        [&](const Case& later) { return later.kernel == c.kernel; });
  });
}

}  // namespace

std::vector<Case> plan(const Machine& machine, std::span<const kernels::Kernel> kernels,
                       const std::vector<ceilings::NominalLevel>& nominal,
                       const PlanOptions& options, ceilings::Stage stage,
                       const Knowledge& knowledge, std::span<const Operation> operations) {
  const PlanInput in{machine, kernels, nominal, options, stage, knowledge, operations};
  std::vector<Case> cases = stage_cases(in);
  if (options.only.empty()) return cases;
  if (stage == ceilings::Stage::explore) {
    keep_needed_search(in, cases);
    return cases;
  }
  std::erase_if(cases, [&](const Case& c) { return !fits_pattern(options.only, id_of(c)); });
  return cases;
}

std::vector<Case> plan_all(const Machine& machine, std::span<const kernels::Kernel> kernels,
                           const std::vector<ceilings::NominalLevel>& nominal,
                           const PlanOptions& options, std::span<const Operation> operations) {
  std::vector<Case> all;
  for (const ceilings::Stage stage :
       {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
    const std::vector<Case> cases =
        plan(machine, kernels, nominal, options, stage, Knowledge{}, operations);
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

}  // namespace ridgeline::bench
