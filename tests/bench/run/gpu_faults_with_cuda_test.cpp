// What goes wrong on GPUs, injected: the run ends in order, keeps what it has, and says what it
// was.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/bench/run/simulated_gpu.hpp"

namespace ridgeline::bench {
namespace {

using nlohmann::json;

std::vector<const ceilings::Sample*> failed(const GpuRun& run) {
  std::vector<const ceilings::Sample*> samples;
  for (const ceilings::Sample& sample : run.archive.samples) {
    if (sample.status == ceilings::Status::failed) samples.push_back(&sample);
  }
  return samples;
}

TEST(GpuFaults, AFailedLaunchIsDataAndTheOthersGoOn) {
  const GpuRun run = characterize_gpu("h200", "quick", {{"launch_failure", "fma_f32"}});
  EXPECT_TRUE(run.archive.complete);
  EXPECT_EQ(run.lost, "");
  ASSERT_FALSE(failed(run).empty());
  for (const ceilings::Sample* sample : failed(run)) {
    EXPECT_EQ(sample->kernel, "fma_f32");
    EXPECT_NE(sample->reason.find("cannot launch"), std::string::npos);
  }
  EXPECT_EQ(ceiling_of(run.archive, "compute/fp32/fma/chip"), nullptr);
  EXPECT_NE(ceiling_of(run.archive, "compute/fp64/fma/chip"), nullptr);
}

TEST(GpuFaults, TooLittleMemoryLeavesTheCaches) {
  const GpuRun run = characterize_gpu("h200", "quick", {{"out_of_memory_above", 300'000'000}});
  EXPECT_TRUE(run.archive.complete);
  ASSERT_FALSE(failed(run).empty());
  for (const ceilings::Sample* sample : failed(run)) {
    EXPECT_GT(sample->working_set, 300'000'000u) << sample->name;
    EXPECT_NE(sample->reason.find("no memory"), std::string::npos);
  }
  EXPECT_NE(ceiling_of(run.archive, "bandwidth/L2@near/chip/1:0/ld16B"), nullptr);
  EXPECT_NE(ceiling_of(run.archive, "compute/fp32/fma/chip"), nullptr);
}

TEST(GpuFaults, ALostDeviceEndsTheRunWithAnArchive) {
  const GpuRun run = characterize_gpu("h200", "quick", {{"device_lost_after", 1500}});
  EXPECT_NE(run.lost.find("lost after 1500 runs"), std::string::npos) << run.lost;
  EXPECT_FALSE(run.archive.complete);
  EXPECT_EQ(run.archive.incomplete_reason, "the device was lost: " + run.lost);
  EXPECT_EQ(failed(run).size(), 1u) << "the one that met it";
  EXPECT_FALSE(run.archive.ceilings.empty());
  std::size_t repetitions = 0;
  for (const ceilings::Sample& sample : run.archive.samples) {
    repetitions += sample.repetitions.size();
    EXPECT_FALSE(sample.status == ceilings::Status::ok && sample.repetitions.empty())
        << sample.name;
  }
  EXPECT_EQ(repetitions, 1500u) << "nothing that was measured is missing";
  EXPECT_FALSE(std::filesystem::exists(run.path + ".journal.jsonl"));
}

// Idle thermal slowdown: 40 % of the clock from some moment on. Rates fall, rates per cycle do not.
TEST(GpuFaults, ASaggingClockIsSeen) {
  const GpuRun healthy = characterize_gpu("h200", "quick");
  const GpuRun run = characterize_gpu(
      "h200", "quick",
      {{"clock_sag", {{"after_seconds", 20}, {"factor", 0.4}, {"over_seconds", 5}}}});
  int low = 0;
  for (const ceilings::Ceiling& ceiling : run.archive.ceilings) {
    low += is_marked(ceiling, ceilings::Flag::low_clock) ? 1 : 0;
    const ceilings::Ceiling* before = ceiling_of(healthy.archive, ceiling.id);
    if (before == nullptr || ceiling.kind != "compute" || before->per_cycle <= 0) continue;
    EXPECT_NEAR(ceiling.per_cycle / before->per_cycle, 1, 0.02) << ceiling.id;
  }
  EXPECT_GT(low, 5);
  for (const ceilings::Ceiling& ceiling : healthy.archive.ceilings) {
    EXPECT_FALSE(is_marked(ceiling, ceilings::Flag::low_clock)) << ceiling.id;
  }
}

TEST(GpuFaults, ATimeThatIsNoNumberFailsOneCase) {
  const GpuRun run = characterize_gpu("h200", "quick", {{"nan_after", 1500}});
  ASSERT_EQ(failed(run).size(), 1u);
  EXPECT_NE(failed(run)[0]->reason.find("cannot be"), std::string::npos);
  for (const ceilings::Ceiling& ceiling : run.archive.ceilings) {
    EXPECT_TRUE(std::isfinite(ceiling.value) && ceiling.value > 0) << ceiling.id;
  }
  EXPECT_TRUE(run.archive.complete);
}

}  // namespace
}  // namespace ridgeline::bench
