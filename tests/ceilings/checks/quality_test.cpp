// Every reason that makes a figure suspect, injected once, and its neighbour just inside the
// threshold.
#include <gtest/gtest.h>

#include "ceilings/derive/derive.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace hand;

const std::string kFma = "compute/fp64/fma-avx512/core";

Archive with(std::vector<Sample> samples, std::vector<Peak> peaks = {}) {
  Archive archive = cpu();
  archive.samples = std::move(samples);
  archive.device.peaks = std::move(peaks);
  derive(archive);
  return archive;
}

Ceiling fma_at(const std::vector<double>& rates, std::vector<Peak> peaks = {}) {
  const Archive archive = with({compute("fp64", "fma-avx512", rates)}, std::move(peaks));
  return archive.ceilings.at(0);
}

// 32 FLOP a cycle at 2 GHz: 64 GFLOP/s.
const std::vector<Peak> kPerCycle = {{"compute/fp64/fma-avx512", 32, 0, "a manual"}};
const std::vector<Peak> kDataSheet = {{"compute/fp64", 0, 128e9, "a data sheet"}};

TEST(Suspicion, SoundCeilingHasNone) {
  const Ceiling c = fma_at(six(63e9), kPerCycle);
  EXPECT_TRUE(c.suspect.empty());
  EXPECT_TRUE(c.notes.empty());
  EXPECT_NEAR(c.share, 63.0 / 64, 1e-12);
}

TEST(Suspicion, AboveLimit) {
  EXPECT_FALSE(has(fma_at(six(65.2e9), kPerCycle), Flag::above_limit));  // 1.019
  const Ceiling c = fma_at(six(66e9), kPerCycle);                        // 1.03
  EXPECT_EQ(c.suspect, std::vector<Flag>{Flag::above_limit});
  EXPECT_DOUBLE_EQ(c.value, 66e9);  // never clipped
  EXPECT_TRUE(c.roof);
}

TEST(Suspicion, ThreeTimesTheoryIsFailedButKept) {
  const Archive archive =
      with({compute("fp64", "fma-avx512", six(192e9)), compute("fp64", "fma-avx2", six(31e9)),
            bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(200e9))},
           kPerCycle);
  const Ceiling& broken = *find(archive, kFma);
  EXPECT_TRUE(has(broken, Flag::optimised_away));
  EXPECT_DOUBLE_EQ(broken.value, 192e9);
  EXPECT_FALSE(broken.roof);
  EXPECT_FALSE(broken.reference);
  EXPECT_TRUE(find(archive, "compute/fp64/fma-avx2/core")->roof);
  ASSERT_EQ(archive.ridges.size(), 1u);
  EXPECT_EQ(archive.ridges[0].compute, "compute/fp64/fma-avx2/core");
}

TEST(Suspicion, BoostAboveADataSheetIsANoteOnly) {
  // The whole device: two units.
  Sample boosted = compute("fp64", "fma-avx512", six(1.05 * 128e9));
  boosted.units = 2;
  const Archive archive = with({boosted}, kDataSheet);
  const Ceiling& c = archive.ceilings.at(0);
  EXPECT_TRUE(c.suspect.empty());
  EXPECT_TRUE(says(c.notes, "boost"));
  EXPECT_DOUBLE_EQ(c.value, 1.05 * 128e9);
  EXPECT_NEAR(c.share, 1.05, 1e-12);
  EXPECT_TRUE(c.roof);
  EXPECT_TRUE(has(fma_at(six(3 * 128e9), kDataSheet), Flag::optimised_away));
}

TEST(Suspicion, MemoryFarAboveItsDataSheetRestsInCaches) {
  const Archive archive = with({bandwidth("DRAM", "1:0", "avx512", 400 * kMiB, six(3868e9))},
                               {{"bandwidth/DRAM", 0, 1008e9, "a data sheet"}});
  EXPECT_TRUE(has(archive.ceilings.at(0), Flag::cache_resident));
  EXPECT_TRUE(has(archive.ceilings.at(0), Flag::optimised_away));
  EXPECT_FALSE(archive.ceilings.at(0).roof);
}

TEST(Suspicion, CacheResident) {
  const Archive archive = with({bandwidth("DRAM", "1:0", "avx512", 64 * kMiB, six(30e9)),
                                bandwidth("DRAM", "1:1", "update-avx512", 400 * kMiB, six(12e9))});
  const Ceiling& small = *find(archive, "bandwidth/DRAM/core/1:0/avx512");
  EXPECT_TRUE(has(small, Flag::cache_resident));
  EXPECT_TRUE(says(small.notes, "64 MiB is below 4 x"));
  EXPECT_FALSE(small.roof);
  EXPECT_TRUE(find(archive, "bandwidth/DRAM/core/1:1/update-avx512")->roof);
}

TEST(Suspicion, Throttled) {
  const std::vector<double> falling = {1425e9, 1450e9, 1400e9, 1373e9, 1340e9,
                                       1300e9, 1280e9, 1260e9, 1237e9, 1210e9};
  const Ceiling c = fma_at(falling);
  EXPECT_TRUE(has(c, Flag::throttled));
  EXPECT_TRUE(says(c.notes, "clock went from"));
  EXPECT_DOUBLE_EQ(c.best, 1450e9);
  EXPECT_DOUBLE_EQ(c.value, 1320e9);
  std::vector<double> mixed = falling;  // the same values without a trend
  std::swap(mixed[0], mixed[8]);
  std::swap(mixed[1], mixed[6]);
  std::swap(mixed[3], mixed[9]);
  EXPECT_FALSE(has(fma_at(mixed), Flag::throttled));
}

TEST(Suspicion, TrendFollowsTheOrderOfTheRunNotOfTheFile) {
  Sample sample = compute("fp64", "fma-avx512", {});
  sample.repetitions = repeat(1000, {100e9, 96e9, 92e9, 88e9, 84e9, 80e9, 76e9, 72e9});
  for (std::size_t i = 0; i < 8; ++i) sample.repetitions[i].order = (i * 3) % 8;  // shuffled
  EXPECT_FALSE(has(with({sample}).ceilings.at(0), Flag::throttled));
}

TEST(Suspicion, FewRepetitions) {
  EXPECT_TRUE(has(fma_at(std::vector<double>(5, 1e9)), Flag::few_repetitions));
  EXPECT_FALSE(has(fma_at(six(1e9)), Flag::few_repetitions));
}

TEST(Suspicion, Unsteady) {
  EXPECT_TRUE(has(fma_at({93e9, 99e9, 104e9, 96e9, 100e9, 101e9}), Flag::unsteady));   // 5.5 %
  EXPECT_FALSE(has(fma_at({98e9, 99e9, 103e9, 98e9, 100e9, 101e9}), Flag::unsteady));  // 2.5 %
}

class RepetitionFlag : public testing::TestWithParam<Flag> {};

Sample flagged(Flag flag, int count) {
  Sample sample = compute("fp64", "fma-avx512", std::vector<double>(12, 60e9));
  for (int i = 0; i < count; ++i) {
    sample.repetitions[static_cast<std::size_t>(4 * i % 12 + i / 3)].flags = {flag};
  }
  return sample;
}

TEST_P(RepetitionFlag, AQuarterOfTheRepetitionsMakesItTheCeilings) {
  const Ceiling many = with({flagged(GetParam(), 3)}).ceilings.at(0);
  EXPECT_EQ(many.suspect, std::vector<Flag>{GetParam()});
  EXPECT_TRUE(says(many.notes, "3 of 12 repetitions"));
  const Ceiling few = with({flagged(GetParam(), 2)}).ceilings.at(0);
  EXPECT_TRUE(few.suspect.empty());
  EXPECT_TRUE(says(few.notes, "2 of 12 repetitions"));
}

INSTANTIATE_TEST_SUITE_P(SeenWhileMeasuring, RepetitionFlag,
                         testing::Values(Flag::clock_changed, Flag::clock_disagrees,
                                         Flag::throttled, Flag::stolen_time, Flag::timer_coarse,
                                         Flag::quota_limited, Flag::oversubscribed,
                                         Flag::placement_moved, Flag::shared_device,
                                         Flag::code_not_checked, Flag::power_limited,
                                         Flag::thermally_limited));

TEST(Suspicion, LosersFlagsAreNotTheWinners) {
  Sample loser = flagged(Flag::stolen_time, 12);
  Sample winner = compute("fp64", "fma-avx512", six(61e9));
  EXPECT_TRUE(with({loser, winner}).ceilings.at(0).suspect.empty());
}

TEST(Suspicion, LowClock) {
  Archive archive = cpu();
  archive.samples = {compute("fp64", "fma-avx512", six(60e9))};  // at 2 GHz
  archive.device.attributes["promised_clock_hz"] = "4100000000";
  derive(archive);
  EXPECT_TRUE(has(archive.ceilings.at(0), Flag::low_clock));
  archive.device.attributes["promised_clock_hz"] = "3900000000";
  derive(archive);
  EXPECT_FALSE(has(archive.ceilings.at(0), Flag::low_clock));
  archive.device.attributes["promised_clock_hz"] = "unknown";
  derive(archive);
  EXPECT_FALSE(has(archive.ceilings.at(0), Flag::low_clock));
}

TEST(Suspicion, TopologyDisagrees) {
  const auto l3_flagged = [](std::uint64_t nominal) {
    Archive archive = cpu();
    archive.device.levels[2].bytes = nominal;
    add_sweep(archive);
    archive.samples.push_back(bandwidth("L3", "1:0", "avx512", 16 * kMiB, six(40e9)));
    archive.samples.push_back(compute("fp64", "fma-avx512", six(60e9)));
    derive(archive);
    EXPECT_TRUE(find(archive, kFma)->suspect.empty());
    EXPECT_FALSE(has(*find(archive, "bandwidth/L2/core/1:0/avx512"), Flag::topology_disagrees));
    return has(*find(archive, "bandwidth/L3/core/1:0/avx512"), Flag::topology_disagrees);
  };
  EXPECT_TRUE(l3_flagged(300 * kMiB));
  EXPECT_FALSE(l3_flagged(36 * kMiB));
}

TEST(Suspicion, OrderOfInstructionSets) {
  Archive archive =
      with({compute("fp64", "fma-avx512", six(60e9)), compute("fp64", "fma-avx2", six(70e9))});
  EXPECT_TRUE(has(*find(archive, kFma), Flag::order_violated));
  EXPECT_TRUE(has(*find(archive, "compute/fp64/fma-avx2/core"), Flag::order_violated));
  EXPECT_TRUE(says(find(archive, kFma)->notes, "slower than compute/fp64/fma-avx2/core"));
  // A tie, other precisions, and what the spreads cover are fine.
  archive = with({compute("fp64", "fma-avx512", six(60e9)), compute("fp64", "fma-avx2", six(61e9)),
                  compute("fp32", "fma-sse", six(80e9))});
  for (const Ceiling& c : archive.ceilings) EXPECT_TRUE(c.suspect.empty()) << c.id;
  archive = with({compute("fp64", "fma-avx512", {50e9, 60e9, 60e9, 60e9, 60e9, 71e9}),
                  compute("fp64", "fma-avx2", six(70e9))});
  EXPECT_FALSE(has(*find(archive, kFma), Flag::order_violated));
}

TEST(Suspicion, LicenceClockIsNoViolation) {
  Sample wide = compute("fp64", "fma-avx512", six(48e9));
  for (Repetition& repetition : wide.repetitions) repetition.clock_hz = 1.5e9;
  const Archive archive = with({wide, compute("fp64", "fma-avx2", six(60e9))});
  EXPECT_FALSE(has(*find(archive, kFma), Flag::order_violated));  // 32 against 30 a cycle
}

// Separate operations on the pipes of the FMAs: half of their rate, give or take 3 %.
TEST(Suspicion, OrderOfSeparateAndFusedOperations) {
  const std::vector<Peak> same = {{"compute/fp64/fma-avx512", 32, 0, "a manual"},
                                  {"compute/fp64/mul-add-avx512", 16, 0, "a manual"}};
  const std::vector<Peak> more = {{"compute/fp64/fma-avx512", 32, 0, "a manual"},
                                  {"compute/fp64/mul-add-avx512", 32, 0, "a manual"}};
  const auto off = [](double separate, const std::vector<Peak>& peaks) {
    const Archive archive = with({compute("fp64", "fma-avx512", six(64e9)),
                                  compute("fp64", "mul-add-avx512", six(separate))},
                                 peaks);
    EXPECT_EQ(has(archive.ceilings.at(0), Flag::order_violated),
              has(archive.ceilings.at(1), Flag::order_violated));
    return has(archive.ceilings.at(1), Flag::order_violated);
  };
  EXPECT_FALSE(off(32.9e9, same));
  EXPECT_FALSE(off(31.1e9, same));
  EXPECT_TRUE(off(33.1e9, same));
  EXPECT_TRUE(off(30.9e9, same));
  EXPECT_FALSE(off(45e9, more));  // pipes of their own: no such rule
  EXPECT_FALSE(off(45e9, {}));    // nothing documented
}

TEST(Suspicion, OneChainIsOneResultALatency) {
  const std::vector<Peak> peaks = {{"compute/fp64/fma-one-chain-avx512", 4, 0, "4 cycles"}};
  const auto off = [&](double rate) {
    const Archive archive = with({compute("fp64", "fma-one-chain-avx512", six(rate))}, peaks);
    return has(archive.ceilings.at(0), Flag::order_violated);
  };
  EXPECT_FALSE(off(8e9));
  EXPECT_FALSE(off(7.65e9));
  EXPECT_TRUE(off(7.5e9));
  EXPECT_TRUE(off(8.5e9));
}

TEST(Suspicion, OrderOfLevels) {
  Archive archive = with({bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(100e9)),
                          bandwidth("L2", "1:0", "avx512", kMiB, six(150e9)),
                          bandwidth("L3", "1:0", "avx512", 16 * kMiB, six(40e9))});
  EXPECT_TRUE(has(archive.ceilings.at(0), Flag::order_violated));
  EXPECT_TRUE(has(archive.ceilings.at(1), Flag::order_violated));
  EXPECT_FALSE(has(archive.ceilings.at(2), Flag::order_violated));
}

}  // namespace
}  // namespace ridgeline::ceilings
