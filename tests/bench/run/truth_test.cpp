// Does the whole pipeline find out what is true? Devices with known levels and rates, as noisy as
// real ones: each level found, none invented, knees within one size of the sweep, ceilings within
// 2 %.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "bench/devices/simulated/model.hpp"
#include "tests/bench/simulated_pipeline.hpp"

namespace ridgeline::bench {
namespace {

constexpr int kDevices = 50;
constexpr double kTolerance = 0.02;

// Position of a knee in the sweep's grid of sizes.
std::ptrdiff_t position(const std::vector<std::uint64_t>& sizes, std::uint64_t bytes) {
  return std::upper_bound(sizes.begin(), sizes.end(), bytes) - sizes.begin();
}

// Knees that lie two steps of the sweep from the truth, of which noise makes some: of 1,218 knees
// of 600 random devices 8 were found so, and none farther away.
int two_steps_off = 0;

void expect_levels(const SimulatedSpec& spec, const ceilings::Archive& archive) {
  std::vector<ceilings::Level> found;
  for (const ceilings::Level& level : archive.levels) {
    if (level.scope == "core") found.push_back(level);
  }
  std::string names;
  for (const ceilings::Level& level : found) names += level.name + " ";
  ASSERT_EQ(found.size(), spec.levels.size()) << "found " << names;
  std::vector<std::uint64_t> sizes;
  for (const ceilings::Sample& sample : archive.samples) {
    const bool sweep = sample.stage == ceilings::Stage::explore && sample.family == "bandwidth";
    if (sweep) sizes.push_back(sample.working_set);
  }
  std::sort(sizes.begin(), sizes.end());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].name, spec.levels[i].name);
    EXPECT_TRUE(found[i].variant.empty()) << found[i].variant;
    if (spec.levels[i].bytes == 0) {
      EXPECT_EQ(found[i].knee, 0u);
      continue;
    }
    const std::ptrdiff_t off =
        position(sizes, found[i].knee) - position(sizes, spec.levels[i].bytes);
    two_steps_off += std::abs(off) == 2 ? 1 : 0;
    EXPECT_LE(std::abs(off), 2) << found[i].name << ": " << found[i].knee << " instead of "
                                << spec.levels[i].bytes;
  }
}

// The rate that the level alone would give, at the size where the ceiling was measured.
double level_rate(SimulatedSpec spec, const std::string& name, const Case& c) {
  std::erase_if(spec.levels, [&](const SimulatedLevel& level) { return level.name != name; });
  if (spec.levels.empty()) return 0;
  spec.levels.front().bytes = 0;
  return true_rate(spec, c);
}

void expect_ceilings(const SimulatedSpec& spec, const Characterized& result) {
  std::map<std::string, int> reads;  // by level and scope
  for (const ceilings::Ceiling& ceiling : result.archive.ceilings) {
    ASSERT_FALSE(ceiling.evidence.empty());
    const auto found = result.cases.find(ceiling.evidence.front());
    ASSERT_NE(found, result.cases.end()) << ceiling.id << ": not from the confirm stage";
    double truth = true_rate(spec, found->second);
    if (ceiling.kind == "bandwidth") {
      // Narrow paths are limited by the nearest level's rate: the truth as a whole.
      const bool widest = ceiling.path.ends_with("avx512");
      if (widest) truth = level_rate(spec, ceiling.level, found->second);
      if (widest && ceiling.mix == "1:0") ++reads[ceiling.level + "/" + ceiling.scope];
    }
    EXPECT_NEAR(ceiling.value / truth, 1, kTolerance)
        << ceiling.id << " of " << ceiling.repetitions << " repetitions, "
        << ceiling.evidence.front();
  }
  for (const SimulatedLevel& level : spec.levels) {
    EXPECT_EQ(reads[level.name + "/core"], 1) << level.name;
    if (spec.units > 1 && level.bytes == 0) {
      EXPECT_EQ(reads[level.name + "/all"], 1);
    }
  }
}

// In a set of devices; at that rate one set of 50 in about 50 has more, one of 10 in about 10,000.
constexpr int kMostTwoStepsOff = 3;

void expect_truth(std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  const SimulatedSpec spec = random_device(seed);
  const Characterized result = characterize_simulated(spec);
  expect_levels(spec, result.archive);
  expect_ceilings(spec, result);
}

TEST(Truth, RandomDevicesWithFixedSeeds) {
  two_steps_off = 0;
  for (std::uint64_t seed = 1; seed <= kDevices; ++seed) expect_truth(seed);
  EXPECT_LE(two_steps_off, kMostTwoStepsOff);
}

// RIDGELINE_SEED repeats a run that failed.
TEST(Truth, RandomDevicesWithFreshSeeds) {
  const char* given = std::getenv("RIDGELINE_SEED");
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::uint64_t first =
      given != nullptr ? std::strtoull(given, nullptr, 10) : static_cast<std::uint64_t>(now);
  std::cout << "RIDGELINE_SEED=" << first << "\n";
  two_steps_off = 0;
  for (std::uint64_t seed = first; seed < first + 10; ++seed) expect_truth(seed);
  EXPECT_LE(two_steps_off, kMostTwoStepsOff);
}

}  // namespace
}  // namespace ridgeline::bench
