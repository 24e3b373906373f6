// Operators' operations and bytes against numbers worked out by hand, and what must hold whatever
// the sizes.
#include "ceilings/operators/operators.hpp"

#include <gtest/gtest.h>

#include "ceilings/errors.hpp"
#include "ceilings/operators/fusion.hpp"
#include "ceilings/operators/values/count.hpp"
#include "ceilings/operators/values/dtypes.hpp"
#include "tests/ceilings/operators/usage_refusal.hpp"

namespace ridgeline::ceilings {
namespace {

using Options = std::map<std::string, std::string>;

OperatorCost cost(const std::string& name, const Options& options) {
  return cost_of({name, options});
}

struct Expected {
  const char* name;
  Options options;
  std::uint64_t operations, read, written;
};

void expect_costs(const std::vector<Expected>& all) {
  for (const Expected& expected : all) {
    const OperatorCost found = cost(expected.name, expected.options);
    const Traffic& traffic = found.traffic.front();
    EXPECT_EQ(found.operations, expected.operations) << expected.name << " " << found.shape;
    EXPECT_EQ(traffic.bytes_read, expected.read) << expected.name << " " << found.shape;
    EXPECT_EQ(traffic.bytes_written, expected.written) << expected.name << " " << found.shape;
    EXPECT_EQ(traffic.bytes, expected.read + expected.written) << expected.name;
    EXPECT_FALSE(found.formula.empty() || found.source.empty()) << expected.name;
  }
}

TEST(Intensity, VectorsByHand) {
  expect_costs({
      {"axpy", {{"n", "1000"}, {"dtype", "fp64"}}, 2000, 16000, 8000},
      {"saxpy", {{"n", "1e9"}}, 2'000'000'000, 8'000'000'000, 4'000'000'000},
      {"daxpy", {{"n", "10"}}, 20, 160, 80},
      {"dot", {{"n", "1000"}, {"dtype", "fp64"}}, 2000, 16000, 8},
      {"copy", {{"n", "100"}, {"dtype", "fp64"}}, 0, 800, 800},
      {"scale", {{"n", "100"}, {"dtype", "fp64"}}, 100, 800, 800},
      {"add", {{"n", "100"}, {"dtype", "fp64"}}, 100, 1600, 800},
      {"triad", {{"n", "100"}, {"dtype", "fp64"}}, 200, 1600, 800},
      {"vector-add", {{"n", "100"}, {"dtype", "fp32"}}, 100, 800, 400},
      {"elementwise", {{"n", "10"}, {"flop", "7"}, {"inputs", "3"}, {"outputs", "2"}}, 70, 120, 80},
      {"elementwise", {{"n", "10"}, {"flop", "0"}}, 0, 40, 40},
      {"reduction", {{"n", "1000"}, {"batch", "8"}}, 8000, 32000, 32},
      {"transpose", {{"rows", "100"}, {"columns", "30"}}, 0, 12000, 12000},
  });
  EXPECT_DOUBLE_EQ(cost("axpy", {{"dtype", "fp64"}}).traffic[0].intensity, 2.0 / 24);
  EXPECT_DOUBLE_EQ(cost("add", {}).traffic[0].intensity, 1.0 / 12);
  EXPECT_DOUBLE_EQ(cost("axpy", {{"n", "1e9"}}).traffic[0].intensity, 1.0 / 6);
}

TEST(Intensity, MatricesByHand) {
  expect_costs({
      {"gemv", {{"m", "100"}, {"n", "50"}, {"dtype", "fp64"}}, 10000, 40400, 800},
      {"gemv", {{"m", "100"}, {"n", "50"}, {"update", "yes"}}, 10000, 20600, 400},
      {"gemm", {{"m", "64"}, {"n", "32"}, {"k", "16"}}, 65536, 4 * (1024 + 512), 4 * 2048},
      {"gemm",
       {{"m", "64"}, {"n", "32"}, {"k", "16"}, {"update", "yes"}},
       65536,
       4 * (1024 + 512 + 2048),
       4 * 2048},
      {"gemm",
       {{"m", "64"}, {"n", "32"}, {"k", "16"}, {"dtype", "fp16"}, {"dtype-out", "fp32"}},
       65536,
       2 * (1024 + 512),
       4 * 2048},
      {"batched-gemm",
       {{"batch", "10"}, {"m", "64"}, {"n", "32"}, {"k", "16"}},
       655360,
       40 * (1024 + 512),
       40 * 2048},
  });
}

TEST(Intensity, ConvolutionsByHand) {
  const Options base{{"input", "64x64x128"}, {"filters", "256"}, {"kernel", "3x3"}};
  const auto with = [&](Options more) {
    more.insert(base.begin(), base.end());
    return more;
  };
  const std::uint64_t in = 64 * 64 * 128 * 4, weights = 256 * 128 * 9 * 4;
  const auto flop = [](std::uint64_t p, std::uint64_t q) { return 2 * p * q * 256 * 128 * 9; };
  const auto out = [](std::uint64_t p, std::uint64_t q) { return p * q * 256 * 4; };
  expect_costs({
      {"conv2d", with({{"padding", "1"}}), 2'415'919'104, in + weights, 4'194'304},
      {"conv2d", with({{"padding", "same"}}), 2'415'919'104, in + weights, 4'194'304},
      {"conv2d", with({}), flop(62, 62), in + weights, out(62, 62)},
      {"conv2d", with({{"padding", "valid"}}), flop(62, 62), in + weights, out(62, 62)},
      {"conv2d", with({{"padding", "1x0"}}), flop(64, 62), in + weights, out(64, 62)},
      // (64 + 2 - 2 - 1) / 2 + 1 = 32.5, rounded down.
      {"conv2d", with({{"padding", "1"}, {"stride", "2"}}), flop(32, 32), in + weights,
       out(32, 32)},
      // A kernel of 3 at distance 2 reaches over 5.
      {"conv2d", with({{"dilation", "2"}}), flop(60, 60), in + weights, out(60, 60)},
      {"conv2d", with({{"stride", "1x3"}}), flop(62, 21), in + weights, out(62, 21)},
      {"conv2d", with({{"groups", "128"}, {"padding", "1"}}), std::uint64_t{2} * 64 * 64 * 256 * 9,
       in + 256 * 9 * 4, out(64, 64)},
      {"conv2d", with({{"batch", "8"}}), 8 * flop(62, 62), 8 * in + weights, 8 * out(62, 62)},
  });
  const OperatorCost example = cost("conv2d", with({{"padding", "1"}}));
  EXPECT_EQ(example.traffic[0].bytes, 7'471'104u);
  EXPECT_NEAR(example.traffic[0].intensity, 323.4, 0.05);
}

TEST(Intensity, NetworksByHand) {
  // b = 2, h = 4, s = 8, d = 16: 2 x 4 x 8 x 8 = 512 pairs; Q, K, V, O of 1024 elements each.
  const Options base{{"batch", "2"}, {"heads", "4"}, {"sequence", "8"}, {"head-dim", "16"}};
  const auto with = [&](Options more) {
    more.insert(base.begin(), base.end());
    return more;
  };
  expect_costs({
      {"softmax", {{"rows", "10"}, {"columns", "20"}}, 1000, 800, 800},
      {"layernorm", {{"rows", "10"}, {"columns", "20"}}, 1400, 960, 800},
      {"layernorm", {{"rows", "10"}, {"columns", "20"}, {"no-affine", "yes"}}, 1000, 800, 800},
      {"attention", with({}), 512 * (4 * 16 + 5), 4 * (3072 + 1024), 4 * (1024 + 1024)},
      {"attention", with({{"fused", "yes"}}), 512 * (4 * 16 + 5), 4 * 3072, 4 * 1024},
      // Query i sees i keys: 1 + 2 + ... + 8 = 36 of 64.
      {"attention", with({{"causal", "yes"}, {"fused", "yes"}}), 8 * 36 * 69, 12288, 4096},
      // Decoding: one query at the end of 100 keys sees all.
      {"attention",
       {{"heads", "8"},
        {"kv-heads", "2"},
        {"sequence", "1"},
        {"kv-sequence", "100"},
        {"head-dim", "64"},
        {"causal", "yes"},
        {"fused", "yes"},
        {"dtype", "fp16"}},
       8 * 100 * (4 * 64 + 5),
       2 * (8 * 64 + 2 * 2 * 100 * 64),
       2 * 8 * 64},
  });
}

TEST(Intensity, ScienceByHand) {
  expect_costs({
      // 5 x 1024 x 10.
      {"fft", {{"size", "1024"}, {"dtype", "fp64"}}, 51200, 16384, 16384},
      {"fft", {{"size", "1024"}, {"real", "yes"}}, 25600, 4096, 4 * 2 * 513},
      {"fft", {{"size", "8x4x16"}, {"batch", "3"}}, 3 * 5 * 512 * 9, 3 * 4096, 3 * 4096},
      {"fft", {{"size", "8x4x16"}, {"real", "yes"}}, 5 * 512 * 9 / 2, 2048, 4 * 2 * 9 * 32},
      // 5 x 1000 x 9.965784 = 49828.9.
      {"fft", {{"size", "1000"}}, 49829, 8000, 8000},
      {"stencil",
       {{"grid", "10x20x30"}, {"points", "7"}, {"dtype", "fp64"}},
       14 * 6000,
       48000,
       48000},
      {"stencil", {{"grid", "100"}, {"dimensions", "2"}, {"flop", "8"}}, 80000, 40000, 40000},
      // 5000 values of 8 B and indices of 4 B, 101 starts, x and y of 100.
      {"spmv",
       {{"rows", "100"}, {"nonzeros", "5000"}, {"dtype", "fp64"}},
       10000,
       5000 * 12 + 101 * 4 + 800,
       800},
      {"spmv",
       {{"rows", "100"}, {"columns", "80"}, {"nonzeros", "5000"}, {"index", "64"}},
       10000,
       5000 * 12 + 101 * 8 + 320,
       400},
  });
  const OperatorCost stencil = cost("stencil", {{"grid", "10x20x30"}});
  EXPECT_EQ(stencil.traffic[1].bytes_read, 7u * 6000 * 4);
  const OperatorCost spmv = cost("spmv", {{"rows", "100"}, {"nonzeros", "5000"}});
  EXPECT_EQ(spmv.traffic[1].bytes_read, 5000u * 12 + 101 * 4);
}

TEST(Intensity, TilesByHand) {
  const OperatorCost found =
      cost("gemm", {{"m", "100"}, {"n", "70"}, {"k", "10"}, {"tile", "32,100"}});
  ASSERT_EQ(found.traffic.size(), 3u);
  // A is read for each of ceil(70 / 32) = 3 columns of tiles, B for each of 4 rows.
  EXPECT_EQ(found.traffic[1].bytes_read, 4u * (3 * 1000 + 4 * 700));
  EXPECT_EQ(found.traffic[1].bytes_written, 4u * 7000);
  EXPECT_EQ(found.traffic[2].bytes, found.traffic[0].bytes);
  const OperatorCost attention =
      cost("attention", {{"heads", "1"}, {"sequence", "100"}, {"head-dim", "8"}, {"tile", "64"}});
  EXPECT_EQ(attention.traffic[2].bytes_read, 4u * (800 + 2 * 2 * 800));
}

TEST(Intensity, GrowsWithTheTile) {
  const OperatorCost found =
      cost("gemm", {{"m", "4096"}, {"n", "4096"}, {"k", "2^20"}, {"tile", "16,32,64,128"}});
  for (std::size_t i = 1; i < found.traffic.size(); ++i) {
    // 2 m n k over 2 m n k / T elements of 4 B; C is 1/128 of the traffic at most.
    EXPECT_NEAR(found.traffic[i].intensity, static_cast<double>(found.traffic[i].tile) / 4,
                0.01 * found.traffic[i].intensity);
    EXPECT_LT(found.traffic[i].intensity, found.traffic[0].intensity);
  }
}

TEST(Intensity, BatchesScaleBothSides) {
  const std::vector<std::pair<std::string, Options>> all{
      {"gemm", {{"m", "3"}, {"n", "5"}, {"k", "7"}}},
      {"attention", {{"heads", "2"}, {"sequence", "6"}, {"head-dim", "4"}}},
      {"fft", {{"size", "48"}}},
      {"reduction", {{"n", "12"}}}};
  for (auto [name, options] : all) {
    const OperatorCost one = cost(name, options);
    options["batch"] = "6";
    const OperatorCost six = cost(name, options);
    EXPECT_EQ(six.operations, 6 * one.operations) << name;
    EXPECT_EQ(six.traffic[0].bytes, 6 * one.traffic[0].bytes) << name;
  }
}

TEST(Intensity, HalfTheBytesDoubleTheIntensity) {
  const auto of = [](const std::string& dtype) {
    return cost("gemm", {{"m", "64"}, {"n", "64"}, {"k", "64"}, {"dtype", dtype}});
  };
  const double fp32 = of("fp32").traffic[0].intensity;
  EXPECT_DOUBLE_EQ(of("tf32").traffic[0].intensity, fp32);
  EXPECT_DOUBLE_EQ(of("fp64").traffic[0].intensity, fp32 / 2);
  EXPECT_DOUBLE_EQ(of("half").traffic[0].intensity, 2 * fp32);
  EXPECT_DOUBLE_EQ(of("e4m3").traffic[0].intensity, 4 * fp32);
  EXPECT_DOUBLE_EQ(of("fp6").traffic[0].intensity, fp32 * 4 / 0.75);
  EXPECT_DOUBLE_EQ(of("fp4").traffic[0].intensity, 8 * fp32);
  EXPECT_EQ(of("int8").unit, "OP");
  EXPECT_EQ(of("bf16").unit, "FLOP");
}

TEST(Intensity, PackedElementsAreRoundedUpToBytes) {
  EXPECT_EQ(bytes_of(3, 6), 3u);  // 18 bits
  EXPECT_EQ(bytes_of(8, 6), 6u);
  EXPECT_EQ(bytes_of(9, 4), 5u);
  EXPECT_EQ(bytes_of(std::uint64_t{1} << 60, 32), std::uint64_t{1} << 62);
}

TEST(Intensity, WorkIsOfThePrecisionThatItRunsIn) {
  const OperatorCost attention = cost("attention", {{"heads", "1"},
                                                    {"sequence", "4"},
                                                    {"head-dim", "2"},
                                                    {"dtype", "bf16"},
                                                    {"accumulate", "float"}});
  ASSERT_EQ(attention.work.size(), 2u);
  EXPECT_EQ(attention.work[0].operations, 4u * 16 * 2);
  EXPECT_EQ(attention.work[0].precision + "->" + attention.work[0].accumulate, "bf16->fp32");
  EXPECT_TRUE(attention.work[0].products);
  EXPECT_EQ(attention.work[1].operations, 5u * 16);
  EXPECT_EQ(attention.work[1].precision, "fp32");
  EXPECT_EQ(cost("axpy", {{"dtype", "fp8"}}).work[0].precision, "fp32");
  EXPECT_EQ(cost("axpy", {{"dtype", "fp16"}}).work[0].precision, "fp16");
  EXPECT_EQ(cost("dot", {{"dtype", "int8"}}).work[0].precision, "int8");
}

TEST(Intensity, FusionSavesOneWriteAndOneRead) {
  const Fusion fusion = fused_cost({"gemm", {{"m", "64"}, {"n", "32"}, {"k", "16"}, {"flop", "8"}}},
                                   {"elementwise", "softmax"});
  ASSERT_EQ(fusion.steps.size(), 3u);
  const std::uint64_t c = 64 * 32 * 4, inputs = (64 * 16 + 16 * 32) * 4;
  EXPECT_EQ(fusion.bytes_apart, inputs + c + 2 * c + 2 * c);
  EXPECT_EQ(fusion.bytes_saved, 4 * c);
  EXPECT_EQ(fusion.fused.traffic[0].bytes, inputs + c);
  EXPECT_EQ(fusion.fused.operations, 2u * 64 * 32 * 16 + 8 * 2048 + 5 * 2048);
  EXPECT_EQ(fusion.fused.traffic[0].working_set, inputs + c);
  EXPECT_EQ(fusion.steps[2].shape, "64 x 32");
}

TEST(Intensity, FusionKeepsWhatIsReadForOtherReasons) {
  // axpy reads y besides writing it; the reduction behind it reads nothing more.
  const Fusion fusion =
      fused_cost({"axpy", {{"n", "100"}, {"dtype", "fp16"}, {"dtype-out", "fp32"}}}, {"reduction"});
  EXPECT_EQ(fusion.fused.traffic[0].bytes_read, 100u * 2 + 100 * 4);
  EXPECT_EQ(fusion.fused.traffic[0].bytes_written, 4u);
  EXPECT_EQ(fusion.bytes_saved, 2u * 400);
  EXPECT_EQ(fusion.steps[1].dtype, "fp32");
  const Fusion conv = fused_cost(
      {"conv2d", {{"input", "8x8x3"}, {"filters", "16"}, {"kernel", "3"}}}, {"layernorm", "add"});
  EXPECT_EQ(conv.steps[1].shape, "36 x 16");
  EXPECT_EQ(conv.bytes_saved, 2u * 2 * 36 * 16 * 4);
}

TEST(Intensity, FusionRefusesWhatCannotFollow) {
  const OperatorRequest gemm{"gemm", {{"m", "4"}, {"n", "4"}, {"k", "4"}}};
  EXPECT_NE(refusal([&] { fused_cost(gemm, {"gemm"}); }).find("what can follow is axpy"),
            std::string::npos);
  OperatorRequest more = gemm;
  more.options["heads"] = "3";
  EXPECT_NE(refusal([&] { fused_cost(more, {"scale"}); }).find("--heads"), std::string::npos);
  more = gemm;
  more.options["rows"] = "3";
  EXPECT_NE(refusal([&] { fused_cost(more, {"softmax"}); }).find("--rows"), std::string::npos);
  more = gemm;
  more.options["tile"] = "2";
  EXPECT_NE(refusal([&] { fused_cost(more, {"scale"}); }).find("--tile"), std::string::npos);
}

TEST(Intensity, EveryOptionBelongsToAnOperatorAndIsExplained) {
  std::map<std::string, int> used;
  for (const OperatorInfo& info : operators()) {
    for (const std::string& option : info.required) ++used[option];
    for (const std::string& option : info.optional) ++used[option];
    EXPECT_EQ(operator_named(info.name).name, info.name);
    for (const std::string& alias : info.aliases) EXPECT_EQ(operator_named(alias).name, info.name);
  }
  std::map<std::string, int> explained;
  for (const OperatorOption& option : operator_options())
    explained[option.name] = used[option.name];
  EXPECT_EQ(explained, used);
}

}  // namespace
}  // namespace ridgeline::ceilings
