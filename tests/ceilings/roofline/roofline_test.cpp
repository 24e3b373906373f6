// The lines of a roofline, its roofs, and what is attainable under them.
#include "ceilings/roofline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ceilings/errors.hpp"
#include "tests/ceilings/plain_roofline.hpp"

namespace ridgeline::ceilings {
namespace {

using plain::ceiling;
using plain::roof;
using plain::secondary;

TEST(Roofline, AttainableIsTheLowerOfTheTwoLines) {
  const Archive archive = plain::accelerator();
  const Roofline roofline = roofline_of(archive);
  const Attainable left = attainable(roofline, 50);
  EXPECT_DOUBLE_EQ(left.rate, 100e12);  // 50 FLOP/B x 2 TB/s
  EXPECT_TRUE(left.memory_bound);
  EXPECT_DOUBLE_EQ(left.ridge, 156);
  const Attainable right = attainable(roofline, 500);
  EXPECT_DOUBLE_EQ(right.rate, 312e12);
  EXPECT_FALSE(right.memory_bound);
  EXPECT_EQ(right.compute->ceiling->id, "compute/fp16->fp32/mma-m16n8k16/chip");
}

TEST(Roofline, AGpusIsOfTheChipAndAnSmsLinesAreScaledToIt) {
  Archive archive = plain::accelerator();
  archive.ceilings.push_back(roof("bandwidth/L1/sm/1:0/ld16B-ca", 250e9));
  archive.ceilings.back().units = 1;
  archive.ceilings.push_back(roof("bandwidth/shared/sm/1:0/lds16B", 250e9));
  archive.ceilings.push_back(roof("bandwidth/shared/chip/1:0/lds16B", 990e9));
  const Roofline roofline = roofline_of(archive);
  EXPECT_EQ(roofline.scope, "chip");
  EXPECT_DOUBLE_EQ(bandwidth_roof(roofline, "L1")->value, 1e12);       // four SMs
  EXPECT_DOUBLE_EQ(bandwidth_roof(roofline, "shared")->value, 990e9);  // measured on the chip
  EXPECT_EQ(level_names(roofline), (std::vector<std::string>{"L1", "shared", "DRAM"}));
}

TEST(Roofline, ACpusIsOfAllCoresUnlessOneIsAskedFor) {
  const Archive archive = plain::archive(
      "cpu", {roof("bandwidth/DRAM/core/1:0/avx2", 10e9), roof("bandwidth/L1/core/1:0/avx2", 200e9),
              roof("compute/fp64/fma-avx2/core", 50e9), roof("bandwidth/DRAM/all/1:0/avx2", 30e9),
              roof("compute/fp64/fma-avx2/all", 190e9)});
  EXPECT_EQ(roofline_of(archive).scope, "all");
  EXPECT_DOUBLE_EQ(attainable(roofline_of(archive), 1).rate, 30e9);
  EXPECT_DOUBLE_EQ(attainable(roofline_of(archive, "core"), 1).rate, 10e9);
  EXPECT_EQ(bandwidth_roof(roofline_of(archive), "L1"), nullptr);  // not measured on all cores
  try {
    roofline_of(archive, "chip");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "the archive has no ceilings of the scope 'chip'; it has core, all");
  }
}

// Only what the schema requires of a ceiling; and a copy outlives its archive.
TEST(Roofline, IdsAreEnough) {
  Archive archive = plain::accelerator();
  for (Ceiling& each : archive.ceilings) {
    Ceiling bare;
    bare.id = each.id;
    bare.kind = each.kind;
    bare.unit = each.unit;
    bare.value = each.value;
    each = bare;
  }
  const Roofline roofline = roofline_of(Archive(archive));
  EXPECT_EQ(roofline.scope, "chip");
  EXPECT_DOUBLE_EQ(attainable(roofline, 50, "DRAM", "fp16->fp32").rate, 100e12);
  EXPECT_DOUBLE_EQ(roofline.bandwidths.front().traffic, 2e12);
  EXPECT_EQ(roofline.bandwidths.front().ceiling->units, 4) << "the chip's are the device's";
}

TEST(Roofline, WithoutAWholeDeviceTheScopeOfMostLines) {
  const Archive archive = plain::archive(
      "cpu", {roof("bandwidth/DRAM/node0/1:0/avx2", 10e9),
              roof("bandwidth/DRAM/core/1:0/avx2", 9e9), roof("compute/fp64/fma-avx2/core", 50e9)});
  EXPECT_EQ(roofline_of(archive).scope, "core");
}

TEST(Roofline, RoofsAreWhatTheArchiveMarks) {
  Archive archive = plain::accelerator();
  Ceiling constant = secondary("compute/fp16->fp32/mma-constant/chip", 400e12, "real data");
  archive.ceilings.push_back(constant);
  archive.ceilings.push_back(ceiling("compute/fp32/fma/chip", 19e12));
  archive.ceilings.push_back(secondary("compute/fp32/mul-add/chip", 10e12, "FMA"));
  const Roofline roofline = roofline_of(archive);
  EXPECT_DOUBLE_EQ(compute_roof(roofline, "fp16->fp32")->value, 312e12);
  EXPECT_DOUBLE_EQ(compute_roof(roofline, "fp16")->value, 312e12);  // any accumulator
  EXPECT_DOUBLE_EQ(compute_roof(roofline, "fp32")->value, 19e12);   // unmarked: the primary one
  EXPECT_DOUBLE_EQ(compute_reference(roofline, "fp32")->value, 19e12);
  EXPECT_EQ(compute_roof(roofline, "fp64"), nullptr);
  EXPECT_EQ(compute_reference(roofline, "fp64"), nullptr);
}

TEST(Roofline, VariantsOfALevelAnswerToItsName) {
  const Archive archive = plain::archive("gpu", {roof("bandwidth/L2@far/chip/1:0/ld16B", 6e12),
                                                 roof("bandwidth/L2@near/chip/1:0/ld16B", 9e12)});
  const Roofline roofline = roofline_of(archive);
  EXPECT_DOUBLE_EQ(bandwidth_roof(roofline, "L2")->value, 9e12);
  EXPECT_DOUBLE_EQ(bandwidth_roof(roofline, "L2@far")->value, 6e12);
  EXPECT_EQ(level_names(roofline), (std::vector<std::string>{"L2@near", "L2@far"}));
}

TEST(Roofline, TheExactNameComesFirst) {
  Archive archive = plain::accelerator();
  archive.ceilings.push_back(roof("compute/fp16/fma-half2/chip", 78e12));
  archive.ceilings.push_back(roof("bandwidth/DRAM@node1/chip/1:0/ld16B", 3e12));
  const Roofline roofline = roofline_of(archive);
  EXPECT_DOUBLE_EQ(compute_roof(roofline, "fp16")->value, 78e12);
  EXPECT_DOUBLE_EQ(compute_reference(roofline, "fp16")->value, 78e12);
  EXPECT_DOUBLE_EQ(bandwidth_roof(roofline, "DRAM")->value, 2e12);
  EXPECT_DOUBLE_EQ(bandwidth_reference(roofline, "DRAM")->value, 2e12);
}

TEST(Roofline, FailedOnesAndLatenciesAreNoLines) {
  Archive archive = plain::accelerator();
  archive.ceilings[0].suspect = {Flag::optimised_away};
  archive.ceilings.push_back(ceiling("latency/DRAM/chip/chase", 5e-7));
  const Roofline roofline = roofline_of(archive);
  EXPECT_TRUE(roofline.bandwidths.empty());
  EXPECT_THROW(attainable(roofline, 1), UsageError);
}

TEST(Roofline, ImpossibleQuestionsAreRefused) {
  const Archive archive = plain::accelerator();
  const Roofline roofline = roofline_of(archive);
  for (const double intensity :
       {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(attainable(roofline, intensity), UsageError) << intensity;
  }
  EXPECT_THROW(attainable(roofline, 1, "L3"), UsageError);
  EXPECT_THROW(attainable(roofline, 1, "DRAM", "fp64"), UsageError);
}

TEST(Roofline, IntegersAreNeverTheDefault) {
  Archive archive = plain::accelerator();
  archive.ceilings.push_back(roof("compute/int8->int32/mma/chip", 624e12));
  EXPECT_DOUBLE_EQ(attainable(roofline_of(archive), 1e6).rate, 312e12);
  EXPECT_TRUE(is_floating("tf32"));
  EXPECT_FALSE(is_floating("int8->int32"));
}

TEST(Roofline, ThroughTensorCores) {
  for (const char* path : {"mma-m16n8k16", "wgmma-n256", "tcgen05-n256", "amx", "gemm"}) {
    EXPECT_TRUE(is_matrix_path(path)) << path;
  }
  for (const char* path : {"fma", "mul-add", "fma-avx512", "dot-avx512", "dp4a"}) {
    EXPECT_FALSE(is_matrix_path(path)) << path;
  }
}

}  // namespace
}  // namespace ridgeline::ceilings
