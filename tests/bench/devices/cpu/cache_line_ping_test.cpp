// The placement probe on this machine's own cores; what the times are is no subject here.
#include "bench/devices/cpu/cache_line_ping.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ridgeline::bench {
namespace {

// Threads need not be pinned for the line to change hands.
struct World {
  explicit World(int count) {
    for (int i = 0; i < count; ++i) {
      Unit unit;
      unit.index = i;
      unit.os_index = i;
      units.push_back(unit);
      all.push_back(i);
    }
    team = std::make_unique<ThreadTeam>(units, pinning);
  }
  Pinning pinning;
  std::vector<Unit> units;
  std::vector<int> all;
  std::unique_ptr<ThreadTeam> team;
};

TEST(CacheLineLatency, OneUnitHasNoPartner) {
  World world(1);
  EXPECT_EQ(mean_cache_line_latency(*world.team, world.all), 0);
  EXPECT_TRUE(cache_line_latencies(*world.team, world.all).empty());
}

TEST(CacheLineLatency, TwoUnitsTakeSomeTime) {
  World world(2);
  const double seconds = mean_cache_line_latency(*world.team, world.all);
  EXPECT_GE(seconds, 0);  // 0: one of them never ran, as on a machine with a single core
  EXPECT_LT(seconds, 1);
}

TEST(CacheLineLatency, EveryPairOnceAndOfManyUnitsThoseWithTheFirst) {
  World few(4);
  std::vector<std::pair<int, int>> pairs;
  for (const ceilings::CacheLineLatency& each : cache_line_latencies(*few.team, few.all)) {
    EXPECT_LT(each.from, each.to);
    EXPECT_GT(each.seconds, 0);
    pairs.emplace_back(each.from, each.to);
  }
  EXPECT_LE(pairs.size(), 6u);
  World many(9);
  for (const ceilings::CacheLineLatency& each : cache_line_latencies(*many.team, many.all)) {
    EXPECT_EQ(each.from, 0);
  }
}

}  // namespace
}  // namespace ridgeline::bench
