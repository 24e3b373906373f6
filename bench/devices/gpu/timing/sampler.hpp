// Watches a card beside the work that is timed on it: a thread of its own reads the sensors every
// few milliseconds and keeps what matters.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "bench/devices/gpu/sensors.hpp"

namespace ridgeline::bench::gpu {

struct SensorSummary {
  int readings = 0;
  double power = 0;                         // W, mean; 0: unknown
  double temperature = 0;                   // degrees Celsius, highest; 0: unknown
  std::uint64_t reasons = 0;                // of clock_event, of all readings together
  double sm_clock_least = 0, sm_clock = 0;  // Hz, least and median; 0: unknown
  double memory_clock = 0;                  // Hz, highest; 0: unknown
  int link_generation = 0, link_width = 0;  // highest; 0: unknown
};

class SensorSampler {
 public:
  explicit SensorSampler(const GpuSensors& sensors, double interval = 15e-3);  // s between readings
  ~SensorSampler();
  SensorSampler(const SensorSampler&) = delete;
  SensorSampler& operator=(const SensorSampler&) = delete;

  // Between the two calls the thread reads, the first time at once; a summary has at least one
  // reading, also of work that is shorter than that takes. Without sensors it is empty.
  void start();
  SensorSummary stop();

 private:
  void watch();

  const GpuSensors& sensors_;
  double interval_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool wanted_ = false, ended_ = false;
  int period_ = 0;  // how often start() was called, so that no late reading joins the next period
  std::vector<SensorReading> readings_;
  std::thread thread_;
};

// What a summary says of readings in the order they were taken.
SensorSummary summarize_readings(const std::vector<SensorReading>& readings);

}  // namespace ridgeline::bench::gpu
