// The table of level names: order, caches and memories, variants.
#include "ceilings/archive/level_names.hpp"

#include <gtest/gtest.h>

namespace ridgeline::ceilings {
namespace {

TEST(LevelNames, AreInTheOrderOfDistance) {
  const std::vector<std::string> names{"L1", "shared", "L2", "L3", "L4", "HBM", "DRAM", "CXL"};
  for (std::size_t i = 1; i < names.size(); ++i) {
    EXPECT_LT(level_rank(names[i - 1]), level_rank(names[i])) << names[i];
  }
  EXPECT_EQ(level_rank("attic"), level_rank("cellar"));
  EXPECT_GT(level_rank("attic"), level_rank("NVM"));
}

TEST(LevelNames, AreCachesOrMemories) {
  for (const char* name : {"L1", "L2", "L9", "shared", "memory-side"}) {
    EXPECT_TRUE(is_cache_name(name)) << name;
    EXPECT_FALSE(is_memory_name(name)) << name;
  }
  for (const char* name : {"DRAM", "HBM", "MCDRAM", "CXL"}) {
    EXPECT_TRUE(is_memory_name(name)) << name;
    EXPECT_FALSE(is_cache_name(name)) << name;
  }
  EXPECT_FALSE(is_cache_name("L") || is_cache_name("Lx") || is_memory_name("attic"));
}

TEST(LevelNames, AMemoryNodeMayHaveAnyName) {
  DeviceRecord device;
  device.levels.resize(2);
  device.levels[0].name = "L2";
  device.levels[1].name = "attic";
  device.levels[1].node = "node1";
  EXPECT_TRUE(is_memory("attic", device) && is_memory("DRAM", device));
  EXPECT_FALSE(is_memory("L2", device) || is_memory("cellar", device));
  EXPECT_TRUE(is_memory(device.levels[1]));
  EXPECT_FALSE(is_memory(device.levels[0]));
}

TEST(LevelNames, HaveVariantsBehindAnAt) {
  EXPECT_EQ(plain_level("L2@near"), "L2");
  EXPECT_EQ(variant_of("L2@near"), "near");
  EXPECT_EQ(plain_level("DRAM"), "DRAM");
  EXPECT_EQ(variant_of("DRAM"), "");
}

}  // namespace
}  // namespace ridgeline::ceilings
