// The same for GPUs: longer repetitions, since they need time to show the clock that they keep, and
// costs of launches and readings instead of barriers and pages.
#include "bench/plan/sizing/gpu_cost.hpp"

#include <algorithm>

#include "bench/plan/sizing/cost.hpp"
#include "bench/plan/sizing/sizes.hpp"

namespace ridgeline::bench {
namespace {

// s of a repetition (contracts: >= 5 ms; memory >= 10 passes or >= 30 ms).
constexpr double kSearch = 5e-3, kCache = 5e-3, kMemorySearch = 10e-3, kMemory = 30e-3;
constexpr double kMemoryPasses = 10;
constexpr double kSustained = 20e-3;  // power is controlled in steps of milliseconds
// Whole passes that last longer make a case slow; it is repeated less often.
constexpr double kLongPass = 2e-3;

// What else a case takes, s. Assumed of a current driver; the archive has what the run took.
struct GpuCosts {
  double repetition = 1.5e-3;   // two clock probes, power and clocks by NVML, journal
  double lead = 0.3e-3;         // of the same work before the timed batch, at least ...
  double no_lead = 0.1;         // ... unless one pass takes longer than this
  double calibration = 1.5e-3;  // first repetition: how long is a pass
  double verify = 4e-3;         // memory in place, a small launch, the same on the host
  double ring_line = 30e-9;     // a pointer ring, made on the host, a line
};
constexpr GpuCosts kCosts;

double repetition_seconds(const PlanInput& in, const Case& c) {
  const kernels::Kernel& kernel = *c.kernel;
  if (kernel.family == kernels::Family::compute) {
    return c.warm_up > 0 ? kSustained : kSearch;
  }
  const bool memory = c.working_set > reached_bytes(in.machine, c.scope.units);
  if (!memory || kernel.family == kernels::Family::latency) return kCache;
  return c.stage == ceilings::Stage::confirm ? kMemory : kMemorySearch;
}

// s of a dependent load, by where the ring lies: of the slow half of today's GPUs.
double assumed_latency(const PlanInput& in, const Case& c) {
  if (!c.kernel->level.empty()) return 25e-9;
  const std::uint64_t reached = reached_bytes(in.machine, c.scope.units);
  return c.working_set <= reached ? 180e-9 : 500e-9;
}

double pass_seconds(const PlanInput& in, const Case& c) {
  const kernels::Kernel& kernel = *c.kernel;
  if (kernel.family == kernels::Family::compute) return 0;  // microseconds
  const auto units = static_cast<double>(std::max<std::size_t>(c.scope.units.size(), 1));
  const auto bytes = static_cast<double>(c.working_set);
  const double elements = bytes / (1.0 * kernel.arrays * kernel.element_bytes);
  if (kernel.family == kernels::Family::latency) return elements * assumed_latency(in, c);
  const double moved = elements * (kernel.work.read + kernel.work.written);
  // Half of the lanes of a small SM, at a clock that every one has.
  const double operations = units * 64 * 1e9;
  return std::max(moved / expected_rate(in, c), elements * kernel.work.operations / operations);
}

}  // namespace

double sustained_seconds() { return kSustained; }

double gpu_seconds(const Case& c, double pass) {
  const double set_up = kCosts.verify + std::max(kCosts.calibration, pass);
  const double lead = pass < kCosts.no_lead ? std::max(kCosts.lead, pass) : 0;
  const double one = std::max(c.seconds, c.passes * pass) + lead + kCosts.repetition;
  double seconds = c.rest + c.warm_up + set_up + c.repetitions * one;
  if (c.kernel != nullptr && c.kernel->family == kernels::Family::latency) {
    seconds += static_cast<double>(c.working_set) / c.kernel->element_bytes * kCosts.ring_line;
  }
  return seconds;
}

void schedule_gpu(const PlanInput& in, Case& c, int repetitions) {
  const double pass = pass_seconds(in, c);
  c.passes = 1;
  c.repetitions = repetitions;
  c.seconds = std::max(in.options.profile.seconds, repetition_seconds(in, c));
  // Ten passes of a kernel with much arithmetic would take longer than the 30 ms that do as well.
  if (c.stage == ceilings::Stage::empirical && c.seconds == kMemorySearch) {
    const bool ten = kMemoryPasses * pass < kMemory;
    c.passes = ten ? kMemoryPasses : 1;
    if (!ten) c.seconds = kMemory;
  }
  const bool slow = pass > kLongPass || c.seconds >= kMemory;
  if (c.stage != ceilings::Stage::explore && slow) {
    c.repetitions = std::min(repetitions, in.options.profile.memory_repetitions);
  }
  c.predicted_seconds = gpu_seconds(c, pass);
}

}  // namespace ridgeline::bench
