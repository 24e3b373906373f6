// The timed region of a GPU: work is brought to the state it is measured in, batches of it run
// between two events, and beside them the SM clock is read and the card is watched.
#pragma once

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/timing/clock.hpp"
#include "bench/devices/gpu/timing/sampler.hpp"
#include "bench/devices/gpu/work.hpp"

namespace ridgeline::bench::gpu {

struct GpuTiming {
  double seconds = 0, passes = 0;
  double clock_hz = 0;  // 0: unknown
  SensorSummary watch;  // of the card, beside it
};

class GpuTimer {
 public:
  GpuTimer(GpuRuntime& gpu, const GpuSensors& sensors)
      : gpu_(gpu), clock_(gpu), sampler_(sensors) {}

  // One repetition of at least that much.
  GpuTiming time(GpuWork& work, const Amount& amount);
  // Does the work for that long, GPU time, and says how the card was doing.
  SensorSummary occupy(GpuWork& work, double seconds);

 private:
  void wake(GpuWork& work);
  std::uint64_t passes_for(GpuWork& work, const Amount& amount);
  double batch(GpuWork& work, std::uint64_t passes);
  void queue(GpuWork& work, std::uint64_t passes);

  GpuRuntime& gpu_;
  GpuClock clock_;
  SensorSampler sampler_;
  double last_work_ = -1e9;  // now_seconds() when the GPU was last kept busy
};

}  // namespace ridgeline::bench::gpu
