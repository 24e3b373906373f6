// Each thread brings its slice into its caches, reads its clock, waits for the others, works, and
// reads its clock again. Nothing but the kernel is between the two readings of the time.
#include "bench/devices/cpu/timed_region.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bench/devices/system/interference.hpp"
#include "bench/devices/system/timer.hpp"
#include "kernels/cpu/clock/clock.hpp"

namespace ridgeline::bench {
namespace {

// One thread's readings, on lines of its own.
struct alignas(128) Reading {
  double start = 0, end = 0, clock_before = 0, clock_after = 0, width_before = 0, width_after = 0;
  std::int64_t switches = 0;
  std::uint64_t checksum = 0;
};

// The fastest of three short chains: an interruption only makes a chain slower.
double clock_now() {
  constexpr std::uint64_t kSteps = 30'000;  // about 10 us; reading the time adds 0.2 % to that
  double clock = 0;
  for (int i = 0; i < 3; ++i) clock = std::max(clock, kernels::core_clock_hz(kSteps));
  return clock;
}

// Additions a cycle, the most of three short readings; 0 where there is no chain.
double width_now(double clock) {
  constexpr std::uint64_t kSteps = 40'000;  // about 4 us
  double rate = 0;
  for (int i = 0; i < 3; ++i) rate = std::max(rate, kernels::wide_additions_hz(kSteps));
  return clock > 0 ? rate / clock : 0;
}

void work(const kernels::CpuBackend& backend, const kernels::Slice& slice,
          const RegionPasses& passes, StartBarrier& barrier, Reading& reading) {
  if (passes.warm_up > 0) reading.checksum += backend.run(slice, passes.warm_up);
  reading.clock_before = clock_now();
  reading.width_before = width_now(reading.clock_before);
  const std::int64_t switches = involuntary_switches();
  barrier.wait();
  reading.start = now_seconds();
  reading.checksum += backend.run(slice, passes.timed);
  reading.end = now_seconds();
  reading.switches = involuntary_switches() - switches;
  reading.width_after = width_now(reading.clock_before);
  reading.clock_after = clock_now();
}

}  // namespace

TimedRegion time_region(ThreadTeam& team, const Case& c, std::span<const kernels::Slice> slices,
                        const RegionPasses& passes) {
  const auto& backend = std::get<kernels::CpuBackend>(c.kernel->backend);
  std::vector<Reading> readings(slices.size());
  team.run(c.scope.units, [&](int position, StartBarrier& barrier) {
    const auto thread = static_cast<std::size_t>(position);
    work(backend, slices[thread], passes, barrier, readings[thread]);
  });

  TimedRegion region;
  double start = readings.front().start;
  double end = readings.front().end;
  for (const Reading& reading : readings) {
    start = std::min(start, reading.start);
    end = std::max(end, reading.end);
    region.clock_hz += (reading.clock_before + reading.clock_after) / 2;
    region.clock_change =
        std::max(region.clock_change, std::abs(reading.clock_after / reading.clock_before - 1));
    region.switches += reading.switches;
  }
  region.width = readings.front().width_before;
  for (const Reading& reading : readings) {
    region.width = std::min({region.width, reading.width_before, reading.width_after});
  }
  region.seconds = end - start;
  region.clock_hz /= static_cast<double>(readings.size());
  return region;
}

}  // namespace ridgeline::bench
