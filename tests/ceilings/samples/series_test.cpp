// Which part of a path is its operation and which its instruction set.
#include "ceilings/samples/series.hpp"

#include <gtest/gtest.h>

namespace ridgeline {
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

}  // namespace
}  // namespace ridgeline
