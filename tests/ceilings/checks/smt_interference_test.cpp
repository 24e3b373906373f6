// Repetitions beside a busy hardware thread of the same core: recognised by the width that was
// measured beside them, set aside where others are left, marked where not, and never lost from the
// archive.
#include "ceilings/checks/smt_interference.hpp"

#include <gtest/gtest.h>

#include "ceilings/derive/derive.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace hand;

constexpr double kFull = 3.48, kBusy = 2.6;

// A sample whose first `busy` repetitions ran at 60 % beside a busy thread.
Sample shared(const std::string& path, int all, int busy) {
  std::vector<double> rates(static_cast<std::size_t>(all), 60e9);
  std::fill_n(rates.begin(), busy, 36e9);
  Sample sample = compute("fp64", path, rates);
  for (int i = 0; i < all; ++i) {
    sample.repetitions[static_cast<std::size_t>(i)].width = i < busy ? kBusy : kFull;
  }
  return sample;
}

Archive with(std::vector<Sample> samples) {
  Archive archive = cpu();
  archive.samples = std::move(samples);
  derive(archive);
  return archive;
}

TEST(SharedCore, DisturbedRepetitionsAreSetAsideAndSaid) {
  const Archive archive = with({shared("fma-avx512", 24, 15)});
  const Ceiling& ceiling = archive.ceilings.at(0);
  EXPECT_DOUBLE_EQ(ceiling.value, 60e9);
  EXPECT_EQ(ceiling.repetitions, 9);
  EXPECT_FALSE(has(ceiling, Flag::shared_core));
  EXPECT_TRUE(says(ceiling.notes, "15 of 24 repetitions: set aside"));
  EXPECT_EQ(archive.samples.at(0).repetitions.size(), 24u) << "raw data stay";
  EXPECT_TRUE(archive.samples.at(0).reason.empty());
}

// Half of a sweep beside a busy thread for most of the time: no level may come of that.
TEST(SharedCore, ASweepKeepsItsLevels) {
  Archive archive = cpu();
  add_sweep(archive);
  std::size_t n = 0;
  for (Sample& sample : archive.samples) {
    const std::size_t busy = n++ % 2 == 0 ? 5 : 2;  // of 6
    for (std::size_t i = 0; i < sample.repetitions.size(); ++i) {
      sample.repetitions[i].width = i < busy ? kBusy : kFull;
      if (i < busy) sample.repetitions[i].seconds /= 0.6;
    }
  }
  derive(archive);
  ASSERT_EQ(archive.levels.size(), 4u);
  EXPECT_NEAR(archive.levels[0].bandwidth, 300e9, 3e9);
  EXPECT_NEAR(archive.levels[2].bandwidth, 40e9, 1e9);
}

TEST(SharedCore, TooFewOthersLeaveAllOfThemAndAMark) {
  const Archive archive = with({shared("fma-avx512", 24, 19), shared("fma-avx2", 12, 0)});
  const Ceiling& ceiling = *find(archive, "compute/fp64/fma-avx512/core");
  EXPECT_EQ(ceiling.repetitions, 24);
  EXPECT_DOUBLE_EQ(ceiling.value, 36e9);
  EXPECT_TRUE(has(ceiling, Flag::shared_core));
  EXPECT_FALSE(has(*find(archive, "compute/fp64/fma-avx2/core"), Flag::shared_core));
}

TEST(SharedCore, AnUndisturbedRunIsLeftAlone) {
  Sample sample = shared("fma-avx512", 24, 0);
  for (std::size_t i = 0; i < 24; ++i) sample.repetitions[i].width *= 1 - 0.001 * double(i);
  const Archive archive = with({sample});
  EXPECT_EQ(archive.ceilings.at(0).repetitions, 24);
  EXPECT_TRUE(archive.ceilings.at(0).notes.empty());
}

TEST(SharedCore, AMisreadClockSetsNoStandard) {
  Sample sample = shared("fma-avx512", 100, 0);
  sample.repetitions[7].width = 4.4;  // one in a hundred
  EXPECT_EQ(with({sample}).ceilings.at(0).repetitions, 100);
}

TEST(SharedCore, FewOrUnknownWidthsTellNothing) {
  EXPECT_EQ(full_width(std::vector<double>(19, kFull)), 0);
  EXPECT_DOUBLE_EQ(full_width(std::vector<double>(20, kFull)), kFull);
  Repetition unknown;
  EXPECT_FALSE(is_disturbed(unknown, kFull));
  EXPECT_EQ(with({shared("fma-avx512", 12, 6)}).ceilings.at(0).repetitions, 12);
}

// Kinds of cores differ in width; all together are as wide as the narrowest.
TEST(SharedCore, EachKindOfCoreHasItsOwnWidth) {
  Sample wide = shared("fma-avx512", 24, 0), narrow = shared("fma-avx512", 24, 0);
  wide.scope = "core.kind0";
  wide.id = wide.name = "compute/fp64/fma-avx512/core.kind0";
  narrow.scope = "core.kind1";
  narrow.id = narrow.name = "compute/fp64/fma-avx512/core.kind1";
  Sample all = narrow;
  all.scope = "all";
  all.units = 2;
  all.id = all.name = "compute/fp64/fma-avx512/all";
  for (Repetition& each : narrow.repetitions) each.width = 2.9;
  for (Repetition& each : all.repetitions) each.width = 2.9;
  for (const Ceiling& ceiling : with({wide, narrow, all}).ceilings) {
    EXPECT_EQ(ceiling.repetitions, 24) << ceiling.id;
    EXPECT_FALSE(has(ceiling, Flag::shared_core)) << ceiling.id;
  }
}

}  // namespace
}  // namespace ridgeline::ceilings
