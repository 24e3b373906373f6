// The SM clock during a piece of work, from the SMs' own cycle counters before and after it.
#pragma once

#include <span>
#include <vector>

#include "bench/devices/gpu/runtime.hpp"
#include "kernels/gpu/clock.hpp"

namespace ridgeline::bench::gpu {

// Hz: the median over SMs that were read both times of cycles over time; 0 where there is none, or
// no time passed.
double clock_between(std::span<const kernels::ClockReading> before,
                     std::span<const kernels::ClockReading> after);

class GpuClock {
 public:
  explicit GpuClock(GpuRuntime& gpu);
  // Queue the two readings in the first stream.
  void before() { queue(0, kShort); }
  void after() { queue(1, kShort); }
  // Hz between the two, once everything is done.
  double read();
  // Keeps all SMs busy with next to nothing, which costs no power, until the clock stands still or
  // 0.3 s have passed: a card that rested long may have lowered it.
  void run_until_steady();

 private:
  static constexpr std::uint32_t kShort = 2000;  // cycles

  void queue(int which, std::uint32_t spin);

  GpuRuntime& gpu_;
  GpuMemory memory_;
};

}  // namespace ridgeline::bench::gpu
