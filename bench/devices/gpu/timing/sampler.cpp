// One thread, asleep while nothing is timed.
#include "bench/devices/gpu/timing/sampler.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ridgeline::bench::gpu {

SensorSummary summarize_readings(const std::vector<SensorReading>& readings) {
  SensorSummary summary;
  summary.readings = static_cast<int>(readings.size());
  std::vector<double> clocks;
  double power = 0;
  int powers = 0;
  for (const SensorReading& reading : readings) {
    if (reading.sm_clock) clocks.push_back(*reading.sm_clock);
    if (reading.power) {
      power += *reading.power;
      ++powers;
    }
    summary.temperature = std::max(summary.temperature, reading.temperature.value_or(0));
    summary.reasons |= reading.reasons.value_or(0);
    summary.memory_clock = std::max(summary.memory_clock, reading.memory_clock.value_or(0));
    summary.link_generation =
        std::max(summary.link_generation, reading.link_generation.value_or(0));
    summary.link_width = std::max(summary.link_width, reading.link_width.value_or(0));
  }
  if (powers > 0) summary.power = power / powers;
  if (clocks.empty()) return summary;
  std::sort(clocks.begin(), clocks.end());
  const std::size_t middle = clocks.size() / 2;
  summary.sm_clock_least = clocks.front();
  summary.sm_clock =
      clocks.size() % 2 == 1 ? clocks[middle] : (clocks[middle - 1] + clocks[middle]) / 2;
  return summary;
}

SensorSampler::SensorSampler(const GpuSensors& sensors, double interval)
    : sensors_(sensors), interval_(interval) {
  if (sensors_.found()) thread_ = std::thread([this] { watch(); });
}

SensorSampler::~SensorSampler() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void SensorSampler::start() {
  {
    const std::lock_guard lock(mutex_);
    readings_.clear();
    wanted_ = true;
    ++period_;
  }
  changed_.notify_all();
}

SensorSummary SensorSampler::stop() {
  std::unique_lock lock(mutex_);
  if (thread_.joinable()) changed_.wait(lock, [this] { return !readings_.empty() || !wanted_; });
  wanted_ = false;
  return summarize_readings(std::exchange(readings_, {}));
}

void SensorSampler::watch() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (!wanted_) {
      changed_.wait(lock, [this] { return wanted_ || ended_; });
      continue;
    }
    const int period = period_;
    lock.unlock();  // a reading can take milliseconds
    const SensorReading reading = sensors_.read();
    lock.lock();
    if (wanted_ && period == period_) readings_.push_back(reading);
    changed_.notify_all();
    changed_.wait_for(lock, std::chrono::duration<double>(interval_),
                      [&] { return !wanted_ || ended_ || period != period_; });
  }
}

}  // namespace ridgeline::bench::gpu
