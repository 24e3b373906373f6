// Who reads what in the CUDA kernels that stream through memory: that each element is touched as
// often as claimed, never twice at a time, and that walks, as the kernels take them, and references
// agree. None of this needs a GPU or the CUDA toolkit.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "kernels/cuda/arithmetic/intensity_reference.hpp"
#include "kernels/cuda/latency/chase_reference.hpp"
#include "kernels/cuda/memory/bulk_reference.hpp"
#include "kernels/cuda/memory/streams_reference.hpp"

namespace ridgeline::kernels {
namespace {

struct Launch {
  std::uint32_t tiles, passes, blocks, warps;
};

// Fewer tiles than blocks, than warps; a part more; many; numbers that nothing divides.
const Launch kLaunches[] = {{1, 3, 1, 1},   {1, 2, 5, 2},    {3, 2, 5, 4},   {7, 4, 2, 8},
                            {32, 3, 4, 8},  {33, 5, 4, 8},   {97, 2, 5, 3},  {64, 3, 4, 16},
                            {63, 3, 4, 16}, {1000, 2, 7, 6}, {257, 7, 3, 16}};

// Tiles in the order of one warp's visits.
std::vector<std::uint64_t> visits_of(const TileRange& range) {
  std::vector<std::uint64_t> tiles;
  std::uint64_t at = range.at;
  for (std::uint32_t left = range.left; left != 0; --left) {
    tiles.push_back(at);
    at += range.step;
    if (at >= range.end) at -= range.span;
  }
  return tiles;
}

std::vector<std::uint64_t> visits_of(Rotation rotation) {
  std::vector<std::uint64_t> tiles;
  while (rotation.passes_left != 0) {
    tiles.push_back(tile_of(rotation));
    rotation.position += rotation.active;
    enter_pass(rotation);
  }
  return tiles;
}

// By warp of the grid.
using Visits = std::vector<std::vector<std::uint64_t>>;

template <class Make>
Visits visits_of(const Launch& launch, Make make) {
  Visits visits;
  for (std::uint32_t block = 0; block < launch.blocks; ++block) {
    for (std::uint32_t warp = 0; warp < launch.warps; ++warp) {
      visits.push_back(visits_of(make(launch.tiles, launch.passes,
                                      WarpPosition{block, launch.blocks, warp, launch.warps})));
    }
  }
  return visits;
}

void expect_each_as_often(const Launch& launch, const Visits& visits) {
  std::vector<std::uint32_t> touched(launch.tiles);
  for (const auto& warp : visits) {
    for (const std::uint64_t tile : warp) {
      ASSERT_LT(tile, launch.tiles);
      ++touched[tile];
    }
  }
  EXPECT_EQ(touched, std::vector<std::uint32_t>(launch.tiles, launch.passes));
}

// The range's visits and the reference's are the same ones, of each warp in the same order.
template <class Reference>
void expect_same(const Launch& launch, const Visits& visits, Reference reference) {
  GpuArgs args{};
  args.blocks = launch.blocks;
  args.threads = launch.warps * kWarp;
  args.passes = launch.passes;
  Visits wanted(visits.size());
  reference(args, [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t) {
    wanted.at(thread / kWarp).push_back(tile);
  });
  EXPECT_EQ(visits, wanted);
}

// Warps that all are at their n-th visit are at different tiles.
void expect_apart(const Visits& visits) {
  for (std::size_t n = 0;; ++n) {
    std::set<std::uint64_t> now;
    std::size_t busy = 0;
    for (const auto& warp : visits) {
      if (n >= warp.size()) continue;
      now.insert(warp[n]);
      ++busy;
    }
    if (busy == 0) return;
    ASSERT_EQ(now.size(), busy) << "at visit " << n;
  }
}

class TileRanges : public testing::TestWithParam<Launch> {};

TEST_P(TileRanges, OfOwnTilesTouchEachAsOftenAndNoneTwiceAtATime) {
  const Visits visits = visits_of(GetParam(), own_tiles);
  expect_each_as_often(GetParam(), visits);
  expect_apart(visits);
  expect_same(GetParam(), visits, [](const GpuArgs& args, auto visit) {
    visit_own_tiles(args, GetParam().tiles, args.passes, visit);
  });
}

TEST_P(TileRanges, OfOwnTilesGiveEachTileToOneBlock) {
  const Visits visits = visits_of(GetParam(), own_tiles);
  std::map<std::uint64_t, std::set<std::size_t>> owners;
  for (std::size_t warp = 0; warp < visits.size(); ++warp) {
    for (const std::uint64_t tile : visits[warp]) owners[tile].insert(warp / GetParam().warps);
  }
  for (const auto& [tile, blocks] : owners) EXPECT_EQ(blocks.size(), 1u) << tile;
}

TEST_P(TileRanges, OfWarpsGiveEachTileToOneWarp) {
  const Visits visits = visits_of(GetParam(), own_tiles_of_warp);
  expect_each_as_often(GetParam(), visits);
  std::map<std::uint64_t, std::set<std::size_t>> owners;
  for (std::size_t warp = 0; warp < visits.size(); ++warp) {
    for (const std::uint64_t tile : visits[warp]) owners[tile].insert(warp);
  }
  for (const auto& [tile, warps] : owners) EXPECT_EQ(warps.size(), 1u) << tile;
  expect_same(GetParam(), visits, [](const GpuArgs& args, auto visit) {
    visit_tiles_of_warps(args, GetParam().tiles, visit);
  });
}

TEST_P(TileRanges, OfARowTouchEachAsOften) {
  const Visits visits = visits_of(GetParam(), own_contiguous_tiles);
  expect_each_as_often(GetParam(), visits);
  expect_same(GetParam(), visits, [](const GpuArgs& args, auto visit) {
    visit_own_row(args, GetParam().tiles, visit);
  });
}

TEST_P(TileRanges, ThatRotateTouchEachAsOften) {
  const Visits visits = visits_of(GetParam(), all_tiles);
  expect_each_as_often(GetParam(), visits);
  expect_same(GetParam(), visits, [](const GpuArgs& args, auto visit) {
    visit_all_tiles(args, GetParam().tiles, visit);
  });
}

INSTANTIATE_TEST_SUITE_P(Launches, TileRanges, testing::ValuesIn(kLaunches));

TEST(Rotation, ShowsEveryBlockEveryTileInAsManyPassesAsThereAreBlocks) {
  const Launch launch{61, 5, 5, 4};
  const Visits visits = visits_of(launch, all_tiles);
  for (std::uint32_t block = 0; block < launch.blocks; ++block) {
    std::set<std::uint64_t> seen;
    for (std::uint32_t warp = 0; warp < launch.warps; ++warp) {
      const auto& own = visits[block * launch.warps + warp];
      seen.insert(own.begin(), own.end());
    }
    EXPECT_EQ(seen.size(), launch.tiles);
  }
}

// Tiles of a block times passes may be beyond 32 bits.
TEST(TileRange, CountsLargeLaunches) {
  const std::uint64_t visits = 40'007ull * 3'000'000;
  EXPECT_EQ(own_contiguous_tiles(40'007, 3'000'000, {0, 1, 31, 32}).left, visits / 32);
  EXPECT_EQ(own_tiles(40'007, 3'000'000, {0, 1, 3, 30}).left, visits / 30);
  EXPECT_EQ(share_of_repeated(100'003, 10'001, 18, 32), 100'003ull * 10'001 / 32 + 1);
  EXPECT_EQ(share_of_repeated(100'003, 10'001, 19, 32), 100'003ull * 10'001 / 32);
}

TEST(Scatter, IsAPermutationThatTheStepsFollow) {
  for (const std::uint32_t chunks : {1u, 2u, 3u, 7u, 16u, 33u, 255u}) {
    const std::uint32_t sectors = chunks * kChunk;
    const std::uint32_t factor = scatter_factor(sectors);
    const Move one = move_by(1, factor, sectors);
    const Move many = move_by(sectors - 3, factor, sectors);
    std::vector<bool> seen(sectors);
    std::uint32_t x = 0;
    for (std::uint32_t i = 0; i < sectors; ++i) {
      ASSERT_EQ(x, std::uint64_t{i} * factor % sectors);
      ASSERT_EQ(moved(x, many), (std::uint64_t{i} + sectors - 3) * factor % sectors);
      ASSERT_LT(scattered(x), sectors);
      ASSERT_FALSE(seen[scattered(x)]);
      seen[scattered(x)] = true;
      x = moved(x, one);
    }
    EXPECT_EQ(x, 0u);
  }
}

TEST(Scatter, HoldsUpToItsLargestSet) {
  const std::uint32_t sectors = 0xFFFFFF00u;
  const std::uint32_t factor = scatter_factor(sectors);
  EXPECT_EQ(common_divisor(factor, sectors), 1u);
  EXPECT_EQ(multiply_modulo(sectors - 1, sectors - 1, sectors), 1u);
  const Move back = move_by(sectors - 1, factor, sectors);
  EXPECT_EQ(moved(moved(12345, back), move_by(1, factor, sectors)), 12345u);
}

TEST(Scatter, SendsNeighboursFarApart) {
  const std::uint32_t sectors = 1 << 20;
  const std::uint32_t factor = scatter_factor(sectors);
  std::set<std::uint32_t> lines;
  for (std::uint64_t i = 0; i < 4096; ++i) {
    lines.insert(scattered(static_cast<std::uint32_t>(i * factor % sectors)) / 4);
  }
  EXPECT_EQ(lines.size(), 4096u);
}

TEST(Conflicts, OffsetsCoverATileAndMeetAsManyLanesInABank) {
  for (const std::uint32_t ways : {2u, 8u, 16u, 32u}) {
    std::set<std::uint32_t> words;
    for (std::uint32_t load = 0; load < 32; ++load) {
      std::map<std::uint32_t, std::uint32_t> of_bank;
      for (std::uint32_t lane = 0; lane < kWarp; ++lane) {
        const std::uint32_t at = lane * ways * 4 + conflict_offset(load, ways);
        words.insert(at / 4);
        ++of_bank[at / 4 % 32];
      }
      for (const auto& [bank, lanes] : of_bank) EXPECT_EQ(lanes, ways) << bank;
    }
    EXPECT_EQ(words.size(), 1024u);
    EXPECT_EQ(*words.rbegin(), 1023u);
  }
}

// A launch on the host's memory, with three arrays.
struct HostLaunch {
  HostLaunch(std::uint64_t elements, std::uint32_t element_bytes, std::uint32_t in_flight) {
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      arrays[k].resize(elements * element_bytes / 4);
      for (std::uint32_t& word : arrays[k]) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        word = 0x3F000000u | static_cast<std::uint32_t>(state >> 41);  // fp32 in [0.5, 1)
      }
      args.arrays[k] = reinterpret_cast<unsigned char*>(arrays[k].data());
    }
    args.passes = 3;
    args.units = 3;
    args.blocks = 6;
    args.threads = 128;
    result.resize(args.blocks * args.threads, 0xDEADBEEF);
    args.result = reinterpret_cast<unsigned char*>(result.data());
    args.elements = elements;
    args.in_flight = in_flight;
  }

  std::uint32_t total() const {
    std::uint32_t sum = 0;
    for (const std::uint32_t word : result) sum += word;
    return sum;
  }
  std::uint32_t total_of(std::size_t array) const {
    std::uint32_t sum = 0;
    for (const std::uint32_t word : arrays[array]) sum += word;
    return sum;
  }

  std::uint64_t state = 1;
  std::array<std::vector<std::uint32_t>, 3> arrays;
  std::vector<std::uint32_t> result;
  GpuArgs args{};
};

TEST(References, OfReadsAddUpEveryWordAsOftenAsThereArePasses) {
  struct Case {
    GpuReference reference;
    std::uint32_t element_bytes, elements, in_flight;
  };
  const Case cases[] = {
      {read_reference<16>, 16, 256 * 7, 4},           {read_reference<4>, 4, 256 * 5, 8},
      {read_reference<32>, 32, 128 * 5, 2},           {read_row_reference<16>, 16, 256 * 11, 8},
      {read_row_reference<4>, 4, 512 * 3, 16},        {read_rotating_reference, 16, 256 * 9, 2},
      {read_strided_reference, 4, 4096 * 5, 4},       {read_random_reference, 32, 256 * 3, 4},
      {read_conflicts_reference<8>, 4, 1024 * 7, 32}, {read_bulk_reference, 16, 1024 * 7, 4},
  };
  for (const Case& each : cases) {
    HostLaunch launch(each.elements, each.element_bytes, each.in_flight);
    each.reference(launch.args);
    EXPECT_EQ(launch.total(), 3 * launch.total_of(0)) << each.element_bytes;
    const std::uint32_t before = launch.total();
    launch.arrays[0].back() += 1;
    each.reference(launch.args);
    EXPECT_EQ(launch.total(), before + 3) << "a changed word shows";
  }
}

TEST(References, OfStreamsDoWhatTheirNamesSay) {
  const auto after = [](GpuReference reference, std::uint64_t passes) {
    HostLaunch launch(128 * 5, 16, 4);
    launch.args.passes = passes;
    launch.args.scalars.f64[0] = -1;
    reference(launch.args);
    return launch;
  };
  const HostLaunch start(128 * 5, 16, 4);
  const auto doubles = [](const std::vector<std::uint32_t>& words, std::size_t i) {
    double number = 0;
    std::memcpy(&number, &words[2 * i], sizeof number);
    return number;
  };
  const double b = doubles(start.arrays[1], 700);
  const double c = doubles(start.arrays[2], 700);
  EXPECT_EQ(after(stream_reference<CopyStream>, 3).arrays[0], start.arrays[1]);
  EXPECT_EQ(doubles(after(stream_reference<ScaleStream>, 3).arrays[0], 700), -b);
  EXPECT_EQ(doubles(after(stream_reference<AddStream>, 3).arrays[0], 700), b + c);
  EXPECT_EQ(doubles(after(stream_reference<TriadStream>, 3).arrays[0], 700),
            std::fma(c, kTriadFactor, b));
  EXPECT_EQ(after(stream_reference<UpdateStream>, 2).arrays[0], start.arrays[0]);
  EXPECT_EQ(after(stream_reference<UpdateStream>, 3).arrays[0][5], start.arrays[0][5] ^ kSignBit);
  const HostLaunch written = after(stream_reference<WriteStream>, 1);
  for (const std::uint32_t word : written.arrays[0]) {
    EXPECT_TRUE(std::isnormal(std::bit_cast<float>(word)));
  }
  EXPECT_NE(written.arrays[0][0], written.arrays[0][1]);
}

TEST(References, OfChainsTakeShortCutsThatChangeNothing) {
  for (const float start : {0.1f, -5.75f, 1.5f, 1e-7f, 2.9999998f, -0.3333333f}) {
    for (const std::uint64_t steps : {0u, 1u, 2u, 3u, 7u, 256u, 2047u}) {
      float x = start;
      for (std::uint64_t i = 0; i < steps; ++i) x = std::fma(x, -1.0f, 3.0f);
      EXPECT_EQ(chained(start, steps, std::array{-1.0f, 3.0f}), x) << start << ' ' << steps;
      EXPECT_LT(std::abs(x), std::abs(start) + 3.1f);
    }
  }
  // Where nothing alternates there is no short cut.
  double x = 0.3;
  for (int i = 0; i < 100; ++i) x = std::fma(x, 0.5, 0.25);
  EXPECT_EQ(chained(0.3, 100, std::array{0.5, 0.25}), x);
}

TEST(References, OfChasesDependOnTheOrderOfTheRing) {
  const auto checksum = [](std::initializer_list<std::uint64_t> next) {
    HostLaunch launch(8, kChaseBytes, 1);
    std::size_t i = 0;
    for (const std::uint64_t element : next) {
      const std::uint64_t offset = element * kChaseBytes;
      std::memcpy(&launch.arrays[0][i++ * kChaseBytes / 4], &offset, sizeof offset);
    }
    chase_global_reference(launch.args);
    EXPECT_EQ(host_word(launch.args.arrays[0] + 8), host_word(launch.args.arrays[0]));
    const std::uint32_t global = launch.result[0];
    chase_shared_reference(launch.args);
    EXPECT_EQ(global - launch.result[0], host_word(launch.args.arrays[0]));
    return launch.result[0];
  };
  EXPECT_NE(checksum({1, 2, 3, 4, 5, 6, 7, 0}), checksum({2, 0, 1, 4, 5, 6, 7, 3}));
  EXPECT_NE(checksum({1, 2, 3, 4, 5, 6, 7, 0}), checksum({1, 2, 3, 4, 6, 7, 5, 0}));
}

}  // namespace
}  // namespace ridgeline::kernels
