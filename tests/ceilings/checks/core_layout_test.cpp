// Where units sat relative to each other: found from latencies, named by the ceilings, never mixed.
#include "ceilings/checks/core_layout.hpp"

#include <gtest/gtest.h>

#include <random>

#include "ceilings/derive/derive.hpp"
#include "tests/bench/simulated_pipeline.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace hand;

Sample together(const std::vector<double>& rates, const std::vector<double>& latencies) {
  Sample sample = bandwidth("DRAM", "1:0", "avx512", 2048 * kMiB, rates);
  sample.scope = "all";
  sample.units = 2;
  sample.id = "bandwidth/DRAM/all/1:0/avx512";
  sample.name = sample.id + "/ws:2GiB";
  for (std::size_t i = 0; i < latencies.size(); ++i)
    sample.repetitions[i].cache_line_latency = latencies[i];
  return sample;
}

Archive with(std::vector<Sample> samples) {
  Archive archive = cpu();
  archive.samples = std::move(samples);
  derive(archive);
  return archive;
}

TEST(CoreLayouts, OneAsTheTopologySaysChangesNothingButIsNoted) {
  const Archive archive = with({together(six(40e9), std::vector<double>(6, 110e-9))});
  const Ceiling& ceiling = archive.ceilings.at(0);
  EXPECT_EQ(ceiling.id, "bandwidth/DRAM/all/1:0/avx512");
  EXPECT_DOUBLE_EQ(ceiling.cache_line_latency, 110e-9);
  EXPECT_TRUE(ceiling.suspect.empty());
  EXPECT_TRUE(ceiling.notes.empty());
}

TEST(CoreLayouts, UnderOneCacheAndYetFarIsKnownByItsId) {
  const Archive archive = with({together(six(80e9), std::vector<double>(6, 560e-9))});
  const Ceiling& ceiling = archive.ceilings.at(0);
  EXPECT_EQ(ceiling.id, "bandwidth/DRAM/all.far/1:0/avx512");
  EXPECT_EQ(ceiling.scope, "all.far");
  EXPECT_TRUE(says(ceiling.notes, "they sat apart"));
  EXPECT_FALSE(has(ceiling, Flag::placement_moved));
}

TEST(CoreLayouts, FarUnitsThatShareNoCacheContradictNothing) {
  Archive archive = cpu();
  archive.device.levels[2] = {"L3", "", 32 * kMiB, 2, 1, "", ""};
  archive.device.levels[3].units_per_instance = 1;
  archive.samples = {together(six(80e9), std::vector<double>(6, 560e-9))};
  derive(archive);
  EXPECT_EQ(archive.ceilings.at(0).id, "bandwidth/DRAM/all/1:0/avx512");
}

TEST(CoreLayouts, TwoBecomeTwoCeilingsNeverAMix) {
  const std::vector<double> near(6, 110e-9), far(6, 560e-9);
  std::vector<double> rates = six(47e9), latencies = near;
  for (int i = 0; i < 6; ++i) rates.push_back(80e9);
  latencies.insert(latencies.end(), far.begin(), far.end());
  const Archive archive =
      with({together(rates, latencies), compute("fp64", "fma-avx512", six(9e9))});
  ASSERT_EQ(archive.ceilings.size(), 3u);
  const Ceiling* close = find(archive, "bandwidth/DRAM/all/1:0/avx512");
  const Ceiling* apart = find(archive, "bandwidth/DRAM/all.far/1:0/avx512");
  ASSERT_NE(close, nullptr);
  ASSERT_NE(apart, nullptr);
  EXPECT_DOUBLE_EQ(close->value, 47e9);
  EXPECT_DOUBLE_EQ(apart->value, 80e9);
  EXPECT_EQ(close->repetitions, 6);
  for (const Ceiling* each : {close, apart}) {
    EXPECT_TRUE(has(*each, Flag::placement_moved)) << each->id;
    EXPECT_TRUE(says(each->notes, "at other times of the run")) << each->id;
  }
  EXPECT_FALSE(has(*find(archive, "compute/fp64/fma-avx512/core"), Flag::placement_moved));
  EXPECT_EQ(archive.samples.size(), 2u) << "raw samples stay as they were taken";
}

// Latencies as they come: a hard lower edge, and now and then one that was interrupted, anywhere
// between the two layouts, so that a chain of them leads from one to the other.
TEST(CoreLayouts, InterruptionsAreNoLayoutsAndBuildNoBridge) {
  std::mt19937_64 random(20261130);
  std::exponential_distribution<double> delay(1 / 8e-9);
  std::uniform_real_distribution<double> stray(120e-9, 2000e-9);
  for (const bool moves : {false, true}) {
    Archive archive = cpu();
    for (int s = 0; s < 40; ++s) {
      std::vector<double> latencies;
      for (int i = 0; i < 6; ++i) {
        const double base = moves && s >= 20 ? 560e-9 : 109e-9;
        latencies.push_back(random() % 25 == 0 ? stray(random) : base + delay(random));
      }
      Sample sample = together(six(40e9), latencies);
      sample.name += std::to_string(s);
      archive.samples.push_back(sample);
    }
    const std::vector<CoreLayout> found = core_layouts_of(archive);
    ASSERT_EQ(found.size(), moves ? 2u : 1u);
    EXPECT_NEAR(found[0].latency, 115e-9, 10e-9);
    if (!moves) continue;
    EXPECT_NEAR(found[1].latency, 566e-9, 20e-9);
  }
}

TEST(CoreLayouts, NoneWithoutAProbe) {
  const Archive archive = with({together(six(40e9), {})});
  EXPECT_TRUE(core_layouts_of(archive).empty());
  EXPECT_EQ(archive.ceilings.at(0).cache_line_latency, 0);
}

// The whole way: a simulated guest whose two CPUs are moved apart in the middle of the run.
TEST(CoreLayouts, SimulatedMoveIsFound) {
  bench::SimulatedSpec spec;
  spec.units = 2;
  spec.noise = 0.005;
  spec.levels = {{"L1", "", 48 * kKiB, 1, 300e9, 0, 1e-9, {}, {}},
                 {"L3", "", 32 * kMiB, 2, 60e9, 0, 20e-9, {}, {}},
                 {"DRAM", "", 0, 0, 20e9, 40e9, 100e-9, {}, {}}};
  spec.placements = {{0, 109e-9, 1}, {4.5, 560e-9, 1.7}};
  const bench::Characterized result = bench::characterize_simulated(spec, "standard");
  int near = 0, far = 0;
  for (const Ceiling& ceiling : result.archive.ceilings) {
    if (ceiling.units < 2) continue;
    EXPECT_TRUE(ceiling.scope == "all" || ceiling.scope == "all.far") << ceiling.id;
    ++(ceiling.scope == "all" ? near : far);
    EXPECT_LT(ceiling.spread, 0.2) << ceiling.id;
    EXPECT_NEAR(ceiling.cache_line_latency, ceiling.scope == "all" ? 109e-9 : 560e-9, 1e-12);
  }
  EXPECT_GT(near, 0);
  EXPECT_GT(far, 0);
}

}  // namespace
}  // namespace ridgeline::ceilings
