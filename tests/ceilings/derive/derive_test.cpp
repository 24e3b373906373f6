// derive(): the numbers of a ceiling, from repetitions to medians, per second and per cycle.
#include <gtest/gtest.h>

#include "ceilings/derive/derive.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace hand;

const char* const kDram = "bandwidth/DRAM/core/1:0/avx512";

Ceiling only_ceiling(const std::vector<double>& rates) {
  Archive archive = cpu();
  archive.samples = {bandwidth("L1", "1:0", "avx512", 16 * kKiB, rates)};
  derive(archive);
  EXPECT_EQ(archive.ceilings.size(), 1u);
  return archive.ceilings.at(0);
}

TEST(Ceilings, MedianOfOddCount) {
  const Ceiling c = only_ceiling({5e9, 1e9, 3e9, 2e9, 4e9, 7e9, 6e9});
  EXPECT_DOUBLE_EQ(c.value, 4e9);
  EXPECT_DOUBLE_EQ(c.best, 7e9);
  EXPECT_DOUBLE_EQ(c.spread, 1.5);
  EXPECT_EQ(c.repetitions, 7);
}

TEST(Ceilings, MedianOfEvenCountIsBetweenTheMiddleTwo) {
  const Ceiling c = only_ceiling({1e9, 2e9, 3e9, 5e9, 6e9, 7e9});
  EXPECT_DOUBLE_EQ(c.value, 4e9);
  EXPECT_DOUBLE_EQ(c.low, 1e9);  // six values: minimum and maximum
  EXPECT_DOUBLE_EQ(c.high, 7e9);
}

TEST(Ceilings, OneRepetition) {
  const Ceiling c = only_ceiling({3e9});
  EXPECT_DOUBLE_EQ(c.value, 3e9);
  EXPECT_DOUBLE_EQ(c.spread, 0);
  EXPECT_EQ(c.repetitions, 1);
}

TEST(Ceilings, NothingFromNothing) {
  Archive archive = cpu();
  archive.samples = {bandwidth("L1", "1:0", "avx512", 16 * kKiB, {})};
  Sample timeless = bandwidth("L2", "1:0", "avx512", kMiB, six(1e9));
  for (Repetition& repetition : timeless.repetitions) repetition.seconds = 0;
  archive.samples.push_back(timeless);
  derive(archive);
  EXPECT_TRUE(archive.ceilings.empty());
  EXPECT_TRUE(archive.ridges.empty());
  EXPECT_TRUE(archive.empirical.empty());
}

TEST(Ceilings, EmptyArchiveDerivesToNothing) {
  Archive archive;
  derive(archive);
  EXPECT_TRUE(archive.levels.empty());
  EXPECT_TRUE(archive.ceilings.empty());
}

TEST(Ceilings, FailedAndSkippedSamplesMakeNone) {
  Archive archive = cpu();
  Sample failed = bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(9e9));
  failed.status = Status::failed;
  Sample skipped = bandwidth("L2", "1:0", "avx512", kMiB, six(9e9));
  skipped.status = Status::skipped;
  archive.samples = {failed, skipped, bandwidth("L3", "1:0", "avx512", 16 * kMiB, six(1e9))};
  derive(archive);
  ASSERT_EQ(archive.ceilings.size(), 1u);
  EXPECT_EQ(archive.ceilings[0].level, "L3");
}

TEST(Ceilings, WinnerIsTheHighestMedianNotTheHighestBest) {
  Archive archive = cpu();
  const Sample lucky = bandwidth("L1", "1:0", "avx512", 8 * kKiB, {2e9, 2e9, 2e9, 2e9, 2e9, 9e9});
  const Sample steady = bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(3e9));
  archive.samples = {lucky, steady};
  derive(archive);
  ASSERT_EQ(archive.ceilings.size(), 1u);
  const Ceiling& c = archive.ceilings[0];
  EXPECT_DOUBLE_EQ(c.value, 3e9);
  EXPECT_DOUBLE_EQ(c.best, 3e9);
  EXPECT_EQ(c.repetitions, 6);  // the winner's only: pooled ones would be two distributions
  EXPECT_EQ(c.evidence, (std::vector<std::string>{steady.name, lucky.name}));
}

TEST(Ceilings, DerivingAgainChangesNothing) {
  Archive archive = cpu();
  add_sweep(archive);
  archive.samples.push_back(compute("fp64", "fma-avx512", six(80e9)));
  derive(archive);
  const Archive once = archive;
  derive(archive);
  ASSERT_EQ(archive.ceilings.size(), once.ceilings.size());
  EXPECT_EQ(archive.levels.size(), once.levels.size());
  EXPECT_EQ(archive.ridges.size(), once.ridges.size());
  EXPECT_GT(once.ridges.size(), 0u);
}

TEST(Ceilings, TrafficCountsWhatStoresMakeTheCacheRead) {
  Archive archive = cpu();
  Sample triad = bandwidth("DRAM", "2:1", "triad-avx512", 300 * kMiB, six(24e9));
  const double third = static_cast<double>(triad.working_set) / 3;
  triad.work = {2 * third, third, third, 0};
  Sample streamed = triad;
  streamed.id += "-nt";
  streamed.work.bytes_allocated = 0;
  archive.samples = {triad, streamed};
  derive(archive);
  EXPECT_NEAR(find(archive, triad.id)->traffic, 32e9, 1);  // 4/3
  EXPECT_DOUBLE_EQ(find(archive, streamed.id)->traffic, find(archive, streamed.id)->value);
}

TEST(Ceilings, LatencyIsTheLowestMedianTime) {
  Archive archive = cpu();
  Sample chase = bandwidth("L1", "1:0", "", 16 * kKiB, {});
  chase.family = "latency";
  chase.id = "latency/L1/core";
  chase.mix.clear();
  chase.work = {0, 0, 0, 1000};
  // 1000 loads a pass at 1 / (2 ns)
  chase.repetitions = repeat(1000, {0.5e9, 0.5e9, 0.5e9, 0.4e9, 0.5e9, 0.625e9});
  Sample slower = chase;
  slower.name += "b";
  slower.repetitions = repeat(1000, six(0.25e9));
  archive.samples = {slower, chase};
  derive(archive);
  const Ceiling* c = find(archive, "latency/L1/core");
  ASSERT_NE(c, nullptr);
  EXPECT_EQ(c->unit, "s");
  EXPECT_NEAR(c->value, 2e-9, 1e-18);
  EXPECT_NEAR(c->best, 1.6e-9, 1e-18);
  EXPECT_NEAR(c->low, 1.6e-9, 1e-18);
  EXPECT_NEAR(c->high, 2.5e-9, 1e-18);
  EXPECT_NEAR(c->per_cycle, 4, 1e-9);  // cycles a load at 2 GHz
  EXPECT_EQ(c->evidence.front(), chase.name);
}

TEST(Ceilings, PerCycleAndShareUseTheClockBesideEachRepetition) {
  Archive archive = cpu();
  archive.device.peaks = {{"bandwidth/L1/1:0/avx512", 128, 0, "a manual"}};
  Sample sample = bandwidth("L1", "1:0", "avx512", 16 * kKiB, {});
  for (const double clock : {1e9, 2e9, 4e9}) {  // always 120 B a cycle
    Repetition r = repeat(static_cast<double>(sample.working_set), {120 * clock}).front();
    r.clock_hz = clock;
    sample.repetitions.push_back(r);
  }
  sample.repetitions.back().order = 2;
  archive.samples = {sample};
  derive(archive);
  const Ceiling& c = archive.ceilings.at(0);
  EXPECT_NEAR(c.per_cycle, 120, 1e-9);
  EXPECT_NEAR(c.share, 120.0 / 128, 1e-12);
  EXPECT_DOUBLE_EQ(c.clock_hz, 2e9);
  EXPECT_DOUBLE_EQ(c.limit, 256e9);
  EXPECT_EQ(c.limit_source, "a manual");
}

TEST(Ceilings, UnknownClockIsUnknownNotZeroPeak) {
  Archive archive = cpu();
  archive.device.peaks = {{"bandwidth/L1/1:0/avx512", 128, 0, "a manual"}};
  Sample sample = bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(300e9));
  for (Repetition& repetition : sample.repetitions) repetition.clock_hz = 0;
  archive.samples = {sample};
  derive(archive);
  const Ceiling& c = archive.ceilings.at(0);
  EXPECT_EQ(c.clock_hz, 0);
  EXPECT_EQ(c.per_cycle, 0);
  EXPECT_EQ(c.limit, 0);
  EXPECT_EQ(c.share, 0);
  EXPECT_TRUE(c.suspect.empty());
}

TEST(Ceilings, MemoryHasNoRatePerCycleAndAllCoresShareTheirs) {
  Archive archive = cpu();
  Sample both = compute("fp64", "fma-avx512", six(128e9));
  both.units = 2;
  archive.samples = {bandwidth("DRAM", "1:0", "avx512", 200 * kMiB, six(12e9)), both};
  derive(archive);
  EXPECT_EQ(find(archive, kDram)->per_cycle, 0);
  EXPECT_NEAR(find(archive, both.id)->per_cycle, 32, 1e-9);  // per core
}

}  // namespace
}  // namespace ridgeline::ceilings
