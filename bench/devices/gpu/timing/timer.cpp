// Rest, warm-up, calibration, and one repetition.
#include "bench/devices/gpu/timing/timer.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "bench/devices/system/interrupt.hpp"
#include "bench/devices/system/timer.hpp"

namespace ridgeline::bench::gpu {
namespace {

constexpr double kIdle = 1.0;     // s without work after which a card may have lowered its clocks
constexpr double kWarmUp = 0.4;   // s of work that bring them back (0.1 to 0.5 were seen)
constexpr double kLead = 300e-6;  // s of the same work right before each timed batch
constexpr double kNoLead = 0.1;   // s of a pass from which on it would cost more than it brings
constexpr double kClear = 1e-3;   // s of a batch that tells a pass's length: 2000 steps of events
constexpr double kLongest = 0.2;  // s of one launch: a display's watchdog ends longer ones
constexpr double kPiece = 20e-3;  // s of work queued at a time while warming up

std::uint64_t passes_in(double seconds, double pass_seconds) {
  const double passes = std::ceil(seconds / pass_seconds);
  return static_cast<std::uint64_t>(
      std::clamp(passes, 1.0, static_cast<double>(GpuWork::kMostPasses)));
}

}  // namespace

void GpuTimer::queue(GpuWork& work, std::uint64_t passes) {
  std::uint64_t most = GpuWork::kMostPasses;
  if (work.pass_seconds > 0) most = passes_in(kLongest, work.pass_seconds);
  for (; passes > most; passes -= most) work.queue(most);
  work.queue(passes);
}

double GpuTimer::batch(GpuWork& work, std::uint64_t passes) {
  gpu_.record(GpuEvent::start);
  queue(work, passes);
  gpu_.record(GpuEvent::end);
  const double seconds = gpu_.seconds_between(GpuEvent::start, GpuEvent::end);
  gpu_.wait();  // launches that failed while they ran are reported here at the latest
  last_work_ = now_seconds();
  return seconds;
}

SensorSummary GpuTimer::occupy(GpuWork& work, double seconds) {
  sampler_.start();
  try {
    for (double done = 0; done < seconds && !interrupted();) {
      const std::uint64_t passes = passes_in(kPiece, work.pass_seconds);
      const double took = batch(work, passes);
      if (!(took > 0)) break;  // the repetition that follows reports what cannot be
      done += took;
      work.pass_seconds = took / static_cast<double>(passes);
    }
  } catch (...) {
    sampler_.stop();
    throw;
  }
  return sampler_.stop();
}

void GpuTimer::wake(GpuWork& work) {
  double warm_up = 0;
  if (!work.begun) {
    warm_up = work.what.warm_up;
    if (work.what.rest > 0) {
      std::this_thread::sleep_for(std::chrono::duration<double>(work.what.rest));
    }
  }
  const bool idle = now_seconds() - last_work_ > kIdle;
  // A burst shows what a cool card does: it is brought to its clock without being heated.
  if (work.what.mode == Mode::burst) {
    if (idle || (!work.begun && work.what.rest > 0)) clock_.run_until_steady();
  } else if (idle) {
    warm_up = std::max(warm_up, kWarmUp);
  }
  if (warm_up > 0) occupy(work, warm_up);
  work.begun = true;
}

std::uint64_t GpuTimer::passes_for(GpuWork& work, const Amount& amount) {
  const double wanted = std::max(amount.seconds / work.pass_seconds, std::max(amount.passes, 1.0));
  return static_cast<std::uint64_t>(std::ceil(wanted));
}

GpuTiming GpuTimer::time(GpuWork& work, const Amount& amount) {
  work.begin();
  for (std::uint64_t passes = 1; work.pass_seconds <= 0;) {
    const double seconds = batch(work, passes);
    if (!(seconds > 0) || !std::isfinite(seconds)) return {seconds, double(passes), 0, {}};
    if (seconds >= kClear || passes >= GpuWork::kMostPasses) {
      work.pass_seconds = seconds / static_cast<double>(passes);
    }
    passes = std::min(GpuWork::kMostPasses,
                      passes * static_cast<std::uint64_t>(std::clamp(kClear / seconds, 2.0, 64.0)));
  }
  wake(work);
  const std::uint64_t passes = passes_for(work, amount);
  GpuTiming timing;
  sampler_.start();
  try {
    if (work.pass_seconds < kNoLead) queue(work, passes_in(kLead, work.pass_seconds));
    clock_.before();
    gpu_.record(GpuEvent::start);
    queue(work, passes);
    gpu_.record(GpuEvent::end);
    clock_.after();
    timing.seconds = gpu_.seconds_between(GpuEvent::start, GpuEvent::end);
    timing.clock_hz = clock_.read();  // waits for everything
  } catch (...) {
    sampler_.stop();
    throw;
  }
  timing.watch = sampler_.stop();
  last_work_ = now_seconds();
  timing.passes = static_cast<double>(passes);
  if (timing.seconds > 0) work.pass_seconds = timing.seconds / timing.passes;
  return timing;
}

}  // namespace ridgeline::bench::gpu
