// Stolen time from /proc/stat.
#include "bench/devices/system/interference.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace ridgeline::bench {
namespace {

TEST(Interference, StolenTimeCountsOnlyTheUnitsAsked) {
  const std::string stat =
      "cpu  10 0 0 0 0 0 0 900 0 0\n"
      "cpu0 10 0 0 0 0 0 0 300 0 0\n"
      "cpu1 10 0 0 0 0 0 0 500 0 0\n"
      "cpu10 10 0 0 0 0 0 0 100 0 0\n"
      "intr 12345\n";
  std::vector<Unit> units(3);
  units[0].os_index = 0;
  units[1].os_index = 1;
  units[2].os_index = 10;
  const double tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
  const std::vector<int> second{1};
  const std::vector<int> all{0, 1, 2};
  EXPECT_DOUBLE_EQ(stolen_seconds(stat, units, second), 500 * tick);
  EXPECT_DOUBLE_EQ(stolen_seconds(stat, units, all), 900 * tick);
}

TEST(Interference, AShortOrMissingStatMeansNothingStolen) {
  std::vector<Unit> units(1);
  const std::vector<int> first{0};
  EXPECT_EQ(stolen_seconds("", units, first), 0);
  EXPECT_EQ(stolen_seconds("cpu0 1 2 3\n", units, first), 0);
}

}  // namespace
}  // namespace ridgeline::bench
