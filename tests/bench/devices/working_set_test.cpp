// The numbers that working sets hold.
#include "bench/devices/working_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace ridgeline::bench {
namespace {

TEST(RandomTile, EveryValueIsNormalAsFp32AndAsFp64) {
  const std::vector<std::byte> tile = random_tile(1 << 20, 1);
  for (std::size_t at = 0; at < tile.size(); at += 8) {
    double wide = 0;
    float narrow[2];
    std::memcpy(&wide, tile.data() + at, 8);
    std::memcpy(narrow, tile.data() + at, 8);
    ASSERT_TRUE(std::isnormal(wide) && std::isnormal(narrow[0]) && std::isnormal(narrow[1]));
  }
}

}  // namespace
}  // namespace ridgeline::bench
