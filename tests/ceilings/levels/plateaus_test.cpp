// Are plateaus found where they are? On curves of real devices, on made ones with one effect each,
// and on hundreds of random hierarchies.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "ceilings/levels/plateaus.hpp"
#include "tests/ceilings/levels/random_sweeps.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;
using Curve = std::vector<std::pair<double, double>>;

std::vector<Plateau> plateaus(const Curve& curve) {
  std::vector<SweepPoint> sweep;
  for (const auto& [size, rate] : curve) {
    sweep.push_back({static_cast<std::uint64_t>(size), rate, 0});
  }
  return find_plateaus(sweep);
}

template <class Rate>
Curve sampled(double from, double to, int per_octave, Rate rate) {
  Curve curve;
  for (int k = 0; from * std::exp2(k / double(per_octave)) <= to; ++k) {
    const double size = std::round(from * std::exp2(k / double(per_octave)));
    curve.emplace_back(size, rate(size));
  }
  return curve;
}

void expect_knee(const Plateau& plateau, double low, double high) {
  EXPECT_GE(static_cast<double>(plateau.last), low * 0.999);
  EXPECT_LE(static_cast<double>(plateau.last), high * 1.001);
}

TEST(Plateaus, OfFewPoints) {
  EXPECT_TRUE(find_plateaus({}).empty());
  EXPECT_TRUE(plateaus({{0, 5}, {4096, 0}}).empty());  // nothing measured
  const auto one = plateaus({{4096, 5}});
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].first, 4096u);
  EXPECT_EQ(one[0].last, 4096u);
  EXPECT_EQ(one[0].bandwidth, 5);
}

// A write test whose small set still lies in the cache when the clock stops: memory is the other.
TEST(Plateaus, WritesThatRestInACacheAreNotMemory) {
  const auto found = plateaus({{16e6, 2.05e12}, {256e6, 1.69e12}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].bandwidth, 1.69e12);
}

TEST(Plateaus, AFlatDeviceHasOne) {
  const auto found = plateaus(sampled(4096, 1e9, 6, [](double) { return 2e10; }));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].bandwidth, 2e10);
}

TEST(Plateaus, TakePointsInAnyOrder) {
  Curve curve = sampled(4096, 1e9, 4, [](double s) { return s <= 48 * kKiB ? 9e10 : 1e10; });
  std::reverse(curve.begin(), curve.end());
  std::swap(curve[3], curve[40]);
  const auto found = plateaus(curve);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_LT(found[0].last, found[1].first);
  expect_knee(found[0], 40 * kKiB, 48 * kKiB);
}

// One core of an Emerald Rapids guest: 48 KiB, 2 MiB, and an L3 of which it gets a part.
TEST(Plateaus, OfAnEmeraldRapidsCore) {
  Curve curve;
  for (const auto& [kib, rate] :
       Curve{{4, 273.5},      {8, 277.3},     {16, 277.2},    {24, 277.2},    {32, 277},
             {40, 277.4},     {48, 268},      {64, 137.8},    {128, 135.4},   {256, 135.4},
             {512, 134.7},    {1024, 133.6},  {1536, 113.9},  {2048, 51.7},   {3072, 27.8},
             {4096, 25.9},    {8192, 26.5},   {16384, 26.9},  {32768, 25.3},  {65536, 23.6},
             {98304, 24.2},   {131072, 20.1}, {163840, 15.9}, {204800, 14},   {262144, 14},
             {307200, 14.1},  {393216, 13.9}, {524288, 13.8}, {786432, 15.2}, {1048576, 14.9},
             {1572864, 15.4}, {2097152, 14.6}}) {
    curve.emplace_back(kib * kKiB, rate * 1e9);
  }
  const auto found = plateaus(curve);
  ASSERT_EQ(found.size(), 4u);
  expect_knee(found[0], 40 * kKiB, 64 * kKiB);
  expect_knee(found[1], 1 * kMiB, 1.5 * kMiB);
  expect_knee(found[2], 96 * kMiB, 128 * kMiB);
  EXPECT_NEAR(found[0].bandwidth, 277e9, 3e9);
  EXPECT_NEAR(found[1].bandwidth, 135e9, 3e9);
  EXPECT_NEAR(found[2].bandwidth, 25.5e9, 1.5e9);
  EXPECT_NEAR(found[3].bandwidth, 14.5e9, 0.6e9);
}

// The published L2 sweep of an H200: linear between its known points, at several densities.
TEST(Plateaus, OfTheH200) {
  const Curve known{{6e6, 10.26}, {40e6, 9.67},  {48e6, 7.5},
                    {58e6, 5.05}, {100e6, 3.89}, {4.9e9, 3.89}};
  const auto rate = [&](double size) {
    const auto above = std::find_if(known.begin() + 1, known.end() - 1,
                                    [&](const auto& point) { return size <= point.first; });
    const auto below = std::prev(above);
    const double part = (size - below->first) / (above->first - below->first);
    return (below->second + part * (above->second - below->second)) * 1e12;
  };
  std::vector<Curve> curves;
  for (const int grid : {3, 4, 6, 8, 12}) curves.push_back(sampled(6e6, 4.9e9, grid, rate));
  curves.emplace_back();
  for (const auto& [size, tera] : known) curves.back().emplace_back(size, tera * 1e12);
  for (const Curve& curve : curves) {
    SCOPED_TRACE(std::to_string(curve.size()) + " points");
    const auto found = plateaus(curve);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_GT(found[0].bandwidth, 9.5e12);
    EXPECT_LT(found[0].bandwidth, 10.5e12);
    EXPECT_GT(found[1].bandwidth, 3.8e12);
    EXPECT_LT(found[1].bandwidth, 4.0e12);
    expect_knee(found[0], 32e6, 50e6);
  }
}

// Zen 5: the L2 rises from 200 to 265 GB/s over its own first sizes. A rise begins no level.
TEST(Plateaus, OfZen5) {
  const auto rate = [](double size) {
    const auto mixed = [size](double from, double to, double a, double b) {
      const double missing = (size - from) / (to - from);
      return 1 / ((1 - missing) / a + missing / b);
    };
    if (size <= 48 * kKiB) return 535.0;
    if (size <= 96 * kKiB) return mixed(48 * kKiB, 96 * kKiB, 535, 195);
    if (size <= 160 * kKiB) return 200.0;
    if (size <= 512 * kKiB) return 200 + 65 * std::log2(size / kKiB / 160) / std::log2(3.2);
    if (size <= 1 * kMiB) return 265.0;
    if (size <= 2 * kMiB) return mixed(1 * kMiB, 2 * kMiB, 265, 118);
    if (size <= 28 * kMiB) return 118.0;
    return size <= 56 * kMiB ? mixed(28 * kMiB, 56 * kMiB, 118, 41) : 41.0;
  };
  for (const int grid : {4, 6, 8}) {
    SCOPED_TRACE(std::to_string(grid) + " sizes an octave");
    const double step = std::exp2(1.0 / grid);
    const auto found = plateaus(sampled(4096, 1e9, grid, rate));
    ASSERT_EQ(found.size(), 4u);
    expect_knee(found[0], 48 * kKiB / step, 48 * kKiB * step);
    expect_knee(found[1], 1 * kMiB / step, 1 * kMiB * step);
    expect_knee(found[2], 28 * kMiB / step, 28 * kMiB * step);
    EXPECT_GT(found[1].bandwidth, 200);
    EXPECT_LE(found[1].bandwidth, 265);
    EXPECT_NEAR(found[3].bandwidth, 41, 0.1);
  }
}

// An H100 PCIe: 7.0 TB/s near, then 5.0 falling to 4.1 from the far half, 2.0 from memory. The far
// half is less than 4 x larger: it may be told apart or not, but nothing may be wrong.
TEST(Plateaus, OfTwoHalvesOfAnL2) {
  const auto rate = [](double size) {
    if (size <= 20e6) return 7.0;
    if (size <= 25e6) return 7 - 2 * (size - 20e6) / 5e6;
    if (size <= 45e6) return 5 - 0.9 * (size - 25e6) / 20e6;
    return size <= 90e6 ? 1 / ((2 - size / 45e6) / 4.1 + (size / 45e6 - 1) / 2) : 2.0;
  };
  for (const int grid : {4, 6, 8}) {
    const auto found = plateaus(sampled(1e6, 4e9, grid, rate));
    ASSERT_GE(found.size(), 2u);
    ASSERT_LE(found.size(), 3u);
    EXPECT_NEAR(found.front().bandwidth, 7, 0.05);
    EXPECT_NEAR(found.back().bandwidth, 2, 0.05);
    if (found.size() == 2) continue;
    EXPECT_GT(found[1].bandwidth, 4.1);
    EXPECT_LT(found[1].bandwidth, 5.0);
  }
}

// A sweep that ends on the way down has seen nothing of what comes next.
TEST(Plateaus, OfASweepThatEndsInATransition) {
  const auto rate = [](double s) { return s <= 200e3 ? 1e12 : 1e12 / (1 + (s / 200e3 - 1) * 4); };
  const auto found = plateaus(sampled(8192, 300e3, 6, rate));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].bandwidth, 1e12, 1e10);
  expect_knee(found[0], 180e3, 230e3);
}

Curve three_levels() {
  return sampled(4096, 1e9, 6, [](double s) {
    return s <= 48 * kKiB ? 300e9 : s <= 2 * kMiB ? 130e9 : 20e9;
  });
}

TEST(Plateaus, OutliersAndSlowPhasesMakeNoLevel) {
  const auto slow_down_everywhere = [](const Curve& curve, std::size_t count, double factor) {
    for (std::size_t first = 0; first + count + 2 <= curve.size(); ++first) {
      const double begin = curve[first].first, end = curve[first + count + 1].first;
      // Not where a level's last two sizes are hit: that is what a gradual end looks like.
      const bool at_end =
          (begin <= 48 * kKiB && end > 48 * kKiB) || (begin <= 2 * kMiB && end > 2 * kMiB);
      if (at_end) continue;
      Curve slowed = curve;
      for (std::size_t k = first; k < first + count; ++k) slowed[k].second *= factor;
      const auto found = plateaus(slowed);
      ASSERT_EQ(found.size(), 3u) << count << " sizes from " << begin << " x " << factor;
      expect_knee(found[0], 42 * kKiB, 55 * kKiB);
      expect_knee(found[1], 1.75 * kMiB, 2.3 * kMiB);
    }
  };
  for (const double factor : {0.5, 0.74}) {
    slow_down_everywhere(three_levels(), 1, factor);
    slow_down_everywhere(three_levels(), 2, factor);
  }
  for (const double factor : {0.75, 0.85}) {
    for (const std::size_t count : {3, 5}) slow_down_everywhere(three_levels(), count, factor);
  }
}

std::string describe(std::uint64_t seed, const RandomDevice& device) {
  std::string text = "seed " + std::to_string(seed) + ", noise " + std::to_string(device.noise) +
                     ", " + std::to_string(device.sizes_per_octave) + " sizes an octave:";
  for (const RandomLevel& level : device.levels) {
    text += " " + std::to_string(level.rate / 1e9) + " to " + std::to_string(level.capacity / kKiB);
  }
  return text;
}

// Position of a size in the sweep: of the largest point that is not above it.
std::ptrdiff_t position(const std::vector<SweepPoint>& sweep, double size) {
  return std::count_if(sweep.begin(), sweep.end(), [size](const SweepPoint& point) {
    return static_cast<double>(point.working_set) <= size;
  });
}

// How many sizes a knee may be off. Hits that begin to fall at 0.85 of the capacity do so nearly
// two sizes of the densest grid before it; a fall by less than 1.6 x drowns for half an octave in
// noise of 5 % a repetition.
double allowed(const RandomDevice& device, std::size_t i) {
  const RandomLevel& level = device.levels[i];
  if (level.rate < 1.6 * device.levels[i + 1].rate && device.noise > 0.02) return 3;
  return level.edge == Edge::early && device.sizes_per_octave > 6 ? 2 : 1;
}

void expect_found(std::uint64_t seed, double slack) {
  Dice dice(seed);
  const RandomDevice device = random_device_of(dice);
  const std::vector<SweepPoint> sweep = random_sweep(device, dice);
  SCOPED_TRACE(describe(seed, device));
  const auto found = find_plateaus(sweep);
  ASSERT_EQ(found.size(), device.levels.size());
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    const std::ptrdiff_t off = position(sweep, static_cast<double>(found[i].last)) -
                               position(sweep, device.levels[i].capacity);
    EXPECT_LE(std::abs(static_cast<double>(off)), allowed(device, i) + slack)
        << "level " << i << ", knee " << found[i].last;
  }
}

TEST(Plateaus, OfRandomDevices) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) expect_found(seed, 0);
}

// RIDGELINE_SEED repeats a run that failed; RIDGELINE_DEVICES makes a long one. One knee in 3000 is
// off by a size more, since noise has tails.
TEST(Plateaus, OfFreshRandomDevices) {
  const char* given = std::getenv("RIDGELINE_SEED");
  const char* many = std::getenv("RIDGELINE_DEVICES");
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  const std::uint64_t first =
      given != nullptr ? std::strtoull(given, nullptr, 10) : static_cast<std::uint64_t>(now);
  const std::uint64_t count = many != nullptr ? std::strtoull(many, nullptr, 10) : 1;
  std::cout << "RIDGELINE_SEED=" << first << "\n";
  for (std::uint64_t seed = first; seed < first + count; ++seed) expect_found(seed, 1);
}

}  // namespace
}  // namespace ridgeline::ceilings
