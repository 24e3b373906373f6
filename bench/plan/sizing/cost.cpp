// How long a repetition is, how often it is repeated, and what that costs.
#include "bench/plan/sizing/cost.hpp"

#include <algorithm>
#include <cmath>

#include "bench/plan/sizing/gpu_cost.hpp"
#include "bench/plan/sizing/sizes.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline::bench {
namespace {

// What the parts of a run take on a host, s. Measured on a 2-core Emerald Rapids guest, 2.9 GHz.
struct HostCosts {
  double start = 0.1;           // devices found, archive and report written
  double start_cuda = 1.5;      // the same with a driver's context and its code loaded
  double repetition = 250e-6;   // clock chains, /proc/stat, barrier, journal
  double core_probe = 150e-6;   // latency between cores, behind a repetition of several threads
  double warm_up = 400e-6;      // before a timed region, at least
  double calibration = 250e-6;  // first repetition of a case: how long is a pass
  double verify = 300e-6;       // small sizes, a kernel's reference
  double verify_byte = 0.7e-9;  // a reference reads its working set in place, up to ...
  double verify_most = 4 << 20;
  // ... and once a kernel up to here: of the confirm cases of such sizes about every fourth.
  double verify_once = 128 << 20;
  double once_share = 0.25;
  double ring_line = 25e-9;     // setting up a pointer ring, a 64-byte line
  double fill_byte = 1.2e-9;    // first touch and fill of the arena, a thread (0.45 to 2.6 seen)
  double stability_wall = 0.6;  // spent of a second of the budget for further rounds
};
constexpr HostCosts kCosts;

// Whole passes that last longer make a case slow; it starts with fewer repetitions.
constexpr double kLongPass = 2e-3;

// Assumed rates of one core, or of a GPU, B/s, before anything was measured: of the slow half of
// today's machines, so that passes are rather shorter than thought.
double assumed_rate(const PlanInput& in, double part, std::uint64_t reached, double units) {
  if (in.machine.gpu) {
    constexpr double kOneUnit = 60e9;  // of an SM's share of the cache behind its own
    return std::min(part <= static_cast<double>(reached) ? 4e12 : 2e12, units * kOneUnit);
  }
  if (part <= 32 << 10) return 150e9;
  if (part <= 1 << 20) return 60e9;
  return part <= static_cast<double>(reached) ? 21e9 : 13e9;
}

// Median of B/s (or passes/s x working set) of a sample; 0: it has none.
double rate_of(const ceilings::Sample& sample) {
  std::vector<double> rates;
  for (const ceilings::Repetition& each : sample.repetitions) {
    if (each.seconds > 0) {
      rates.push_back(each.passes * static_cast<double>(sample.working_set) / each.seconds);
    }
  }
  return median(rates);
}

// The sweep's rate at the size nearest to `part`; 0: nothing was measured.
double swept_rate(const PlanInput& in, const std::string& scope, double part) {
  double best_distance = INFINITY, rate = 0;
  for (const ceilings::Sample& sample : in.knowledge.samples) {
    const bool alike = in.machine.gpu ? sample.scope == scope : sample.units == 1;
    const bool search = sample.stage == ceilings::Stage::explore && sample.family == "bandwidth";
    if (!search || !alike || sample.working_set == 0) continue;
    const double distance = std::abs(std::log2(static_cast<double>(sample.working_set) / part));
    const double found = distance < best_distance ? rate_of(sample) : 0;
    if (found <= 0) continue;
    best_distance = distance;
    rate = found;
  }
  return rate;
}

// Latency by size, s, as a load waits on today's cores.
double assumed_latency(double part, std::uint64_t reached) {
  if (part <= 48 << 10) return 2e-9;
  if (part <= 2 << 20) return 6e-9;
  if (part <= 8 << 20) return 50e-9;
  return part <= static_cast<double>(reached) / 2 ? 80e-9 : 120e-9;
}

double pass_seconds(const PlanInput& in, const Case& c) {
  const auto units = static_cast<double>(std::max<std::size_t>(c.scope.units.size(), 1));
  const auto bytes = static_cast<double>(c.working_set);
  const std::uint64_t reached = reached_bytes(in.machine, c.scope.units);
  const kernels::Kernel& kernel = *c.kernel;
  if (kernel.family == kernels::Family::latency) {
    return bytes / kernel.element_bytes / units * assumed_latency(bytes / units, reached);
  }
  // Bytes that a pass moves; a store of a line that is there costs about half of a load.
  const double moved = (kernel.work.read + kernel.work.allocated + kernel.work.written / 2) /
                       std::max(1.0, 1.0 * kernel.arrays * kernel.element_bytes);
  double seconds = bytes * std::max(moved, 1e-3) / expected_rate(in, c);
  if (kernel.family == kernels::Family::intensity) {
    // One fused multiply-add a cycle and lane at 2 GHz: slower than any core that runs this.
    const double flops = 2 * 2e9 * kernel.vector_bits / (kernel.element_bytes * 8.0) * units;
    const double elements = bytes / (1.0 * kernel.arrays * kernel.element_bytes);
    seconds = std::max(seconds, elements * kernel.work.operations / flops);
  }
  return seconds;
}

// What a repetition takes besides its own time and its warm-up.
double around_repetition(const Case& c) {
  return kCosts.repetition + (c.scope.units.size() > 1 ? kCosts.core_probe : 0);
}

double set_up_seconds(const Case& c, double pass) {
  const auto bytes = static_cast<double>(c.working_set);
  double seconds = kCosts.verify + std::min(bytes, kCosts.verify_most) * kCosts.verify_byte;
  if (c.stage == ceilings::Stage::confirm && bytes > kCosts.verify_most &&
      bytes <= kCosts.verify_once) {
    seconds += bytes * kCosts.verify_byte * kCosts.once_share;
  }
  if (c.kernel->family == kernels::Family::latency) seconds += bytes / 64 * kCosts.ring_line;
  if (c.passes >= 1) seconds += std::max(kCosts.calibration, pass);
  return seconds;
}

}  // namespace

double expected_rate(const PlanInput& in, const Case& c) {
  const auto units = static_cast<double>(std::max<std::size_t>(c.scope.units.size(), 1));
  const auto bytes = static_cast<double>(c.working_set);
  const std::uint64_t reached = reached_bytes(in.machine, c.scope.units);
  const double part = in.machine.gpu ? bytes : bytes / units;
  // Beyond the caches threads share the memory's rate; about four cores saturate a node.
  const double together = in.machine.gpu                         ? 1
                          : bytes > static_cast<double>(reached) ? std::min(units, 4.0)
                                                                 : units;
  const double seen = swept_rate(in, c.scope.name, part);
  return together * (seen > 0 ? seen : assumed_rate(in, part, reached, units));
}

void schedule(const PlanInput& in, Case& c, int repetitions, bool beyond) {
  const Profile& profile = in.options.profile;
  if (in.machine.gpu) return schedule_gpu(in, c, repetitions);
  c.repetitions = repetitions;
  c.seconds = profile.seconds;
  c.passes = 1;
  if (c.kernel->family == kernels::Family::compute) {
    c.predicted_seconds = kCosts.verify + kCosts.calibration +
                          repetitions * (c.seconds + around_repetition(c) + kCosts.warm_up);
    return;
  }
  const double pass = pass_seconds(in, c);
  if (beyond && pass > profile.memory_seconds) {
    c.passes = profile.memory_seconds / pass;
  }
  if (c.stage != ceilings::Stage::explore && pass > kLongPass) {
    c.repetitions = std::min(repetitions, profile.memory_repetitions);
  }
  const double timed = c.passes < 1 ? c.passes * pass : std::max(c.seconds, pass);
  const double warm_up = c.passes < 1 ? 0 : std::max(kCosts.warm_up, pass);
  c.predicted_seconds =
      set_up_seconds(c, pass) + c.repetitions * (timed + warm_up + around_repetition(c));
}

std::uint64_t arena_bytes(std::span<const Case> cases) {
  std::uint64_t most = 0;
  for (const Case& c : cases) {
    if (c.skip.empty()) most = std::max(most, c.working_set);
  }
  return most;
}

double predicted_seconds(std::span<const Case> cases, const PlanOptions& options) {
  double seconds = kCosts.start;
  std::size_t threads = 1;
  bool confirms = false, host = false, cuda = false;
  for (const Case& c : cases) {
    if (!c.skip.empty()) continue;
    seconds += c.predicted_seconds;
    threads = std::max(threads, c.scope.units.size());
    confirms = confirms || c.stage == ceilings::Stage::confirm;
    if (c.kernel == nullptr) continue;
    host = host || std::holds_alternative<kernels::CpuBackend>(c.kernel->backend);
    cuda = cuda || std::holds_alternative<const kernels::GpuBackend*>(c.kernel->backend);
  }
  if (cuda) seconds += kCosts.start_cuda;
  if (confirms) seconds += kCosts.stability_wall * options.profile.stability_budget;
  if (host) {
    seconds +=
        static_cast<double>(arena_bytes(cases)) * kCosts.fill_byte / static_cast<double>(threads);
  }
  return seconds;
}

}  // namespace ridgeline::bench
