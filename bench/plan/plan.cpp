// The plan: three stages, filtered by what was asked for, in the order of their series.
#include "bench/plan/plan.hpp"

#include <algorithm>

#include "bench/plan/stages.hpp"
#include "ceilings/text/text.hpp"

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

// The later stages' cases that were asked for, sizes assumed: what the search is for.
std::vector<Case> wanted_later(const PlanInput& in) {
  std::vector<Case> wanted;
  const Knowledge nothing;
  for (const Stage stage : {Stage::confirm, Stage::empirical}) {
    for (const Case& c : stage_cases(
             {in.machine, in.kernels, in.nominal, in.options, stage, nothing, in.operations})) {
      if (fits_pattern(in.options.only, id_of(c))) wanted.push_back(c);
    }
  }
  return wanted;
}

bool is_compute(const Case& c) {
  return c.kernel != nullptr && c.kernel->family == Family::compute;
}

// The search is needed by whatever is sized by its result: all but compute kernels and operations.
// Levels may turn out to have other names than expected, so a pattern that fits nothing yet keeps
// it as well. Launch shapes of compute kernels are searched for those that were asked for.
void keep_needed_search(const PlanInput& in, std::vector<Case>& search) {
  const std::vector<Case> wanted = wanted_later(in);
  const bool sized = std::any_of(wanted.begin(), wanted.end(), [](const Case& c) {
    return c.kernel != nullptr && c.kernel->family != Family::compute;
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

std::string series_of(const Case& c) {
  std::string place = c.scope.name + (c.node < 0 ? "" : "@node" + std::to_string(c.node));
  const bool heats = c.rest > 0 || c.warm_up > 0;
  if (heats) return "heat " + name_of(c);
  if (c.operation) return "link";
  if (c.stage == Stage::explore) {
    const bool chase = c.kernel->family == Family::latency;
    if (c.kernel->data_matters) return "search tensor " + place;
    if (is_compute(c)) return "search compute " + place;
    return (chase ? "chase " : "search ") + place + (c.level == "sweep" ? "" : " " + c.level);
  }
  // An SM's memory is divided into L1 and shared anew where a kernel wants it otherwise: one level
  // after the other.
  const bool gpu = c.scope.name == "chip" || c.scope.name == "sm";
  if (gpu && !is_compute(c)) place += " " + c.level;
  switch (c.kernel->family) {
    case Family::bandwidth:
      return "bandwidth " + place;
    case Family::compute:
      return "compute " + place + " " + std::to_string(c.kernel->vector_bits) + "-bit";
    case Family::intensity:
      return "intensity " + place + (gpu ? "" : " " + c.level);
    case Family::latency:
      return "latency " + place;
  }
  return place;
}

std::vector<Case> plan(const Machine& machine, std::span<const Kernel> kernels,
                       const std::vector<NominalLevel>& nominal, const PlanOptions& options,
                       Stage stage, const Knowledge& knowledge,
                       std::span<const Operation> operations) {
  const PlanInput in{machine, kernels, nominal, options, stage, knowledge, operations};
  std::vector<Case> cases = stage_cases(in);
  if (options.only.empty()) return cases;
  if (stage == Stage::explore) {
    keep_needed_search(in, cases);
    return cases;
  }
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
