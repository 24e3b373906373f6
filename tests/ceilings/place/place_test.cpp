// Intensities, rates, the ceilings that kernels are compared with, bounds, and launches together.
#include "ceilings/place/place.hpp"

#include <gtest/gtest.h>

#include "tests/ceilings/place/diagnosis/cases.hpp"

namespace ridgeline::ceilings {
namespace {

using cases::ceiling;
using cases::cpu;
using cases::gpu;
using cases::Kernel;
using cases::roof;

// The ceilings' ids are copied: the roofline's archive ends with the call.
struct Answer {
  PlacedKernel place;
  std::string own, roof;  // of the first level, else the first type
  double own_value = 0, roof_value = 0;
};

Answer answer(const KernelRun& run, const Archive& archive) {
  const Roofline roofline = roofline_of(archive);
  Answer a;
  a.place = place(run, roofline);
  std::optional<CeilingMatch> own, top;
  if (!a.place.types.empty()) own = a.place.types[0].own, top = a.place.types[0].roof;
  if (!a.place.levels.empty()) own = a.place.levels[0].own, top = a.place.levels[0].roof;
  if (own) a.own = own->line->ceiling->id, a.own_value = own->value;
  if (top) a.roof = top->line->ceiling->id, a.roof_value = top->value;
  return a;
}

TEST(PlacedKernel, SaxpyOfABillion) {
  // y = a x + y: 2 FLOP and 12 B an element.
  const KernelRun run = Kernel("saxpy", 10e-3).hand().flop("fp32", 2e9).bytes("DRAM", 12e9).run;
  const Answer a = answer(run, gpu());
  EXPECT_NEAR(a.place.levels[0].intensity.value_or(0), 1.0 / 6, 1e-12);
  EXPECT_DOUBLE_EQ(a.place.rate.value_or(0), 2e11);
  EXPECT_DOUBLE_EQ(a.place.levels[0].bandwidth.value_or(0), 1.2e12);
  EXPECT_DOUBLE_EQ(a.place.attainable.value_or(0), 2e12 / 6);
  EXPECT_DOUBLE_EQ(a.place.share.value_or(0), 0.6);
  EXPECT_EQ(a.place.binding_level, "DRAM");
}

TEST(PlacedKernel, AttainableOfTheRoundArchive) {
  const auto attainable_at = [](double intensity) {
    const KernelRun run =
        Kernel("k").untimed().flop("fp16->fp32", intensity * 1e9, "matrix").bytes("DRAM", 1e9).run;
    return answer(run, gpu()).place;
  };
  EXPECT_DOUBLE_EQ(attainable_at(50).attainable.value_or(0), 100e12);
  EXPECT_EQ(attainable_at(50).binding_level, "DRAM");
  EXPECT_DOUBLE_EQ(attainable_at(500).attainable.value_or(0), 312e12);
  EXPECT_EQ(attainable_at(500).binding_level, "");
  EXPECT_FALSE(attainable_at(500).share.has_value());
}

TEST(PlacedKernel, ZeroAndUnknownAreNoNumbers) {
  const PlacedKernel copy = answer(Kernel("k").none().bytes("DRAM", 1e9).run, gpu()).place;
  EXPECT_EQ(copy.operations, 0.0);
  EXPECT_FALSE(copy.rate || copy.attainable || copy.levels[0].intensity);
  EXPECT_DOUBLE_EQ(copy.share.value_or(0), 0.5);
  const PlacedKernel unknown = answer(Kernel("k").bytes("DRAM", 1e9).run, gpu()).place;
  EXPECT_FALSE(unknown.operations || unknown.rate || unknown.levels[0].intensity);
  const KernelRun registers = Kernel("k").flop("fp32", 1e9).bytes("DRAM", 0).run;
  const PlacedKernel none = answer(registers, gpu()).place;
  EXPECT_FALSE(none.levels[0].intensity || none.levels[0].bandwidth || none.levels[0].attainable);
  EXPECT_DOUBLE_EQ(none.share.value_or(0), 0.05);
  EXPECT_EQ(none.notes.size(), 1U);
}

TEST(PlacedKernel, OwnMixIsTheNearestMeasuredOne) {
  const auto own = [](double read, double written) {
    return answer(Kernel("k").none().mix("DRAM", read, written).run, gpu()).own;
  };
  EXPECT_EQ(own(1e9, 0), "bandwidth/DRAM/chip/1:0/ld16B");
  EXPECT_EQ(own(0.8e9, 0.2e9), "bandwidth/DRAM/chip/1:0/ld16B");
  EXPECT_EQ(own(0.7e9, 0.3e9), "bandwidth/DRAM/chip/1:1/copy");
  EXPECT_EQ(own(0.3e9, 0.7e9), "bandwidth/DRAM/chip/1:1/copy");
  EXPECT_EQ(own(0.2e9, 0.8e9), "bandwidth/DRAM/chip/0:1/st16B");
}

TEST(PlacedKernel, AMixThatNothingIsNearIsHeldAgainstTheRoof) {
  Archive archive = gpu();
  std::erase_if(archive.ceilings, [](const Ceiling& c) { return c.mix == "0:1"; });
  const Answer a = answer(Kernel("memset").none().mix("DRAM", 0, 1e9).run, archive);
  EXPECT_EQ(a.own, a.roof);
  EXPECT_FALSE(a.place.levels[0].own_mix);
}

TEST(PlacedKernel, CountersSeeTrafficAndHandsProgramBytes) {
  // A copy of 36 GB moves 108: the lines stored to are read first.
  const Answer counted = answer(Kernel("k", 1).none().mix("DRAM", 72e9, 36e9).run, cpu());
  EXPECT_EQ(counted.own, "bandwidth/DRAM/all/1:1/copy-avx512");
  EXPECT_DOUBLE_EQ(counted.own_value, 120e9);
  EXPECT_DOUBLE_EQ(counted.place.share.value_or(0), 0.9);
  const Answer hand = answer(Kernel("k", 1).hand().none().mix("DRAM", 36e9, 36e9).run, cpu());
  EXPECT_EQ(hand.own, "bandwidth/DRAM/all/1:1/update-avx512");
  EXPECT_DOUBLE_EQ(hand.own_value, 110e9);
  // In traffic copy is the highest line; in program bytes update is.
  EXPECT_DOUBLE_EQ(answer(Kernel("k", 1).none().bytes("DRAM", 1e9).run, cpu()).roof_value, 120e9);
  EXPECT_DOUBLE_EQ(answer(Kernel("k", 1).hand().none().bytes("DRAM", 1e9).run, cpu()).roof_value,
                   110e9);
}

TEST(PlacedKernel, LevelsAreFoundByNameOrByTheirHighestNode) {
  EXPECT_EQ(answer(Kernel("k").none().bytes("L2", 1e9).run, gpu()).own,
            "bandwidth/L2@near/chip/1:0/ld16B");
  EXPECT_EQ(answer(Kernel("k").none().bytes("L2@far", 1e9).run, gpu()).own,
            "bandwidth/L2@far/chip/1:0/ld16B");
  const Answer none = answer(Kernel("k").none().bytes("L3", 1e9).run, gpu());
  EXPECT_EQ(none.own, "");
  EXPECT_TRUE(none.place.lacks_ceiling);
  EXPECT_FALSE(none.place.share.has_value());
}

TEST(PlacedKernel, EachPathHasItsOwnCeiling) {
  const auto own = [](const char* precision, const char* path, const Archive& archive) {
    return answer(Kernel("k").flop(precision, 1e9, path).run, archive).own;
  };
  EXPECT_EQ(own("fp32", "", gpu()), "compute/fp32/fma/chip");
  EXPECT_EQ(own("fp32", "fma", gpu()), "compute/fp32/fma/chip");
  EXPECT_EQ(own("fp32", "mul-add", gpu()), "compute/fp32/mul-add/chip");
  EXPECT_EQ(own("fp16", "fma", gpu()), "compute/fp16/fma-half2/chip");
  EXPECT_EQ(own("fp16", "matrix", gpu()), "compute/fp16->fp32/wgmma-n256/chip");
  EXPECT_EQ(own("fp16->fp16", "matrix", gpu()), "compute/fp16->fp32/wgmma-n256/chip");
  EXPECT_EQ(own("fp16->fp32", "mma-m16n8k16", gpu()), "compute/fp16->fp32/mma-m16n8k16/chip");
  EXPECT_EQ(own("bf16", "fma", gpu()), "");  // tensor cores say nothing of the vector units
  EXPECT_EQ(own("fp8->fp32", "matrix", gpu()), "");
  EXPECT_EQ(own("int32", "", gpu()), "compute/int32/mad/chip");
  EXPECT_EQ(own("", "", gpu()), "compute/fp16->fp32/wgmma-n256/chip");
  EXPECT_EQ(own("", "", cpu()), "compute/fp64/fma-avx512/all");
  EXPECT_EQ(own("fp64", "scalar", cpu()), "compute/fp64/fma-scalar/all");
  EXPECT_EQ(own("fp64", "avx2", cpu()), "compute/fp64/fma-avx2/all");
  EXPECT_EQ(own("fp64", "fma-avx512", cpu()), "compute/fp64/fma-avx512/all");
  EXPECT_EQ(own("fp64", "sse", cpu()), "compute/fp64/fma-avx512/all");  // said in a note
}

TEST(PlacedKernel, OnACpuAnUntoldPrecisionIsNotThatOfItsMatrixUnits) {
  Archive archive = cpu();
  archive.ceilings.push_back(roof("compute/bf16->fp32/amx/all", 20e12));
  const Answer a = answer(Kernel("k", 1).flop("", 1e12).run, archive);
  EXPECT_EQ(a.own, "compute/fp64/fma-avx512/all");
  EXPECT_EQ(a.roof, "compute/bf16->fp32/amx/all");  // only above that it is impossible
  EXPECT_EQ(answer(Kernel("k").flop("", 1e9).run, gpu()).own, "compute/fp16->fp32/wgmma-n256/chip");
}

TEST(PlacedKernel, WithoutAMulAddLineHalfOfTheFmaLineStandsIn) {
  const Answer a = answer(Kernel("k").flop("fp64", 2.5e9, "mul-add").run, gpu());
  EXPECT_DOUBLE_EQ(a.own_value, 5e12);
  EXPECT_DOUBLE_EQ(a.place.share.value_or(0), 0.5);
  ASSERT_EQ(a.place.notes.size(), 1U);
  EXPECT_NE(a.place.notes[0].find("half of the FMA line"), std::string::npos);
}

TEST(PlacedKernel, MixedPrecisionTakesTheSumOfItsTimes) {
  // 156/312 ms and 5/20 ms.
  const KernelRun run =
      Kernel("k").flop("fp16->fp32", 156e9, "matrix").flop("fp32", 5e9, "fma").run;
  const PlacedKernel place = answer(run, gpu()).place;
  EXPECT_NEAR(place.compute.seconds, 0.75e-3, 1e-15);
  EXPECT_DOUBLE_EQ(place.operations.value_or(0), 161e9);
  EXPECT_NEAR(place.attainable.value_or(0), 161e9 / 0.75e-3, 1);
}

TEST(PlacedKernel, IntegersBesideFloatingPointAddNoTime) {
  const KernelRun run = Kernel("k").flop("fp32", 10e9, "fma").flop("int32", 9e9).run;
  const PlacedKernel place = answer(run, gpu()).place;
  EXPECT_NEAR(place.share.value_or(0), 0.5, 1e-12);
  EXPECT_FALSE(place.integer);
  ASSERT_EQ(place.beside.size(), 1U);
  EXPECT_DOUBLE_EQ(place.operations.value_or(0), 10e9);
  EXPECT_TRUE(answer(Kernel("k").flop("int32", 9e9).run, gpu()).place.integer);
}

TEST(PlacedKernel, BoundsCarryTheCeilingsIntervals) {
  const PlacedKernel place =
      answer(Kernel("k", 1).hand().none().bytes("DRAM", 55e9).run, cpu()).place;
  EXPECT_DOUBLE_EQ(place.bound.seconds, 0.5);
  EXPECT_DOUBLE_EQ(place.bound.least, 0.5 / 1.01);
  EXPECT_DOUBLE_EQ(place.bound.most, 0.5 / 0.99);
}

TEST(PlacedKernel, AGibibyteInASecond) {
  const Answer a = answer(Kernel("k", 1).none().bytes("DRAM", 1073741824).run, cpu());
  EXPECT_DOUBLE_EQ(a.place.levels[0].bandwidth.value_or(0), 1.073741824e9);
}

TEST(PlacedKernel, SuspectCacheResidentLinesAreNoOwnMix) {
  Archive archive = gpu();
  archive.ceilings.push_back(ceiling("bandwidth/DRAM/chip/1:1/small", 9e12));
  archive.ceilings.back().suspect = {Flag::cache_resident};
  const Answer a = answer(Kernel("k").none().mix("DRAM", 1e9, 1e9).run, archive);
  EXPECT_EQ(a.own, "bandwidth/DRAM/chip/1:1/copy");
  EXPECT_DOUBLE_EQ(a.roof_value, 2e12);
}

TEST(Groups, SumsAndNeverMeansOfRates) {
  // 1 GFLOP in 1 s and 1 GFLOP in 3 s: 0.5 GFLOP/s together; the mean of rates is 0.67.
  const std::vector<KernelRun> runs{
      Kernel("k", 1).flop("fp32", 1e9, "fma").bytes("DRAM", 4e9).blocks(10).run,
      Kernel("other", 1).flop("fp32", 1e9, "fma").bytes("DRAM", 4e9).run,
      Kernel("k", 3).launches(3).flop("fp32", 1e9, "fma").bytes("DRAM", 2e9).blocks(50).run};
  const std::vector<KernelRun> groups = grouped(runs);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].name, "k");
  EXPECT_EQ(groups[0].launches, 4U);
  EXPECT_DOUBLE_EQ(groups[0].seconds.value_or(0), 4);
  EXPECT_DOUBLE_EQ(groups[0].operations->at(0).operations, 2e9);
  EXPECT_DOUBLE_EQ(groups[0].bytes[0].bytes, 6e9);
  EXPECT_DOUBLE_EQ(groups[0].facts.blocks.value_or(0), 40);  // (10 + 3 x 50) / 4
  EXPECT_DOUBLE_EQ(answer(groups[0], gpu()).place.rate.value_or(0), 0.5e9);
}

TEST(Groups, LaunchesOfWhichOtherThingsWereCollectedStayApart) {
  const KernelRun whole = Kernel("k").flop("fp32", 1e9).bytes("DRAM", 1e9).run;
  const KernelRun unknown = Kernel("k").bytes("DRAM", 1e9).run;
  const KernelRun level = Kernel("k").flop("fp32", 1e9).bytes("L2", 1e9).run;
  const KernelRun hand = Kernel("k").hand().flop("fp32", 1e9).bytes("DRAM", 1e9).run;
  const KernelRun untimed = Kernel("k").untimed().flop("fp32", 1e9).bytes("DRAM", 1e9).run;
  KernelRun elsewhere = whole;
  elsewhere.device = "1";
  EXPECT_EQ(grouped({whole, unknown, level, hand, untimed, elsewhere, whole}).size(), 6U);
}

TEST(Groups, ReadAndWrittenAreKnownOnlyWhereAllKnowThem) {
  const KernelRun known = Kernel("k").none().mix("DRAM", 3e9, 1e9).run;
  const KernelRun total = Kernel("k").none().bytes("DRAM", 4e9).run;
  EXPECT_DOUBLE_EQ(grouped({known, known})[0].bytes[0].written.value_or(0), 2e9);
  EXPECT_FALSE(grouped({known, total})[0].bytes[0].written.has_value());
  EXPECT_DOUBLE_EQ(grouped({known, total})[0].bytes[0].bytes, 8e9);
}

}  // namespace
}  // namespace ridgeline::ceilings
