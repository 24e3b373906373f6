// The plan: three stages, filtered by what was asked for, in the order of their series.
#include "bench/plan.hpp"

#include <algorithm>

#include "bench/plan_parts.hpp"
#include "bench/text.hpp"

namespace ridgeline {
namespace {

std::vector<Case> stage_cases(const PlanInput& in) {
  switch (in.stage) {
    case Stage::explore:
      return explore_cases(in);
    case Stage::confirm:
      return confirm_cases(in);
    case Stage::empirical:
      return empirical_cases(in);
  }
  return {};
}

// The search is needed by whatever is sized by its result: all but compute kernels. Levels may turn
// out to have other names than expected, so a pattern that fits nothing yet keeps it as well.
bool needs_search(const PlanInput& in, const std::string& only) {
  bool any = false;
  for (const Stage stage : {Stage::confirm, Stage::empirical}) {
    const Knowledge nothing;
    for (const Case& c :
         stage_cases({in.machine, in.kernels, in.nominal, in.options, stage, nothing})) {
      if (!fits_pattern(only, id_of(c))) continue;
      if (c.kernel->family != Family::compute) return true;
      any = true;
    }
  }
  return !any;
}

}  // namespace

std::string series_of(const Case& c) {
  if (c.operation) return "link";
  const std::string place = c.scope.name + (c.node < 0 ? "" : "@node" + std::to_string(c.node));
  if (c.stage == Stage::explore) {
    const bool chase = c.kernel->family == Family::latency;
    return (chase ? "chase " : "search ") + place + (c.level == "sweep" ? "" : " " + c.level);
  }
  switch (c.kernel->family) {
    case Family::bandwidth:
      return "bandwidth " + place;
    case Family::compute:
      return "compute " + place + " " + std::to_string(c.kernel->vector_bits) + "-bit";
    case Family::intensity:
      return "intensity " + place + " " + c.level;
    case Family::latency:
      return "latency " + place;
  }
  return place;
}

std::vector<Case> plan(const Machine& machine, std::span<const Kernel> kernels,
                       const std::vector<NominalLevel>& nominal, const PlanOptions& options,
                       Stage stage, const Knowledge& knowledge) {
  const PlanInput in{machine, kernels, nominal, options, stage, knowledge};
  std::vector<Case> cases = stage_cases(in);
  if (options.only.empty()) return cases;
  if (stage == Stage::explore && needs_search(in, options.only)) return cases;
  std::erase_if(cases, [&](const Case& c) { return !fits_pattern(options.only, id_of(c)); });
  return cases;
}

std::uint64_t arena_bytes(std::span<const Case> cases) {
  std::uint64_t most = 0;
  for (const Case& c : cases) {
    if (c.skip.empty()) most = std::max(most, c.working_set);
  }
  return most;
}

}  // namespace ridgeline
