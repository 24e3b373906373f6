// Which samples make a ceiling: fresh ones, inside their level's plateau; what stands in for them.
#include <gtest/gtest.h>

#include "ceilings/derive/derive.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace hand;

const char* const kL1 = "bandwidth/L1/core/1:0/avx512";
const char* const kL2 = "bandwidth/L2/core/1:0/avx512";
const char* const kDram = "bandwidth/DRAM/core/1:0/avx512";

TEST(WorkingSet, SearchIsJudgedOnFreshRepetitionsOnly) {
  Archive archive = cpu();
  for (int i = 0; i < 20; ++i) {  // a noisy search, its maximum 9 % above the truth
    Sample tried = compute("fp64", "fma-avx512", six(100e9 * (0.9 + 0.01 * i)));
    tried.stage = Stage::explore;
    tried.shape.in_flight = i + 1;
    archive.samples.push_back(tried);
  }
  archive.samples.push_back(compute("fp64", "fma-avx512", six(100e9)));
  derive(archive);
  ASSERT_EQ(archive.ceilings.size(), 1u);
  EXPECT_DOUBLE_EQ(archive.ceilings[0].value, 100e9);
  EXPECT_EQ(archive.ceilings[0].evidence.size(), 1u);
}

TEST(WorkingSet, ExploreNoiseChangesNoCeiling) {
  Archive quiet = cpu();
  add_sweep(quiet);
  quiet.samples.push_back(bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(290e9)));
  quiet.samples.push_back(compute("fp64", "fma-avx512", six(80e9)));
  Archive noisy = quiet;
  Sample wild = compute("fp64", "fma-avx512", six(400e9));
  wild.stage = Stage::explore;
  noisy.samples.push_back(wild);
  noisy.samples.push_back(bandwidth("sweep", "1:0", "avx2", 20 * kKiB, six(900e9), Stage::explore));
  derive(quiet);
  derive(noisy);
  ASSERT_EQ(quiet.ceilings.size(), noisy.ceilings.size());
  for (std::size_t i = 0; i < quiet.ceilings.size(); ++i) {
    EXPECT_EQ(quiet.ceilings[i].id, noisy.ceilings[i].id);
    EXPECT_EQ(quiet.ceilings[i].value, noisy.ceilings[i].value);
    EXPECT_EQ(quiet.ceilings[i].suspect, noisy.ceilings[i].suspect);
  }
  EXPECT_EQ(find(noisy, kL1)->value, 290e9);
}

TEST(WorkingSet, SizesOutsideThePlateauDoNotCount) {
  Archive archive = cpu();
  add_sweep(archive);
  // Faster, since half of it still rests in L1; and slower, since it spills into L3.
  archive.samples.push_back(bandwidth("L2", "1:0", "avx512", 60 * kKiB, six(200e9)));
  archive.samples.push_back(bandwidth("L2", "1:0", "avx512", kMiB, six(119e9)));
  archive.samples.push_back(bandwidth("L2", "1:0", "avx512", 1900 * kKiB, six(150e9)));
  derive(archive);
  const Ceiling* c = find(archive, kL2);
  ASSERT_NE(c, nullptr);
  EXPECT_DOUBLE_EQ(c->value, 119e9);
  EXPECT_EQ(c->evidence.size(), 1u);
  EXPECT_TRUE(says(c->notes, "does not count"));
}

TEST(WorkingSet, SmallMemorySetsDoNotCountBesideALargeOne) {
  Archive archive = cpu();
  archive.samples = {bandwidth("DRAM", "1:0", "avx512", 64 * kMiB, six(30e9)),
                     bandwidth("DRAM", "1:0", "avx512", 200 * kMiB, six(12e9))};
  derive(archive);
  const Ceiling* c = find(archive, kDram);
  ASSERT_NE(c, nullptr);
  EXPECT_DOUBLE_EQ(c->value, 12e9);
  EXPECT_FALSE(has(*c, Flag::cache_resident));
}

TEST(WorkingSet, MemorySetIsHeldAgainstTheCachesThatTheThreadsReach) {
  Archive archive = cpu();  // 16 chiplets of 8 cores with 32 MiB each, 512 MiB in all
  archive.device.units = 128;
  archive.device.levels = {{"L3", "", 32 * kMiB, 16, 8, "", ""}};
  Sample one = bandwidth("DRAM", "1:0", "avx512", 256 * kMiB, six(30e9));
  Sample all = bandwidth("DRAM", "1:0", "avx512", 256 * kMiB, six(300e9));
  all.scope = "all";
  all.units = 128;
  all.id = "bandwidth/DRAM/all/1:0/avx512";
  archive.samples = {one, all};
  derive(archive);
  EXPECT_FALSE(has(*find(archive, kDram), Flag::cache_resident));
  EXPECT_TRUE(has(*find(archive, all.id), Flag::cache_resident));
  EXPECT_EQ(find(archive, all.id)->units, 128);
  EXPECT_EQ(find(archive, all.id)->scope, "all");
}

TEST(WorkingSet, UnequalCachesAreSummedForAllCoresAndTheLargestCountsForOne) {
  Archive archive = cpu();  // 96 MiB beside 32 MiB
  archive.device.units = 8;
  archive.device.levels = {{"L3", "", 96 * kMiB, 1, 4, "", ""},
                           {"L3", "", 32 * kMiB, 1, 4, "", ""}};
  Sample one = bandwidth("DRAM", "1:0", "avx512", 400 * kMiB, six(30e9));
  Sample all = one;
  all.scope = "all";
  all.units = 8;
  all.id = "bandwidth/DRAM/all/1:0/avx512";
  archive.samples = {one, all};
  derive(archive);
  EXPECT_FALSE(has(*find(archive, kDram), Flag::cache_resident));  // 4 x 96
  EXPECT_TRUE(has(*find(archive, all.id), Flag::cache_resident));  // 4 x 128
}

TEST(WorkingSet, AbsurdCacheOfAHypervisorHoldsNoMemorySetBack) {
  Archive archive = cpu();
  archive.device.memory_bytes = 2048 * kMiB;
  archive.device.levels[2].bytes = 264 * 1024 * kMiB;
  archive.samples = {bandwidth("DRAM", "1:0", "avx512", 512 * kMiB, six(12e9))};
  derive(archive);
  EXPECT_FALSE(has(*find(archive, kDram), Flag::cache_resident));
}

TEST(WorkingSet, FoundKneeReplacesADisbelievedCapacity) {
  Archive archive = cpu();
  archive.device.levels[2].bytes = 300 * kMiB;  // what the hypervisor says; the data says 32
  add_sweep(archive);
  archive.samples.push_back(bandwidth("DRAM", "1:0", "avx512", 256 * kMiB, six(12e9)));
  derive(archive);
  ASSERT_NE(find(archive, kDram), nullptr);
  EXPECT_FALSE(has(*find(archive, kDram), Flag::cache_resident));
}

TEST(WorkingSet, ExploreStageStandsInWhereNothingWasConfirmed) {
  Archive archive = cpu();
  add_sweep(archive);
  for (Sample& sample : archive.samples) sample.repetitions.resize(3);
  derive(archive);
  ASSERT_EQ(archive.levels.size(), 4u);
  const Ceiling* c = find(archive, kL2);
  ASSERT_NE(c, nullptr);
  EXPECT_DOUBLE_EQ(c->value, 120e9);
  EXPECT_TRUE(says(c->notes, "from the explore stage only"));
  EXPECT_TRUE(has(*c, Flag::few_repetitions));
  EXPECT_NE(find(archive, kL1), nullptr);
  EXPECT_NE(find(archive, kDram), nullptr);
}

TEST(WorkingSet, MissingLevelDisablesThatLevelOnly) {
  Archive archive = cpu();
  archive.device.levels[1].bytes = 0;      // the size query returned nothing
  archive.device.levels[0].instances = 7;  // more L1s than units
  Sample lost = bandwidth("L2", "1:0", "avx512", kMiB, {});
  lost.status = Status::skipped;
  archive.samples = {bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(300e9)), lost,
                     bandwidth("L3", "1:0", "avx512", 16 * kMiB, six(40e9)),
                     compute("fp64", "fma-avx512", six(80e9))};
  derive(archive);
  EXPECT_NE(find(archive, kL1), nullptr);
  EXPECT_EQ(find(archive, kL2), nullptr);
  EXPECT_EQ(archive.ridges.size(), 2u);
}

TEST(WorkingSet, LevelThatTheSweepDidNotFindHasNoCeiling) {
  Archive archive = cpu();
  add_sweep(archive);
  Sample invented = bandwidth("L4", "1:0", "avx512", 100 * kMiB, six(40e9));
  archive.samples.push_back(invented);
  derive(archive);
  EXPECT_EQ(find(archive, invented.id), nullptr);
  EXPECT_NE(find(archive, kL1), nullptr);
}

}  // namespace
}  // namespace ridgeline::ceilings
