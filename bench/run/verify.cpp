// Cases are the smallest launches that tell a kernel's variants apart.
#include "bench/run/verify.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>

#include "bench/devices/system/interrupt.hpp"
#include "bench/plan/operations.hpp"
#include "bench/plan/sizing/shapes.hpp"
#include "bench/plan/sizing/sizes.hpp"
#include "bench/plan/sizing/targets.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

// Bytes a unit: little enough for references in plain C++, and for the least shared memory; more
// than one round of a launch.
constexpr double kSetPerUnit = 16 << 10;

std::vector<kernels::Shape> one_of_each_depth(const std::vector<kernels::Shape>& shapes) {
  std::set<std::uint16_t> seen;
  std::vector<kernels::Shape> some;
  std::copy_if(shapes.begin(), shapes.end(), std::back_inserter(some),
               [&](const kernels::Shape& shape) { return seen.insert(shape.in_flight).second; });
  return some;
}

void add_kernel(const PlanInput& in, const kernels::Kernel& kernel, const Scope& scope,
                std::vector<Case>& cases) {
  Case c;
  c.kernel = &kernel;
  c.scope = scope;
  if (!kernel.level.empty()) c.level = kernel.level;
  const std::size_t units = scope.units.size();
  const std::uint64_t granule = granule_of(kernel, units);
  c.working_set = granule;
  if (kernel.family != kernels::Family::compute) {
    c.working_set = fitting_size(kSetPerUnit * static_cast<double>(units), granule);
  }
  c.skip = unmet_needs(in.machine, kernel);
  const std::vector<kernels::Shape> shapes = one_of_each_depth(usable_shapes(in, kernel, scope));
  if (c.skip.empty() && shapes.empty()) c.skip = no_shape(in, scope);
  if (!c.skip.empty()) {
    cases.push_back(c);
    return;
  }
  for (const kernels::Shape& shape : shapes) {
    c.shape = shape;
    cases.push_back(c);
  }
}

Verified verify_one(Device& device, const Case& c) {
  if (!c.skip.empty()) return {c, VerifyOutcome::cannot_run, c.skip};
  try {
    const auto prepared = device.prepare(c);
    const std::string wrong = device.verify(*prepared);
    return {c, wrong.empty() ? VerifyOutcome::right : VerifyOutcome::wrong, wrong};
  } catch (const CannotRun& reason) {
    return {c, VerifyOutcome::cannot_run, reason.what()};
  } catch (const DeviceLost&) {
    throw;
  } catch (const DeviceError& error) {
    return {c, VerifyOutcome::failed, error.what()};
  }
}

}  // namespace

std::vector<Case> verification_cases(const Device& device) {
  const std::vector<Operation> operations = device.operations();
  const std::vector<ceilings::NominalLevel> nominal = device.describe().levels;
  const PlanOptions options;
  const Knowledge nothing;
  const PlanInput in{device.machine(),         device.kernels(), nominal,   options,
                     ceilings::Stage::confirm, nothing,          operations};
  std::vector<Case> cases;
  const std::vector<SweepTarget> targets = sweep_targets(in);
  if (targets.empty()) return cases;
  const Scope scope = targets.front().scope;  // one core, or the whole GPU
  for (const kernels::Kernel& kernel : in.kernels) add_kernel(in, kernel, scope, cases);
  for (const bool links : {false, true}) {
    const std::vector<Case> more = operation_cases(in, scope, links);
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}

std::vector<Verified> verify_cases(Device& device, std::span<const Case> cases,
                                   const std::function<void(const Case&)>& before) {
  std::vector<Verified> results;
  for (const Case& c : cases) {
    if (interrupted()) break;
    before(c);
    try {
      results.push_back(verify_one(device, c));
    } catch (const DeviceLost& lost) {
      results.push_back({c, VerifyOutcome::failed, lost.what()});
      break;
    }
  }
  return results;
}

}  // namespace ridgeline::bench
