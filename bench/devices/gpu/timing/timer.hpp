// The timed region of a GPU: work is brought to the state it is measured in, batches of it run
// between two events, and beside them the SM clock is read and the card is watched.
#pragma once

#include "bench/devices/gpu/timing/clock.hpp"
#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/timing/sampler.hpp"
#include "bench/devices/gpu/work.hpp"

namespace ridgeline {

struct GpuTiming {
  double seconds = 0, passes = 0;
  double clock_hz = 0;  // 0: unknown
  NvmlSummary watch;    // of the card, beside it
};

class CudaTimer {
 public:
  CudaTimer(Gpu& gpu, const Nvml& nvml) : gpu_(gpu), clock_(gpu), sampler_(nvml) {}

  // One repetition of at least that much.
  GpuTiming time(CudaWork& work, const Amount& amount);
  // Does the work for that long, GPU time, and says how the card was doing.
  NvmlSummary occupy(CudaWork& work, double seconds);

 private:
  void wake(CudaWork& work);
  std::uint64_t passes_for(CudaWork& work, const Amount& amount);
  double batch(CudaWork& work, std::uint64_t passes);
  void queue(CudaWork& work, std::uint64_t passes);

  Gpu& gpu_;
  CudaClock clock_;
  NvmlSampler sampler_;
  double last_work_ = -1e9;  // now_seconds() when the GPU was last kept busy
};

}  // namespace ridgeline
