// Roofs, reference lines, primary and secondary, ridge points, and the empirical check under them.
#include <gtest/gtest.h>

#include "ceilings/derive/derive.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::ceilings {
namespace {

using namespace hand;

Archive with(std::vector<Sample> samples) {
  Archive archive = cpu();
  archive.samples = std::move(samples);
  derive(archive);
  return archive;
}

TEST(Roofs, HighestMixIsTheRoofAndReadTheReference) {
  const Archive archive = with({bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(250e9)),
                                bandwidth("L1", "1:0", "avx2", 16 * kKiB, six(120e9)),
                                bandwidth("L1", "1:1", "update-avx512", 16 * kKiB, six(380e9))});
  EXPECT_TRUE(find(archive, "bandwidth/L1/core/1:1/update-avx512")->roof);
  EXPECT_FALSE(find(archive, "bandwidth/L1/core/1:1/update-avx512")->reference);
  EXPECT_TRUE(find(archive, "bandwidth/L1/core/1:0/avx512")->reference);
  EXPECT_FALSE(find(archive, "bandwidth/L1/core/1:0/avx512")->roof);
  EXPECT_FALSE(find(archive, "bandwidth/L1/core/1:0/avx2")->reference);
}

TEST(Roofs, WidestReadIsTheReferenceWhereNarrowerOnesTieOrLead) {
  const Archive archive = with({bandwidth("L3", "1:0", "avx2", 16 * kMiB, six(41e9)),
                                bandwidth("L3", "1:0", "avx512", 16 * kMiB, six(40e9))});
  EXPECT_TRUE(find(archive, "bandwidth/L3/core/1:0/avx512")->reference);
  EXPECT_TRUE(find(archive, "bandwidth/L3/core/1:0/avx2")->roof);
}

TEST(Roofs, FmaIsTheReferenceEvenBelowFmaWithAdd) {
  const Archive archive = with(
      {compute("fp64", "fma-avx512", six(128e9)), compute("fp64", "fma+add-avx512", six(190e9))});
  EXPECT_TRUE(find(archive, "compute/fp64/fma-avx512/core")->reference);
  EXPECT_FALSE(find(archive, "compute/fp64/fma-avx512/core")->roof);
  EXPECT_TRUE(find(archive, "compute/fp64/fma+add-avx512/core")->roof);
  EXPECT_FALSE(find(archive, "compute/fp64/fma+add-avx512/core")->reference);
}

TEST(Roofs, SecondaryPathsAreNeverTheReference) {
  Sample chain = compute("fp64", "fma-one-chain-avx512", six(16e9));
  chain.role = "secondary";
  chain.lacks = "ILP";
  const Archive archive = with({chain, compute("fp64", "fma-avx512", six(128e9))});
  EXPECT_FALSE(find(archive, chain.id)->reference);
  EXPECT_EQ(find(archive, chain.id)->lacks, "ILP");
  EXPECT_TRUE(find(archive, "compute/fp64/fma-avx512/core")->reference);
}

TEST(Roofs, TensorOnlyPrecisionTakesItsRoofAsReference) {
  Sample mma = compute("fp16", "mma", six(600e12));
  Sample wgmma = compute("fp16", "wgmma-n256", six(900e12));
  for (Sample* sample : {&mma, &wgmma}) sample->accumulate = "fp32";
  mma.id = "compute/fp16->fp32/mma/core";
  wgmma.id = "compute/fp16->fp32/wgmma-n256/core";
  const Archive archive = with({mma, wgmma, compute("fp16", "fma", six(120e12))});
  EXPECT_TRUE(find(archive, wgmma.id)->roof);
  EXPECT_TRUE(find(archive, wgmma.id)->reference);
  EXPECT_FALSE(find(archive, mma.id)->reference);
  EXPECT_TRUE(find(archive, "compute/fp16/fma/core")->roof);  // its own precision and accumulator
}

TEST(Roofs, WidestInstructionSetPresentIsPrimary) {
  Sample sse = bandwidth("L1", "1:0", "sse", 16 * kKiB, six(60e9));
  Sample avx2 = bandwidth("L1", "1:0", "avx2", 16 * kKiB, six(120e9));
  for (Sample* sample : {&sse, &avx2}) {
    sample->role = "secondary";
    sample->lacks = "SIMD width";
  }
  Archive archive = with({sse, avx2});  // no AVX-512 here
  EXPECT_EQ(find(archive, avx2.id)->role, "primary");
  EXPECT_EQ(find(archive, avx2.id)->lacks, "");
  EXPECT_TRUE(find(archive, avx2.id)->reference);
  EXPECT_EQ(find(archive, sse.id)->role, "secondary");
  archive = with({sse, avx2, bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(240e9))});
  EXPECT_EQ(find(archive, avx2.id)->role, "secondary");
}

TEST(Roofs, OnePerScope) {
  Sample all = bandwidth("L1", "1:0", "avx512", 32 * kKiB, six(500e9));
  all.id = "bandwidth/L1/all/1:0/avx512";
  all.scope = "all";
  all.units = 2;
  const Archive archive = with({bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(250e9)), all});
  EXPECT_TRUE(find(archive, "bandwidth/L1/core/1:0/avx512")->roof);
  EXPECT_TRUE(find(archive, all.id)->roof);
}

TEST(Roofs, NodesHaveRoofsOfTheirOwn) {
  Sample near = bandwidth("DRAM", "1:0", "avx512", 400 * kMiB, six(12e9));
  near.node = "node0";
  near.id = "bandwidth/DRAM@node0/core/1:0/avx512";
  Sample hbm = near;
  hbm.node = "node2";
  hbm.id = "bandwidth/DRAM@node2/core/1:0/avx512";
  hbm.repetitions = repeat(static_cast<double>(hbm.working_set), six(40e9));
  const Archive archive = with({near, hbm});
  EXPECT_TRUE(find(archive, near.id)->roof);
  EXPECT_TRUE(find(archive, hbm.id)->roof);
}

TEST(Roofs, VariantsOfALevelHaveRoofsOfTheirOwn) {
  Sample near = bandwidth("L2@near", "1:0", "avx512", kMiB, six(120e9));
  Sample far = bandwidth("L2@far", "1:0", "avx512", kMiB, six(80e9));
  const Archive archive = with({near, far});
  ASSERT_EQ(archive.ceilings.size(), 2u);
  EXPECT_EQ(archive.ceilings[0].level, "L2");
  EXPECT_EQ(archive.ceilings[0].node, "near");
  EXPECT_TRUE(archive.ceilings[0].roof);
  EXPECT_TRUE(archive.ceilings[1].roof);
}

TEST(Ridges, ReferenceWithReferenceAndRoofWithRoof) {
  const Archive archive =
      with({bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(200e9)),
            bandwidth("L1", "1:1", "update-avx512", 16 * kKiB, six(400e9)),
            compute("fp64", "fma-avx512", six(100e9)), compute("fp32", "fma-avx512", six(200e9)),
            compute("int32", "add-avx512", six(50e9))});
  ASSERT_EQ(archive.ridges.size(), 4u);  // two lines each of fp64 and fp32, no integers
  const auto at = [&](const std::string& bandwidth, const std::string& compute) {
    for (const Ridge& ridge : archive.ridges) {
      if (ridge.bandwidth == bandwidth && ridge.compute == compute) return ridge.intensity;
    }
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(at("bandwidth/L1/core/1:0/avx512", "compute/fp64/fma-avx512/core"), 0.5);
  EXPECT_DOUBLE_EQ(at("bandwidth/L1/core/1:1/update-avx512", "compute/fp64/fma-avx512/core"), 0.25);
  EXPECT_DOUBLE_EQ(at("bandwidth/L1/core/1:0/avx512", "compute/fp32/fma-avx512/core"), 1.0);
}

TEST(Ridges, OneWhereRoofAndReferenceAreTheSame) {
  const Archive archive = with({bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(200e9)),
                                compute("fp64", "fma-avx512", six(100e9))});
  EXPECT_EQ(archive.ridges.size(), 1u);
}

Archive gpu_with_l1(int units, double rate) {
  Archive archive;
  archive.device.kind = "gpu";
  archive.device.units = 132;
  archive.device.levels = {{"L1", "sm", 256 * kKiB, 132, 1, "", ""}};
  Sample l1 = bandwidth("L1", "1:0", "ld16B", 64 * kKiB, six(rate));
  l1.scope = "sm";
  l1.units = units;
  Sample fma = compute("fp32", "fma", six(132 * 400e9));
  fma.scope = "chip";
  fma.units = 132;
  archive.samples = {l1, fma};
  derive(archive);
  return archive;
}

TEST(Ridges, OneSmGrowsToTheChip) {
  const Archive one = gpu_with_l1(1, 200e9);
  ASSERT_EQ(one.ridges.size(), 1u);
  EXPECT_DOUBLE_EQ(one.ridges[0].intensity, 2);
  const Archive all = gpu_with_l1(132, 132 * 200e9);  // measured on all of them at once
  ASSERT_EQ(all.ridges.size(), 1u);
  EXPECT_DOUBLE_EQ(all.ridges[0].intensity, 2);
}

TEST(Ridges, ScopesAreNotMixed) {
  Sample all = compute("fp64", "fma-avx512", six(200e9));
  all.scope = "all";
  const Archive archive = with({bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(200e9)), all});
  EXPECT_TRUE(archive.ridges.empty());
}

// A point of the intensity sweep in L1: `flop` per 16 bytes moved, at `rate` FLOP/s.
Sample point(const std::string& path, double flop, double rate) {
  Sample sample = bandwidth("L1", "1:1", path, 16 * kKiB, {}, Stage::empirical);
  sample.family = "intensity";
  sample.precision = "fp64";
  sample.work.operations = flop * (sample.work.bytes_read + sample.work.bytes_written) / 16;
  sample.repetitions = repeat(sample.work.operations, six(rate));
  return sample;
}

TEST(Empirical, HeldAgainstItsOwnMixAndInstructionSet) {
  const Archive archive =
      with({bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(900e9)),
            bandwidth("L1", "1:1", "update-avx512", 16 * kKiB, six(320e9)),
            bandwidth("L1", "1:1", "update-avx2", 16 * kKiB, six(160e9)),
            compute("fp64", "fma-avx512", six(80e9)), compute("fp64", "fma-avx2", six(40e9)),
            point("k0.25-avx512", 0.5, 9.8e9), point("k64-avx512", 128, 79e9),
            point("k2-avx512", 4, 50e9), point("k0.25-avx2", 0.5, 4.9e9)});
  ASSERT_EQ(archive.empirical.size(), 4u);
  const EmpiricalPoint& low = archive.empirical[0];
  EXPECT_DOUBLE_EQ(low.intensity, 1.0 / 32);
  EXPECT_DOUBLE_EQ(low.attainable, 10e9);  // 320 GB/s x 1/32
  EXPECT_NEAR(low.ratio, 0.98, 1e-9);
  EXPECT_FALSE(low.near_ridge);
  EXPECT_EQ(low.note, "");
  EXPECT_DOUBLE_EQ(archive.empirical[1].attainable, 80e9);
  EXPECT_FALSE(archive.empirical[1].near_ridge);
  EXPECT_TRUE(archive.empirical[2].near_ridge);  // ridge at 1/4, this at 1/4
  EXPECT_DOUBLE_EQ(archive.empirical[3].attainable, 5e9);
}

TEST(Empirical, WithoutItsOwnLineTheRoofStandsInAndIsNamed) {
  const Archive archive =
      with({bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(320e9)),
            compute("fp64", "fma-avx2", six(40e9)), point("k0.25-avx512", 0.5, 5e9)});
  ASSERT_EQ(archive.empirical.size(), 1u);
  EXPECT_DOUBLE_EQ(archive.empirical[0].attainable, 10e9);
  EXPECT_NE(archive.empirical[0].note.find("no ceiling of mix 1:1"), std::string::npos);
  EXPECT_NE(archive.empirical[0].note.find("compute roof"), std::string::npos);
}

TEST(Empirical, WithoutAnyLineThePointIsKept) {
  const Archive archive = with({point("k1-avx512", 2, 5e9)});
  ASSERT_EQ(archive.empirical.size(), 1u);
  EXPECT_DOUBLE_EQ(archive.empirical[0].rate, 5e9);
  EXPECT_EQ(archive.empirical[0].attainable, 0);
  EXPECT_NE(archive.empirical[0].note, "");
}

TEST(Empirical, MakesNoCeilings) {
  EXPECT_TRUE(with({point("k1-avx512", 2, 5e9)}).ceilings.empty());
}

}  // namespace
}  // namespace ridgeline::ceilings
