// Documented peaks stand in for what was not measured, and say so.
#include "ceilings/roofline/theoretical.hpp"

#include <gtest/gtest.h>

#include "ceilings/roofline.hpp"
#include "tests/ceilings/plain_roofline.hpp"
#include "tests/ceilings/table_archives.hpp"

namespace ridgeline::ceilings {
namespace {

Archive card() {
  Archive archive = plain::accelerator();  // fp16->fp32 by tensor cores, DRAM
  archive.device.peaks = {{"compute/fp16->fp32/tensor", 0, 400e12, "a data sheet"},
                          {"compute/fp32/fma", 0, 19.5e12, "a data sheet"},
                          {"compute/int8->int32/tensor", 0, 624e12, "a data sheet"},
                          {"compute/fp64/fma", 64, 0, "a guide"},
                          {"bandwidth/L2", 0, 5e12, "a data sheet"},
                          {"compute/fp3 2/fma", 0, 1e12, "not an id"}};
  return archive;
}

TEST(Theoretical, OnlyWhereNothingWasMeasured) {
  Archive archive = card();
  EXPECT_EQ(add_theoretical(archive), (std::vector<std::string>{"fp32", "int8->int32"}));
  const Roofline roofline = roofline_of(archive);
  const Line* fp32 = compute_roof(roofline, "fp32");
  ASSERT_NE(fp32, nullptr);
  EXPECT_EQ(fp32->ceiling->id, "compute/fp32/fma-theoretical/chip");
  EXPECT_DOUBLE_EQ(fp32->value, 19.5e12);
  EXPECT_EQ(fp32->ceiling->source, "a data sheet");
  EXPECT_TRUE(is_theoretical(*fp32->ceiling));
  EXPECT_DOUBLE_EQ(compute_roof(roofline, "fp16->fp32")->value, 312e12);
  EXPECT_EQ(compute_roof(roofline, "fp64"), nullptr) << "a limit per cycle needs a clock";
  EXPECT_EQ(bandwidth_roof(roofline, "L2"), nullptr);
  EXPECT_EQ(compute_roof(roofline, "int8")->ceiling->unit, "OP/s");
}

TEST(Theoretical, VectorAndMatrixUnitsAreTwoThings) {
  Archive archive = card();
  archive.device.peaks = {{"compute/fp16->fp32/fma", 0, 39e12, "a data sheet"}};
  EXPECT_EQ(add_theoretical(archive).size(), 1u);
  EXPECT_DOUBLE_EQ(compute_roof(roofline_of(archive), "fp16->fp32")->value, 312e12);
}

TEST(Theoretical, WhatLacksATechniqueIsNoRoof) {
  Archive archive = card();
  archive.ceilings.push_back(tests::compute("fp32", "fma-three-sources", "chip", 1, 12e12));
  archive.ceilings.back().role = "secondary";
  add_theoretical(archive);
  EXPECT_DOUBLE_EQ(compute_roof(roofline_of(archive), "fp32")->value, 19.5e12);
}

TEST(Theoretical, AgainAddsNothing) {
  Archive archive = card();
  add_theoretical(archive);
  EXPECT_TRUE(add_theoretical(archive).empty());
}

}  // namespace
}  // namespace ridgeline::ceilings
