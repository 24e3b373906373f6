// What is watched beside a run.
#include "bench/devices/gpu/timing/sampler.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace ridgeline::bench::gpu {
namespace {

// A card that always says the same, or nothing.
class OneReading : public GpuSensors {
 public:
  explicit OneReading(std::string problem) : problem_(std::move(problem)) {}
  std::string problem() const override { return problem_; }
  SensorFacts facts() const override { return {}; }
  SensorReading read() const override {
    SensorReading reading;
    reading.power = 555;
    reading.temperature = 47;
    reading.sm_clock = 1.98e9;
    reading.link_generation = 5;
    return reading;
  }
  Maybe<int> other_processes(bool) const override { return 0; }

 private:
  std::string problem_;
};

TEST(SensorSampler, HasAReadingOfEverySpan) {
  const OneReading sensors("");
  SensorSampler sampler(sensors, 1e-3);
  for (int i = 0; i < 50; ++i) {
    sampler.start();
    const SensorSummary summary = sampler.stop();
    EXPECT_GE(summary.readings, 1);
    EXPECT_EQ(summary.power, 555.0);
    EXPECT_EQ(summary.temperature, 47);
    EXPECT_EQ(summary.sm_clock, 1.98e9);
    EXPECT_EQ(summary.link_generation, 5);
  }
}

TEST(SensorSampler, ReadsAgainAndAgain) {
  const OneReading sensors("");
  SensorSampler sampler(sensors, 1e-3);
  sampler.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_GE(sampler.stop().readings, 3);
}

TEST(SensorSampler, WithoutSensorsThereIsNothing) {
  const OneReading sensors("no library");
  SensorSampler sampler(sensors);
  sampler.start();
  EXPECT_EQ(sampler.stop().readings, 0);
}

TEST(SensorSampler, Summarizes) {
  std::vector<SensorReading> readings(4);
  readings[0].sm_clock = 1.0e9;
  readings[1].sm_clock = 1.9e9;
  readings[2].sm_clock = 1.5e9;
  readings[0].power = 100;
  readings[3].power = 300;
  readings[1].reasons = clock_event::kPowerCap;
  readings[2].reasons = clock_event::kThermal;
  readings[1].temperature = 50;
  readings[2].temperature = 60;
  const SensorSummary summary = summarize_readings(readings);
  EXPECT_EQ(summary.readings, 4);
  EXPECT_EQ(summary.sm_clock_least, 1.0e9);
  EXPECT_EQ(summary.sm_clock, 1.5e9);
  EXPECT_EQ(summary.power, 200);
  EXPECT_EQ(summary.temperature, 60);
  EXPECT_EQ(summary.reasons, clock_event::kPowerCap | clock_event::kThermal);
  EXPECT_EQ(summarize_readings({}).sm_clock, 0);
}

}  // namespace
}  // namespace ridgeline::bench::gpu
