// The timed region of host kernels: warm-up, clock, barrier, kernel, clock, on every thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bench/devices/cpu/thread_team.hpp"
#include "bench/devices/device.hpp"

namespace ridgeline::bench {

struct RegionPasses {
  std::uint64_t warm_up = 0;
  std::uint64_t timed = 1;
};

struct TimedRegion {
  double seconds = 0;         // from the first thread's start to the last one's end
  double clock_hz = 0;        // mean of the threads' clocks before and after
  double clock_change = 0;    // largest |after / before - 1| of a thread
  double width = 0;           // additions a cycle, the least of any thread before or after
  std::int64_t switches = 0;  // involuntary, of all threads
};

TimedRegion time_region(ThreadTeam& team, const Case& c, std::span<const kernels::Slice> slices,
                        const RegionPasses& passes);

}  // namespace ridgeline::bench
