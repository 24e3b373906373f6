// What dependent loads say of the levels.
#include "ceilings/levels/latency_levels.hpp"

#include <gtest/gtest.h>

#include "ceilings/derive/derive.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace hand;

Sample chase(const std::string& level, std::uint64_t bytes, double seconds, Stage stage) {
  Sample sample;
  sample.id = "latency/" + level + "/core/chase";
  sample.name = sample.id + "/ws:" + std::to_string(bytes);
  sample.family = "latency";
  sample.stage = stage;
  sample.level = level;
  sample.scope = "core";
  sample.path = "chase";
  sample.working_set = bytes;
  sample.work.operations = 1;
  sample.repetitions = repeat(1, six(1 / seconds));
  return sample;
}

// A sweep of chases over caches of the given sizes, each four times as slow as the one before.
void add_chases(Archive& archive, const std::vector<std::uint64_t>& caches, std::uint64_t end) {
  for (std::uint64_t bytes = 4096; bytes <= end; bytes += bytes / 2) {
    double seconds = 1e-9;
    for (const std::uint64_t cache : caches) seconds *= bytes > cache ? 4 : 1;
    archive.samples.push_back(chase("sweep", bytes / 64 * 64, seconds, Stage::explore));
  }
}

const Level& level(const Archive& archive, const std::string& name) {
  return *std::find_if(archive.levels.begin(), archive.levels.end(),
                       [&](const Level& l) { return l.name == name; });
}

TEST(LatencyWitness, AgreesWithinAnOctave) {
  Archive archive = cpu();
  add_sweep(archive);
  add_chases(archive, {48 * kKiB, 2 * kMiB, 32 * kMiB}, 256 * kMiB);
  derive(archive);
  ASSERT_EQ(archive.levels.size(), 4u);
  EXPECT_NEAR(static_cast<double>(level(archive, "L1").latency_knee), 48. * kKiB, 18. * kKiB);
  EXPECT_NEAR(static_cast<double>(level(archive, "L2").latency_knee), 2. * kMiB, 0.8 * kMiB);
  EXPECT_GT(level(archive, "L3").latency_knee, 16 * kMiB);
  EXPECT_EQ(level(archive, "DRAM").latency_knee, 0u);
  for (const Level& each : archive.levels) EXPECT_TRUE(each.notes.empty()) << each.notes[0];
}

TEST(LatencyWitness, SaysWhereItSeesNoKnee) {
  Archive archive = cpu();
  add_sweep(archive);
  add_chases(archive, {48 * kKiB, 32 * kMiB}, 256 * kMiB);  // knows nothing of the L2
  derive(archive);
  EXPECT_EQ(level(archive, "L2").latency_knee, 0u);
  EXPECT_TRUE(says(level(archive, "L2").notes, "show no knee"));
  EXPECT_FALSE(says(level(archive, "L1").notes, "show no knee"));
}

TEST(LatencyWitness, ASweepThatEndsBeforeSaysNothing) {
  Archive archive = cpu();
  add_sweep(archive);
  add_chases(archive, {48 * kKiB, 2 * kMiB}, 16 * kMiB);
  derive(archive);
  EXPECT_EQ(level(archive, "L3").latency_knee, 0u);
  EXPECT_FALSE(says(level(archive, "L3").notes, "show no knee"));
}

TEST(LatencyWitness, LatenciesOfTheCeilingsAndLevelsTheyDoNotTellApart) {
  Archive archive = cpu();
  add_sweep(archive);
  archive.samples.push_back(chase("L1", 16 * kKiB, 1.2e-9, Stage::confirm));
  archive.samples.push_back(chase("L2", 512 * kKiB, 4e-9, Stage::confirm));
  archive.samples.push_back(chase("L3", 8 * kMiB, 4.5e-9, Stage::confirm));
  Sample small = chase("L1", 16 * kKiB, 9e-9, Stage::confirm);
  small.id += "-small-pages";
  small.name += "-small-pages";
  small.path = "chase-small-pages";
  small.role = "secondary";
  archive.samples.push_back(small);
  derive(archive);
  EXPECT_DOUBLE_EQ(level(archive, "L1").latency, 1.2e-9);
  EXPECT_DOUBLE_EQ(level(archive, "L2").latency, 4e-9);
  EXPECT_FALSE(says(level(archive, "L2").notes, "do not tell it from"));
  EXPECT_TRUE(says(level(archive, "L3").notes, "do not tell it from L2"));
}

}  // namespace
}  // namespace ridgeline::ceilings
