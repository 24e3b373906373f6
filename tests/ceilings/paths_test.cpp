// Which part of a path is its operation and which its instruction set; ways to multiply matrices.
#include "ceilings/paths.hpp"

#include <gtest/gtest.h>

#include <set>

namespace ridgeline::ceilings {
namespace {

TEST(Paths, SplitBeforeTheInstructionSet) {
  const struct {
    const char* path;
    const char* operation;
    const char* isa;
  } known[] = {
      {"avx2", "", "avx2"},
      {"fma-avx512", "fma", "avx512"},
      {"fma-add-avx512", "fma-add", "avx512"},
      {"mul-add-scalar", "mul-add", "scalar"},
      {"fma-one-chain-avx2", "fma-one-chain", "avx2"},
      {"nt-triad-sse", "nt-triad", "sse"},
      {"dot-avx512", "dot", "avx512"},
      {"k0.25-neon", "k0.25", "neon"},
      {"amx", "amx", ""},
      {"chase-small-pages", "chase-small-pages", ""},
      {"wgmma-n256", "wgmma-n256", ""},
      {"", "", ""},
  };
  for (const auto& each : known) {
    EXPECT_EQ(operation_of(each.path), each.operation) << each.path;
    EXPECT_EQ(isa_of(each.path), each.isa) << each.path;
  }
}

TEST(Paths, InstructionSetsFromNarrowToWide) {
  const VectorIsa* scalar = instruction_set_of("fma-scalar");
  const VectorIsa* widest = instruction_set_of("avx512");
  ASSERT_TRUE(scalar != nullptr && widest != nullptr);
  EXPECT_EQ(scalar->vector_bytes, 8);
  EXPECT_EQ(widest->vector_bytes, 64);
  EXPECT_LT(scalar, widest);
  EXPECT_EQ(instruction_set_of("wgmma-n256"), nullptr);
}

TEST(Paths, OneRowForEachWayToMultiplyMatrices) {
  EXPECT_STREQ(tensor_path_of("wgmma-n256-constant")->name, "wgmma");
  EXPECT_STREQ(tensor_path_of("mma-m16n8k16")->engine, "tensor");
  EXPECT_STREQ(tensor_path_of("cublaslt")->engine, "cuBLASLt");
  EXPECT_STREQ(tensor_path_of("amx")->engine, "AMX");
  EXPECT_EQ(tensor_path_of("fma-avx512"), nullptr);
  EXPECT_EQ(tensor_path_of(""), nullptr);
  std::set<std::string> names;
  for (const TensorPath& path : tensor_paths()) {
    EXPECT_TRUE(names.insert(path.name).second) << path.name;
    EXPECT_STREQ(tensor_path_of(path.name)->name, path.name) << "begins as an earlier one does";
    const std::string older = path.supersedes;
    EXPECT_EQ(older.empty(), std::string(path.remedy).empty()) << path.name;
    EXPECT_TRUE(older.empty() || names.contains(older)) << path.name;
  }
}

}  // namespace
}  // namespace ridgeline::ceilings
