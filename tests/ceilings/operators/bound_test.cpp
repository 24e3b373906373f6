// Operators under hand-made rooflines: sides of the ridge, best times, which units and lines count.
#include "ceilings/operators/bound.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "ceilings/errors.hpp"
#include "ceilings/operators/operators.hpp"
#include "ceilings/roofline/theoretical.hpp"
#include "tests/ceilings/table_archives.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr const char* kSquare = "1024";  // m, n, k

// 2 TB/s and 312 TFLOP/s of fp16 on tensor cores, 20 of fp32; exact, without intervals.
Archive accelerator() {
  Archive archive;
  archive.device.kind = "gpu";
  archive.device.units = 100;
  archive.device.levels = {{"L2", "", std::uint64_t{40} << 20, 1, 1, "", ""},
                           {"DRAM", "", std::uint64_t{40} << 30, 1, 1, "", ""}};
  archive.ceilings = {tests::as_roof(tests::bandwidth("L2", "chip", 100, "1:0", "ld16B", 8e12)),
                      tests::as_roof(tests::bandwidth("DRAM", "chip", 100, "1:0", "ld16B", 2e12)),
                      tests::bandwidth("DRAM", "chip", 100, "2:1", "ld16B-st16B", 1.6e12),
                      tests::bandwidth("DRAM", "chip", 100, "1:1", "ld16B-st16B", 1.5e12),
                      tests::as_roof(tests::compute("fp32", "fma", "chip", 100, 20e12)),
                      tests::as_roof(tests::compute("fp64", "fma", "chip", 100, 10e12), true),
                      tests::as_roof(tests::compute("fp64", "mma", "chip", 100, 20e12), false),
                      tests::as_roof(tests::compute("fp16", "mma", "chip", 100, 312e12))};
  archive.ceilings.back().accumulate = "fp32";
  for (Ceiling& ceiling : archive.ceilings) ceiling.low = ceiling.high = ceiling.value;
  return archive;
}

// Keeps the roofline that the bound's lines are of.
struct Bound : OperatorBound {
  std::shared_ptr<const Roofline> roofline;
};

Bound bound(const Archive& archive, const std::string& name,
            const std::map<std::string, std::string>& options,
            UnitChoice choice = UnitChoice::automatic, std::size_t traffic = 0) {
  const auto roofline = std::make_shared<const Roofline>(roofline_of(archive));
  const OperatorCost cost = cost_of({name, options});
  return {bound_of(cost, cost.traffic.at(traffic), archive, *roofline, choice), roofline};
}

TEST(IntensityBound, LeftOfTheRidgeBytesCount) {
  const Archive archive = accelerator();
  const Bound axpy = bound(archive, "axpy", {{"n", "1e9"}, {"dtype", "fp32"}});
  const LevelBound& memory = axpy.levels.back();
  EXPECT_EQ(memory.level, "DRAM");
  EXPECT_EQ(memory.side, Side::left);
  EXPECT_DOUBLE_EQ(memory.ridge, 20e12 / 2e12);
  EXPECT_DOUBLE_EQ(memory.memory_seconds, 12e9 / 2e12);
  EXPECT_DOUBLE_EQ(axpy.compute_seconds, 2e9 / 20e12);
  EXPECT_DOUBLE_EQ(memory.seconds, 6e-3);
  EXPECT_DOUBLE_EQ(memory.attainable, 2e12 / 6);
  // Two read, one written.
  ASSERT_NE(memory.own_mix, nullptr);
  EXPECT_EQ(memory.own_mix->ceiling->mix, "2:1");
  EXPECT_DOUBLE_EQ(memory.own_mix_seconds, 12e9 / 1.6e12);
  EXPECT_TRUE(memory.fits);
  EXPECT_FALSE(axpy.levels.front().fits);  // 8 GB into 40 MiB of L2
  EXPECT_EQ(axpy.levels.front().capacity, std::uint64_t{40} << 20);
}

TEST(IntensityBound, RightOfTheRidgeOperationsCount) {
  const Archive archive = accelerator();
  const std::map<std::string, std::string> sizes{
      {"m", kSquare}, {"n", kSquare}, {"k", kSquare}, {"dtype", "fp16"}, {"tile", "64"}};
  const double flop = 2.0 * 1024 * 1024 * 1024;
  const Bound gemm = bound(archive, "gemm", sizes);
  EXPECT_EQ(gemm.levels.back().side, Side::right);  // 2^31 / (3 x 2^21) = 341 above 156
  EXPECT_DOUBLE_EQ(gemm.levels.back().ridge, 156);
  EXPECT_DOUBLE_EQ(gemm.levels.back().seconds, flop / 312e12);
  EXPECT_DOUBLE_EQ(gemm.levels.back().attainable, 312e12);
  EXPECT_EQ(gemm.work.front().line->ceiling->path, "mma");
  // In tiles of 64 it moves 17/16 of 2 x 16 x 2^21 bytes: 30 FLOP/B and bound by memory.
  const Bound tiled = bound(archive, "gemm", sizes, UnitChoice::automatic, 1);
  EXPECT_EQ(tiled.levels.back().side, Side::left);
  EXPECT_DOUBLE_EQ(tiled.levels.back().seconds, (2 * 16 + 1) * 1024 * 1024 * 2 / 2e12);
}

TEST(IntensityBound, NothingToComputeIsBoundByBandwidth) {
  const Archive archive = accelerator();
  const Bound copy = bound(archive, "copy", {{"n", "1e6"}, {"dtype", "fp64"}});
  EXPECT_EQ(copy.compute_seconds, 0);
  EXPECT_EQ(copy.work.front().line, nullptr);
  EXPECT_EQ(copy.levels.back().attainable, 0);
  EXPECT_DOUBLE_EQ(copy.levels.back().seconds, 16e6 / 2e12);
  EXPECT_EQ(copy.levels.back().own_mix->ceiling->mix, "1:1");
  // Even where the archive has no ceiling of the type.
  EXPECT_DOUBLE_EQ(bound(archive, "copy", {{"n", "8"}, {"dtype", "int64"}}).levels.back().seconds,
                   128 / 2e12);
}

TEST(IntensityBound, DocumentedPeaksStandInAndSaySo) {
  Archive archive = accelerator();
  archive.device.peaks = {{"compute/fp8->fp32/tensor", 0, 624e12, "a data sheet"},
                          {"compute/fp16->fp32/tensor", 0, 990e12, "a data sheet"}};
  add_theoretical(archive);
  const std::map<std::string, std::string> size{{"m", "1e3"}, {"n", "1e3"}, {"k", "1e3"}};
  auto small = size;
  small["dtype"] = "fp8";
  const Bound fp8 = bound(archive, "gemm", small);
  EXPECT_DOUBLE_EQ(fp8.compute_seconds, 2e9 / 624e12);
  ASSERT_EQ(fp8.notes.size(), 1u);
  EXPECT_TRUE(fp8.notes[0].starts_with("THEORETICAL: no ceiling of fp8->fp32 on matrix units"));
  EXPECT_NE(fp8.notes[0].find("(a data sheet)"), std::string::npos);
  small["dtype"] = "fp16";
  const Bound fp16 = bound(archive, "gemm", small);
  EXPECT_DOUBLE_EQ(fp16.compute_seconds, 2e9 / 312e12) << "what was measured counts";
  EXPECT_TRUE(fp16.notes.empty());
}

TEST(IntensityBound, TheRidgeIsAsWideAsTheIntervals) {
  Archive archive = accelerator();
  for (Ceiling& ceiling : archive.ceilings) {
    ceiling.low = 0.99 * ceiling.value;
    ceiling.high = 1.01 * ceiling.value;
  }
  // fp32 elementwise moves 8 B an element; the ridge is 10 FLOP/B.
  const auto side = [&](const char* flop) {
    return bound(archive, "elementwise", {{"n", "1e6"}, {"flop", flop}}).levels.back().side;
  };
  EXPECT_EQ(side("78"), Side::left);
  EXPECT_EQ(side("79"), Side::ridge);
  EXPECT_EQ(side("80"), Side::ridge);
  EXPECT_EQ(side("81"), Side::ridge);
  EXPECT_EQ(side("82"), Side::right);
}

TEST(IntensityBound, UnitsAreChosenByTheWork) {
  const Archive archive = accelerator();
  const std::map<std::string, std::string> fp64{
      {"m", kSquare}, {"n", kSquare}, {"k", kSquare}, {"dtype", "fp64"}};
  const auto path = [&](UnitChoice choice) -> std::string {
    return bound(archive, "gemm", fp64, choice).work.front().line->ceiling->path;
  };
  EXPECT_EQ(path(UnitChoice::automatic), "mma");
  EXPECT_EQ(path(UnitChoice::matrix), "mma");
  EXPECT_EQ(path(UnitChoice::vector), "fma");
  // No matrices, no matrix units, however fast they are.
  EXPECT_EQ(bound(archive, "axpy", {{"dtype", "fp64"}}).work.front().line->ceiling->path, "fma");
  EXPECT_THROW(bound(archive, "axpy", {}, UnitChoice::matrix), UsageError);
}

TEST(IntensityBound, PartsOfTwoPrecisionsFollowEachOther) {
  const Archive archive = accelerator();
  const Bound found = bound(archive, "attention",
                            {{"heads", "16"},
                             {"sequence", "1024"},
                             {"head-dim", "64"},
                             {"dtype", "fp16"},
                             {"fused", "yes"}});
  const double pairs = 16.0 * 1024 * 1024;
  EXPECT_DOUBLE_EQ(found.compute_seconds, pairs * 256 / 312e12 + pairs * 5 / 20e12);
  EXPECT_EQ(found.work.at(1).line->ceiling->precision, "fp32");
  EXPECT_NEAR(found.levels.back().ridge, pairs * 261 / found.compute_seconds / 2e12, 1e-6);
}

TEST(IntensityBound, StandInsAreSaidAndMissingCeilingsRefused) {
  const Archive archive = accelerator();
  const Bound half = bound(archive, "axpy", {{"dtype", "bf16"}});
  ASSERT_EQ(half.notes.size(), 1u);
  EXPECT_NE(half.notes[0].find("no bf16 ceiling of vector units; that of fp32 stands in"),
            std::string::npos);
  Archive cpu = accelerator();
  cpu.ceilings.push_back(tests::as_roof(tests::compute("int32", "mad", "chip", 100, 5e12)));
  EXPECT_EQ(bound(cpu, "axpy", {{"dtype", "int8"}}).work[0].line->ceiling->precision, "int32");
  cpu.device.kind = "cpu";
  const std::map<std::string, std::string> small{
      {"m", "8"}, {"n", "8"}, {"k", "8"}, {"dtype", "bf16"}};
  const Bound product = bound(cpu, "gemm", small);
  EXPECT_DOUBLE_EQ(product.compute_seconds, 2.0 * 512 / 20e12);
  EXPECT_EQ(product.notes, half.notes);
  EXPECT_EQ(bound(archive, "gemm", small, UnitChoice::vector).notes, half.notes);
  Archive card = accelerator();
  card.ceilings.push_back(tests::as_roof(tests::compute("bf16", "fma-half2", "chip", 100, 40e12)));
  EXPECT_NE(bound(card, "gemm", small).notes.at(0).find("the device may be faster"),
            std::string::npos);
  const auto refusal = [&](const char* dtype, UnitChoice choice) -> std::string {
    try {
      bound(archive, "gemm", {{"m", "8"}, {"n", "8"}, {"k", "8"}, {"dtype", dtype}}, choice);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("fp8", UnitChoice::automatic),
            "the archive has no ceiling of fp8; its precisions are fp32, fp64, fp16->fp32; "
            "take another --dtype, or leave out --on");
  EXPECT_NE(refusal("fp32", UnitChoice::matrix).find("fp32 on matrix units"), std::string::npos);
  EXPECT_NE(refusal("bf16", UnitChoice::automatic).find("no ceiling of bf16"), std::string::npos);
  EXPECT_NE(refusal("bf16", UnitChoice::matrix).find("bf16 on matrix units"), std::string::npos);
  EXPECT_NE(refusal("int4", UnitChoice::vector).find("int4 on vector units"), std::string::npos);
}

TEST(IntensityBound, ArchivesWithoutBandwidthOrCapacity) {
  Archive archive = accelerator();
  archive.device.levels.clear();
  const Bound found = bound(archive, "axpy", {});
  EXPECT_EQ(found.levels.back().capacity, 0u);
  EXPECT_TRUE(found.levels.back().fits);
  archive.device.memory_bytes = 1'000'000;
  EXPECT_EQ(bound(archive, "axpy", {}).levels.back().capacity, 1'000'000u);
  EXPECT_FALSE(bound(archive, "axpy", {}).levels.back().fits);
  std::erase_if(archive.ceilings, [](const Ceiling& c) { return c.kind == "bandwidth"; });
  EXPECT_THROW(bound(archive, "axpy", {}), UsageError);
}

TEST(IntensityBound, CapacityIsThatOfTheScope) {
  Archive archive = tests::cpu_archive();
  archive.device.levels = {{"L1", "", 48 << 10, 2, 1, "", ""},
                           {"DRAM", "", std::uint64_t{8} << 30, 1, 2, "node0", ""}};
  const OperatorCost cost = cost_of({"copy", {{"n", "7000"}, {"dtype", "fp32"}}});
  const Roofline core = roofline_of(archive, "core");
  const OperatorBound one = bound_of(cost, cost.traffic[0], archive, core);
  EXPECT_EQ(one.levels.front().level, "L1");
  EXPECT_EQ(one.levels.front().capacity, 48u << 10);
  EXPECT_FALSE(one.levels.front().fits);  // 56000 B
}

}  // namespace
}  // namespace ridgeline::ceilings
