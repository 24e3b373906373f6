// Thresholds, each with its reason.
#include "bench/devices/gpu/timing/flags.hpp"

#include <cmath>

namespace ridgeline::bench::gpu {
namespace {

constexpr double kEventStep = 0.5e-6;     // s, the resolution of events
constexpr double kClockTolerance = 0.05;  // the sensors' clock is a sample, not a mean
constexpr int kEnoughReadings = 3;        // so that its clock is of this work at all

}  // namespace

std::vector<ceilings::Flag> flags_of(const GpuTiming& timing, const GpuCircumstances& around) {
  std::vector<ceilings::Flag> flags;
  const SensorSummary& watch = timing.watch;
  const bool compared =
      watch.readings >= kEnoughReadings && watch.sm_clock > 0 && timing.clock_hz > 0;
  if (compared && std::abs(watch.sm_clock / timing.clock_hz - 1) > kClockTolerance) {
    flags.push_back(ceilings::Flag::clock_disagrees);
  }
  const double clock = timing.clock_hz > 0 ? timing.clock_hz : watch.sm_clock;
  if (clock > 0 && clock < around.promised_clock / 2) flags.push_back(ceilings::Flag::low_clock);
  const bool brake = (watch.reasons & clock_event::kPowerBrake) != 0;
  const bool slowed = (watch.reasons & clock_event::kHardwareSlowdown) != 0;
  if ((watch.reasons & clock_event::kAnyPower) != 0) flags.push_back(ceilings::Flag::power_limited);
  if ((watch.reasons & clock_event::kAnyThermal) != 0 || (slowed && !brake)) {
    flags.push_back(ceilings::Flag::thermally_limited);
  }
  if (timing.seconds < 1000 * kEventStep) flags.push_back(ceilings::Flag::timer_coarse);
  if (around.shared) flags.push_back(ceilings::Flag::shared_device);
  if (around.code_unchecked) flags.push_back(ceilings::Flag::code_not_checked);
  return flags;
}

}  // namespace ridgeline::bench::gpu
