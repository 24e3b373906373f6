// The processor's features against what the kernel of the operating system lists.
#include "kernels/isa/isa.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ridgeline::kernels {
namespace {

std::set<std::string> proc_flags() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("flags", 0) != 0) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    std::set<std::string> flags;
    for (std::string word; words >> word;) flags.insert(word);
    return flags;
  }
  return {};
}

// Linux drops flags whose state it doesn't save, so its list is the right answer, where it has one.
TEST(Isa, AgreesWithTheOperatingSystem) {
  const std::set<std::string> flags = proc_flags();
  if (flags.empty()) GTEST_SKIP() << "/proc/cpuinfo lists no flags on this system";
  const std::pair<std::uint32_t, const char*> known[] = {
      {isa::kX86, "sse2"},
      {isa::kAvx, "avx"},
      {isa::kFma, "fma"},
      {isa::kAvx2, "avx2"},
      {isa::kAvx512f, "avx512f"},
      {isa::kAvx512Vnni, "avx512_vnni"},
      {isa::kAvx512Bf16, "avx512_bf16"},
      {isa::kAvx512Fp16, "avx512_fp16"},
      {isa::kAvxVnni, "avx_vnni"},
      {isa::kAmxTile, "amx_tile"},
      {isa::kAmxInt8, "amx_int8"},
      {isa::kAmxBf16, "amx_bf16"},
  };
  for (const auto& [bit, flag] : known) {
    EXPECT_EQ((host_features() & bit) != 0, flags.count(flag) != 0) << flag;
  }
}

TEST(Isa, WiderSetsComeWithNarrowerOnes) {
  const std::uint32_t features = host_features();
  const auto implies = [&](std::uint32_t wide, std::uint32_t narrow) {
    return (features & wide) == 0 || (features & narrow) == narrow;
  };
  EXPECT_TRUE(implies(isa::kAvx2, isa::kAvx));
  EXPECT_TRUE(implies(isa::kAvx512f, isa::kAvx2));
  EXPECT_TRUE(implies(isa::kAvx512Vnni, isa::kAvx512f));
  EXPECT_TRUE(implies(isa::kAvx512Fp16, isa::kAvx512f));
  EXPECT_TRUE(implies(isa::kAvxVnni, isa::kAvx2));
  EXPECT_TRUE(implies(isa::kAmxInt8, isa::kAmxTile));
  EXPECT_TRUE(implies(isa::kAmxBf16, isa::kAmxTile));
  EXPECT_FALSE((features & isa::kX86) != 0 && (features & isa::kNeon) != 0);
}

TEST(Isa, NamesFeatures) {
  EXPECT_EQ(feature_names(0), "");
  EXPECT_EQ(feature_names(isa::kFma), "FMA");
  EXPECT_EQ(feature_names(isa::kAvx2 | isa::kFma), "FMA, AVX2");
  EXPECT_EQ(feature_names(isa::kAmxTile | isa::kAvx512Bf16), "AVX-512 BF16, AMX");
}

TEST(Isa, RefusedTileDataLeavesTheRest) {
  const auto refuse = [] { return false; };
  const auto grant = [] { return true; };
  const std::uint32_t features = isa::kAvx2 | isa::kAmxTile | isa::kAmxInt8 | isa::kAmxBf16;
  EXPECT_EQ(granted_features(features, grant), features);
  EXPECT_EQ(granted_features(features, refuse), isa::kAvx2);
  EXPECT_EQ(granted_features(isa::kAvx2 | isa::kAvx512Bf16, refuse), isa::kAvx2 | isa::kAvx512Bf16);
  // The system is not asked for what the processor does not have.
  const auto never = []() -> bool { throw std::logic_error("asked"); };
  EXPECT_EQ(granted_features(isa::kAvx2, never), isa::kAvx2);
  EXPECT_EQ(granted_features(host_features()), granted_features(host_features()));
}

}  // namespace
}  // namespace ridgeline::kernels
