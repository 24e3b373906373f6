// Names for plateaus, by order and capacity, and what is said where topology and data disagree; and
// which samples of an archive make a sweep.
#include "ceilings/levels/levels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ceilings/levels/naming.hpp"
#include "ceilings/levels/plateaus.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;

NominalLevel nominal(const std::string& name, std::uint64_t bytes) {
  NominalLevel level;
  level.name = name;
  level.bytes = bytes;
  if (name == "DRAM") level.node = "node0";
  return level;
}

std::vector<NominalLevel> server() {
  return {nominal("L1", 48 * kKiB), nominal("L2", 2 * kMiB), nominal("L3", 300 * kMiB),
          nominal("DRAM", 24 * kGiB)};
}

// Plateaus that end at these sizes, one bandwidth below the other; the last one at the sweep's end.
std::vector<Plateau> ending_at(const std::vector<std::uint64_t>& knees) {
  std::vector<Plateau> plateaus;
  std::uint64_t first = 4 * kKiB;
  double bandwidth = 1e12;
  for (const std::uint64_t knee : knees) {
    plateaus.push_back({first, knee, bandwidth});
    first = 2 * knee;
    bandwidth /= 3;
  }
  return plateaus;
}

std::string names(const std::vector<Level>& levels) {
  std::string text;
  for (const Level& level : levels) {
    text +=
        (text.empty() ? "" : " ") + level.name + (level.variant.empty() ? "" : "-") + level.variant;
  }
  return text;
}

std::string notes(const Level& level) {
  std::string text;
  for (const std::string& note : level.notes) text += (text.empty() ? "" : "; ") + note;
  return text;
}

std::vector<Level> named(const std::vector<std::uint64_t>& knees,
                         const std::vector<NominalLevel>& levels) {
  return name_levels(ending_at(knees), levels, "core", "");
}

TEST(LevelNames, OfNothing) { EXPECT_TRUE(name_levels({}, server(), "core", "").empty()); }

TEST(LevelNames, FollowTheTopology) {
  const auto levels = named({46 * kKiB, 1900 * kKiB, 290 * kMiB, 4 * kGiB}, server());
  ASSERT_EQ(names(levels), "L1 L2 L3 DRAM");
  for (const Level& level : levels) EXPECT_EQ(notes(level), "");
  EXPECT_EQ(levels[0].scope, "core");
  EXPECT_EQ(levels[0].first, 4 * kKiB);
  EXPECT_EQ(levels[1].knee, 1900 * kKiB);
  EXPECT_EQ(levels[1].nominal, 2 * kMiB);
  EXPECT_DOUBLE_EQ(levels[1].bandwidth, 1e12 / 3);
  EXPECT_EQ(levels[3].knee, 0u);  // open-ended
}

TEST(LevelNames, SayWhereTheDataDisagree) {
  const auto levels = named({48 * kKiB, 1536 * kKiB, 112 * kMiB, 2 * kGiB}, server());
  ASSERT_EQ(names(levels), "L1 L2 L3 DRAM");
  EXPECT_EQ(notes(levels[1]), "");  // within 1.5 x
  EXPECT_EQ(notes(levels[2]), "the topology says 300MiB, the data says 112MiB");
  EXPECT_EQ(notes(levels[3]), "");
}

TEST(LevelNames, SayWhichLevelWasNotToldApart) {
  auto levels = named({48 * kKiB, 2 * kMiB, 4 * kGiB}, server());
  ASSERT_EQ(names(levels), "L1 L2 DRAM");
  EXPECT_EQ(notes(levels[2]), "L3 was not told apart from DRAM");
  levels = named({48 * kKiB, 280 * kMiB, 4 * kGiB}, server());
  ASSERT_EQ(names(levels), "L1 L3 DRAM");
  EXPECT_EQ(notes(levels[1]), "L2 was not told apart from L3");
  // A small L3 right behind the L2's knee belongs to that.
  levels = named({32 * kKiB, 2 * kMiB, 1 * kGiB},
                 {nominal("L1", 32 * kKiB), nominal("L2", 2 * kMiB), nominal("L3", 3 * kMiB)});
  ASSERT_EQ(names(levels), "L1 L2 DRAM");
  EXPECT_EQ(notes(levels[1]), "L3 was not told apart from L2");
}

TEST(LevelNames, OfAFlatDevice) {
  auto levels = named({4 * kGiB}, server());
  ASSERT_EQ(names(levels), "DRAM");
  EXPECT_EQ(notes(levels[0]),
            "L1 was not told apart from DRAM; L2 was not told apart from DRAM; "
            "L3 was not told apart from DRAM; flat: one bandwidth at all sizes");
  levels = named({1 * kGiB}, {});
  ASSERT_EQ(names(levels), "DRAM");
  EXPECT_NE(notes(levels[0]).find("flat"), std::string::npos);
}

TEST(LevelNames, OfAnUnknownTopologyAreAssumed) {
  auto levels = named({32 * kKiB, 512 * kKiB, 8 * kMiB, 1 * kGiB}, {});
  ASSERT_EQ(names(levels), "L1 L2 L3 DRAM");
  for (int i = 0; i < 3; ++i) {
    const auto& level = levels[static_cast<std::size_t>(i)];
    EXPECT_EQ(notes(level), "the name is assumed: the topology tells no caches");
    EXPECT_EQ(level.nominal, 0u);
  }
  levels = named({32 * kKiB, 512 * kKiB, 1 * kGiB}, {nominal("DRAM", 4 * kGiB)});
  ASSERT_EQ(names(levels), "L1 L2 DRAM");
}

// Levels that are there, of size 0: what a sandbox tells.
TEST(LevelNames, OfUnknownCapacitiesFollowTheOrder) {
  const std::vector<NominalLevel> unknown{nominal("L1", 0), nominal("L2", 0), nominal("L3", 0),
                                          nominal("DRAM", 2 * kGiB)};
  auto levels = named({32 * kKiB, 1 * kMiB, 30 * kMiB, 1 * kGiB}, unknown);
  ASSERT_EQ(names(levels), "L1 L2 L3 DRAM");
  EXPECT_NE(notes(levels[0]).find("assumed"), std::string::npos);
  levels = named({32 * kKiB, 1 * kMiB, 1 * kGiB}, unknown);
  EXPECT_EQ(names(levels), "L1 L2 DRAM");
  levels = named({1 * kGiB}, unknown);
  EXPECT_EQ(names(levels), "DRAM");
}

// An L2 of 0 B and an L3 of 264 GiB on a guest with 2 GiB.
TEST(LevelNames, SurviveAnAbsurdHypervisor) {
  const auto levels = named({32 * kKiB, 1 * kMiB, 30 * kMiB, 1536 * kMiB},
                            {nominal("L1", 32 * kKiB), nominal("L2", 0), nominal("L3", 264 * kGiB),
                             nominal("DRAM", 2 * kGiB)});
  EXPECT_EQ(names(levels), "L1 L2 L3 DRAM");
}

TEST(LevelNames, TwoPlateausOfOneCapacityAreNearAndFar) {
  const auto levels = name_levels(
      ending_at({20 * kMiB, 45 * kMiB, 4 * kGiB}),
      std::vector<NominalLevel>{nominal("L2", 50 * kMiB), nominal("DRAM", 80 * kGiB)}, "chip", "");
  ASSERT_EQ(names(levels), "L2-near L2-far DRAM");
  EXPECT_EQ(levels[0].nominal, 50 * kMiB);
  EXPECT_EQ(notes(levels[0]), "");
  EXPECT_EQ(notes(levels[1]), "");
}

TEST(LevelNames, OfPlateausThatTheTopologyDoesNotKnow) {
  auto levels =
      named({48 * kKiB, 2 * kMiB, 30 * kMiB, 400 * kMiB, 8 * kGiB},
            {nominal("L1", 48 * kKiB), nominal("L2", 2 * kMiB), nominal("L3", 32 * kMiB)});
  ASSERT_EQ(names(levels), "L1 L2 L3 L4 DRAM");
  EXPECT_EQ(notes(levels[3]), "the name is assumed: the topology has no such level");
  // One more between L1 and L2, too small to be a part of either: the L2's name is taken.
  levels = named({16 * kKiB, 160 * kKiB, 4 * kMiB, 1 * kGiB},
                 {nominal("L1", 16 * kKiB), nominal("L2", 4 * kMiB)});
  ASSERT_EQ(names(levels), "L1 L1+ L2 DRAM");
}

TEST(LevelNames, OfASweepThatEndsInACache) {
  const auto levels = named({48 * kKiB, 1 * kMiB}, server());
  ASSERT_EQ(names(levels), "L1 L2");
  EXPECT_EQ(levels[1].knee, 0u);
  EXPECT_EQ(notes(levels[1]), "the sweep ends inside L2");
}

// Archives.

struct Curve {
  std::vector<std::uint64_t> knees;  // of sharp levels
  std::vector<double> rates;         // one more
};

double rate_at(const Curve& curve, std::uint64_t size) {
  std::size_t i = 0;
  while (i < curve.knees.size() && size > curve.knees[i]) ++i;
  return curve.rates[i];
}

Sample sample_of(const std::string& level, const std::string& scope, std::uint64_t size,
                 double rate) {
  Sample sample;
  sample.family = "bandwidth";
  sample.level = level;
  sample.scope = scope;
  sample.mix = "1:0";
  sample.path = "avx512";
  sample.vector_bits = 512;
  sample.working_set = size;
  sample.work.bytes_read = static_cast<double>(size);
  for (int i = 0; i < 6; ++i) {
    Repetition repetition;
    repetition.passes = 1000;
    repetition.seconds = 1000 * static_cast<double>(size) / rate * (i == 2 ? 2 : 1);
    sample.repetitions.push_back(repetition);
  }
  return sample;
}

std::vector<Sample> sweep_of(const std::string& level, const std::string& scope, const Curve& curve,
                             std::uint64_t from, std::uint64_t to, double per_octave = 5) {
  std::vector<Sample> samples;
  for (double size = double(from); size <= double(to); size *= std::exp2(1 / per_octave)) {
    const auto bytes = static_cast<std::uint64_t>(size);
    samples.push_back(sample_of(level, scope, bytes, rate_at(curve, bytes)));
  }
  return samples;
}

void add(Archive& archive, std::vector<Sample> samples) {
  for (Sample& sample : samples) archive.samples.push_back(std::move(sample));
}

const Curve kServer{{48 * kKiB, 2 * kMiB, 32 * kMiB}, {300e9, 130e9, 30e9, 12e9}};

Archive server_archive() {
  Archive archive;
  archive.device.units = 8;
  archive.device.levels = {nominal("L1", 48 * kKiB), nominal("L2", 2 * kMiB),
                           nominal("L3", 32 * kMiB), nominal("DRAM", 24 * kGiB)};
  archive.device.levels[0].instances = archive.device.levels[1].instances = 8;
  archive.device.levels[2].instances = 2;
  archive.device.levels[2].units_per_instance = 4;
  return archive;
}

TEST(LevelsOf, ASweep) {
  Archive archive = server_archive();
  EXPECT_TRUE(levels_of(archive).empty());
  add(archive, sweep_of("sweep", "core", kServer, 2 * kKiB, 2 * kGiB));
  const auto levels = levels_of(archive);
  ASSERT_EQ(names(levels), "L1 L2 L3 DRAM");
  EXPECT_NEAR(levels[0].bandwidth, 300e9, 1);
  EXPECT_NEAR(levels[3].bandwidth, 12e9, 1);
  for (const Level& level : levels) EXPECT_EQ(notes(level), "");
}

// Written bytes count; what can't be a sweep of reads does not.
TEST(LevelsOf, OnlyWhatBelongsToTheSweep) {
  Archive archive = server_archive();
  add(archive, sweep_of("sweep", "core", kServer, 2 * kKiB, 2 * kGiB));
  const Curve wrong{{300 * kKiB}, {5e12, 1e9}};
  const auto add_wrong = [&](auto change) {
    for (Sample& sample : sweep_of("sweep", "core", wrong, 2 * kKiB, 2 * kGiB, 9)) {
      change(sample);
      archive.samples.push_back(std::move(sample));
    }
  };
  add_wrong([](Sample& s) { s.stage = Stage::confirm; });
  add_wrong([](Sample& s) { s.mix = "1:1"; });
  add_wrong([](Sample& s) { s.family = "latency"; });
  add_wrong([](Sample& s) { s.node = "node1"; });
  add_wrong([](Sample& s) { s.status = Status::failed; });
  add_wrong([](Sample& s) { s.role = "secondary"; });
  add_wrong([](Sample& s) { s.repetitions.clear(); });
  add_wrong([](Sample& s) { s.level = "L2"; });  // assumed, on a hierarchy that has its own sweep
  const auto levels = levels_of(archive);
  EXPECT_EQ(names(levels), "L1 L2 L3 DRAM");
  EXPECT_NEAR(levels[0].bandwidth, 300e9, 1);
}

TEST(LevelsOf, ThePathAndShapeWithTheMostPointsThenTheWidest) {
  Archive archive = server_archive();
  const Curve slow{{48 * kKiB}, {20e9, 10e9}};
  for (Sample& sample : sweep_of("sweep", "core", slow, 2 * kKiB, 2 * kGiB)) {
    sample.path = "sse2";
    sample.vector_bits = 128;
    archive.samples.push_back(std::move(sample));
  }
  add(archive, sweep_of("sweep", "core", kServer, 2 * kKiB, 2 * kGiB));
  Sample shaped = sample_of("sweep", "core", 64 * kMiB, 90e12);
  shaped.shape.in_flight = 8;
  archive.samples.push_back(shaped);
  const auto levels = levels_of(archive);
  ASSERT_EQ(names(levels), "L1 L2 L3 DRAM");
  EXPECT_NEAR(levels[0].bandwidth, 300e9, 1);
}

// All eight cores: eight L1 and L2, two L3; the capacities add up.
TEST(LevelsOf, SeveralUnitsReachSeveralInstances) {
  Archive archive = server_archive();
  const Curve all{{8 * 48 * kKiB, 16 * kMiB, 64 * kMiB}, {2400e9, 1000e9, 200e9, 40e9}};
  for (Sample& sample : sweep_of("sweep", "all", all, 16 * kKiB, 2 * kGiB)) {
    sample.units = 8;
    archive.samples.push_back(std::move(sample));
  }
  add(archive, sweep_of("sweep", "core", kServer, 2 * kKiB, 2 * kGiB));
  const auto levels = levels_of(archive);
  ASSERT_EQ(names(levels), "L1 L2 L3 DRAM L1 L2 L3 DRAM");
  EXPECT_EQ(levels[0].scope, "all");
  EXPECT_EQ(levels[0].nominal, 384 * kKiB);
  EXPECT_EQ(levels[2].nominal, 64 * kMiB);
  EXPECT_EQ(levels[3].nominal, 24 * kGiB);
  EXPECT_EQ(levels[4].scope, "core");
  EXPECT_EQ(levels[6].nominal, 32 * kMiB);
  for (const Level& level : levels) EXPECT_EQ(notes(level), "");
}

TEST(LevelsOf, KindsOfCoresHaveTheirOwnCaches) {
  Archive archive = server_archive();
  archive.device.levels[0].core_kind = "kind0";
  archive.device.levels[1].core_kind = "kind0";
  NominalLevel small = nominal("L1", 16 * kKiB);
  small.core_kind = "kind1";
  archive.device.levels.insert(archive.device.levels.begin(), small);
  add(archive, sweep_of("sweep", "core.kind0", kServer, 2 * kKiB, 2 * kGiB));
  add(archive, sweep_of("sweep", "core.kind1", {{16 * kKiB, 32 * kMiB}, {90e9, 25e9, 9e9}},
                        2 * kKiB, 2 * kGiB));
  const auto levels = levels_of(archive);
  ASSERT_EQ(names(levels), "L1 L2 L3 DRAM L1 L3 DRAM");
  EXPECT_EQ(levels[0].nominal, 48 * kKiB);
  EXPECT_EQ(levels[4].nominal, 16 * kKiB);
  EXPECT_EQ(levels[4].scope, "core.kind1");
}

// A GPU's L1 and scratchpad have kernels of their own, whose sweeps spill over into the L2.
TEST(LevelsOf, OnChipLevelsWithTheirOwnKernels) {
  Archive archive;
  archive.device.units = 132;
  for (const char* name : {"L1", "shared"}) {
    NominalLevel level = nominal(name, 228 * kKiB);
    level.domain = "sm";
    level.instances = 132;
    archive.device.levels.push_back(level);
  }
  archive.device.levels.push_back(nominal("L2", 50 * kMiB));
  archive.device.levels.back().units_per_instance = 132;
  NominalLevel memory = nominal("DRAM", 140 * kGiB);
  memory.node.clear();  // a GPU's memory is no numbered node
  archive.device.levels.push_back(memory);
  add(archive, sweep_of("L1", "sm", {{192 * kKiB}, {250e9, 60e9}}, 4 * kKiB, 456 * kKiB));
  add(archive, sweep_of("shared", "sm", {{}, {253e9}}, 4 * kKiB, 100 * kKiB));
  for (Sample& sample : sweep_of("sweep", "chip", {{40 * kMiB}, {10e12, 4e12}}, kMiB, 4 * kGiB)) {
    sample.units = 132;
    archive.samples.push_back(std::move(sample));
  }
  auto levels = levels_of(archive);
  ASSERT_EQ(names(levels), "L1 shared L2 DRAM");
  EXPECT_EQ(levels[0].scope, "sm");
  EXPECT_EQ(levels[0].domain, "sm");
  EXPECT_EQ(levels[0].nominal, 228 * kKiB);
  EXPECT_GT(levels[0].knee, 160 * kKiB);
  EXPECT_LE(levels[0].knee, 192 * kKiB);
  EXPECT_NEAR(levels[0].bandwidth, 250e9, 1);
  EXPECT_EQ(notes(levels[1]), "");  // the sweep ended before the capacity
  EXPECT_EQ(levels[2].domain, "");
  EXPECT_EQ(levels[2].nominal, 50 * kMiB);
  // A level whose size could not be asked disables nothing else.
  archive.device.levels.erase(archive.device.levels.begin());
  levels = levels_of(archive);
  ASSERT_EQ(names(levels), "L1 shared L2 DRAM");
  EXPECT_EQ(levels[0].nominal, 0u);
  EXPECT_EQ(levels[0].domain, "sm");
}

TEST(LevelsOf, RepetitionsWithoutTimeAreIgnored) {
  Archive archive = server_archive();
  add(archive, sweep_of("sweep", "core", kServer, 2 * kKiB, 2 * kGiB));
  for (Sample& sample : archive.samples) sample.repetitions[0].seconds = 0;
  EXPECT_EQ(names(levels_of(archive)), "L1 L2 L3 DRAM");
}

}  // namespace
}  // namespace ridgeline::ceilings
