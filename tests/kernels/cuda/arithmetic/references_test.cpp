// What the host expects of chains and of matrix products on a GPU, held against sums by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <vector>

#include "kernels/cuda/arithmetic/chain_host.hpp"
#include "kernels/cuda/tensor/mma/reference.hpp"
#include "kernels/gpu/operands.hpp"

namespace ridgeline {
namespace {

// Multiplier 1 and addend 1: every step counts, none can be lost or done twice unseen.
GpuScalars counting() {
  GpuScalars s{};
  s.f64[0] = s.f64[1] = 1;
  s.f32[0] = s.f32[1] = 1;
  s.f16x2[0] = s.f16x2[1] = 0x3C003C00;
  s.bf16x2[0] = s.bf16x2[1] = 0x3F803F80;
  s.i32[0] = 0x01010101;
  s.i32[1] = 0xFF00FF02;
  return s;
}

GpuArgs launch(std::vector<unsigned char>& operands, std::vector<unsigned char>& result,
               std::uint32_t blocks, std::uint32_t threads, std::uint32_t in_flight,
               std::uint64_t passes) {
  GpuArgs args{};
  args.arrays[0] = operands.data();
  args.result = result.data();
  args.passes = passes;
  args.units = 1;
  args.blocks = blocks;
  args.threads = threads;
  args.in_flight = in_flight;
  args.scalars = counting();
  return args;
}

template <class Kind>
std::vector<typename Kind::Result> chain_results(const std::vector<typename Kind::Word>& operands,
                                                 std::uint64_t passes,
                                                 const GpuScalars& scalars = counting()) {
  using Result = typename Kind::Result;
  constexpr std::uint32_t kChains = 3 * 512 * 4;  // more than there are words
  std::vector<unsigned char> words(kChainWords * sizeof(operands[0]));
  std::memcpy(words.data(), operands.data(), words.size());
  std::vector<unsigned char> bytes(kChains * sizeof(Result));
  GpuArgs args = launch(words, bytes, 3, 512, 4, passes);
  args.scalars = scalars;
  chain_reference<Kind>(args);
  std::vector<Result> results(kChains);
  std::memcpy(results.data(), bytes.data(), bytes.size());
  return results;
}

template <class Word>
std::vector<Word> counted() {
  std::vector<Word> words(kChainWords);
  for (std::uint32_t i = 0; i < kChainWords; ++i) words[i] = static_cast<Word>(i % 97);
  return words;
}

template <class Kind>
void expect_a_count() {
  using Word = typename Kind::Word;
  const auto start = counted<Word>();
  const auto results = chain_results<Kind>(start, 3);
  for (std::size_t i = 0; i < results.size(); ++i) {
    ASSERT_EQ(results[i], start[i % kChainWords] + 3 * Kind::kSteps) << i;
  }
}

TEST(ChainReference, EveryStepOfEveryChain) {
  expect_a_count<FmaF32>();
  expect_a_count<FmaF32Alone>();
  expect_a_count<MulAddF32>();
  expect_a_count<FmaF64>();
  expect_a_count<FmaF64Alone>();
  expect_a_count<MulAddF64>();
}

TEST(ChainReference, TheArgumentsOfTimedRunsComeBackAfterTwoSteps) {
  const auto start = counted<float>();
  const auto results = chain_results<FmaF32>(start, 2, gpu_scalars());
  const auto odd = chain_results<FmaF32>(start, 1, gpu_scalars());
  for (std::size_t i = 0; i < kChainWords; ++i) {
    ASSERT_EQ(results[i], start[i]);
    ASSERT_EQ(odd[i], 3 - start[i]);
  }
  EXPECT_EQ(FmaF32::on_host(1.25F, 0, gpu_scalars()), 1.75F);
  EXPECT_EQ(MulAddF64::on_host(1.25, 0, gpu_scalars()), 1.75);
}

TEST(ChainReference, SecondOperandLiesAQuarterOn) {
  const auto start = counted<float>();
  const auto results = chain_results<FmaF32Three>(start, 1);
  for (std::uint32_t i = 0; i < results.size(); ++i) {
    const float addend = start[(i + 1024) % 4096];
    ASSERT_EQ(results[i], start[i % 4096] + FmaF32Three::kSteps * addend) << i;
  }
}

TEST(ChainReference, FusedRoundsOnce) {
  GpuScalars s{};
  s.f32[0] = 1 + std::ldexp(1.0F, -12);
  s.f32[1] = -1;
  const float x = 1 + std::ldexp(1.0F, -12);
  EXPECT_EQ(FmaF32::on_host(x, 0, s), std::ldexp(1.0F, -11) + std::ldexp(1.0F, -24));
  EXPECT_EQ(MulAddF32::on_host(x, 0, s), std::ldexp(1.0F, -11));
}

TEST(ChainReference, TwoLanesOfHalves) {
  const std::uint32_t x = encode(kFp16, -7) << 16 | encode(kFp16, 2.5);
  const GpuScalars s = gpu_scalars();
  EXPECT_EQ(FmaHalf2::on_host(x, 0, s), encode(kFp16, 6) << 16 | encode(kFp16, -3.5));
  EXPECT_EQ(MulAddHalf2::on_host(x, 0, s), encode(kFp16, 10) << 16 | encode(kFp16, 0.5));
  const std::uint32_t b = encode(kBf16, 1) << 16 | encode(kBf16, 256);
  EXPECT_EQ(FmaBf16x2::on_host(b, 0, counting()), encode(kBf16, 2) << 16 | encode(kBf16, 256));
  EXPECT_EQ(MulAddBf16x2::on_host(b, 0, s), encode(kBf16, 2) << 16 | encode(kBf16, -253));
  const float pair[]{1, -4};
  std::uint64_t both = 0;
  std::memcpy(&both, pair, sizeof both);
  both = FmaF32x2::on_host(both, 0, s);
  float next[2];
  std::memcpy(next, &both, sizeof both);
  EXPECT_EQ(next[0], 2);
  EXPECT_EQ(next[1], 7);
}

TEST(ChainReference, Integers) {
  const GpuScalars s = counting();
  EXPECT_EQ(MadI32::on_host(5, 4, s), 5 * 5 + 0xFF00FF02u);
  EXPECT_EQ(AddXorI32::on_host(7, 9, s), 0xFFFFFFF0u ^ 0xFF00FF02u);
  // Bytes 1, -2, 3, -4 by ones, and by 2, -1, 0, -1 (lowest first).
  const std::uint32_t bytes = 0xFC03FE01;
  EXPECT_EQ(Dp4a::products(bytes, 0x01010101), static_cast<std::uint32_t>(-2));
  EXPECT_EQ(Dp4a::products(bytes, 0xFF00FF02), 2u + 2u + 0u + 4u);
  EXPECT_EQ(Dp4a::on_host(100, bytes, s), 106u);
}

TEST(ChainReference, SpecialFunctionsAreExactWhereTheyAreVerified) {
  std::vector<float> start(kChainWords);
  const float integers[]{-2, -1, 0, 1, 2};
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = integers[i % 5];
  const auto roots = chain_results<SpecialRsqrt>(start, 1);
  const auto powers = chain_results<SpecialEx2Lg2>(start, 2);
  for (std::size_t i = 0; i < start.size(); ++i) {
    ASSERT_EQ(roots[i], start[i] > 0 ? 1024 : start[i] < 0 ? 0 : 2147483647);
    ASSERT_EQ(powers[i], static_cast<int>(start[i]) * 1024);
  }
  EXPECT_EQ(SpecialRsqrt::on_host(0.25F, 0, counting()), 2);
  EXPECT_EQ(SpecialKind::finish(1 / 0.0F), 2147483647);
  EXPECT_EQ(SpecialKind::finish(-1 / 0.0F), -2147483647 - 1);
}

constexpr MmaShape kHalfToHalf{Precision::fp16, Precision::fp16, 16, 16, 16, 4, 2};
constexpr MmaShape kHalfToHalfSmall{Precision::fp16, Precision::fp16, 16, 8, 16, 4, 2};
constexpr MmaShape kFp8ToHalf{Precision::fp8, Precision::fp16, 16, 32, 8, 4, 2};
constexpr MmaShape kBytes{Precision::int8, Precision::int32, 8, 16, 8, 4, 4};
constexpr MmaShape kFp4{Precision::fp4, Precision::fp32, 16, 64, 4, 4, 4};
constexpr MmaShape kDouble{Precision::fp64, Precision::fp64, 8, 4, 64, 8, 8, 8};

std::vector<unsigned char> operands_of(const MmaShape& shape, OperandKind kind) {
  std::vector<unsigned char> operands(shape.operand_bytes());
  fill_operands(shape.precision, kind, reinterpret_cast<std::byte*>(operands.data()),
                operands.size());
  return operands;
}

// D of warps x sets, as numbers.
std::vector<double> products(const MmaShape& shape, std::vector<unsigned char>& operands,
                             std::uint32_t warps, std::uint32_t sets, std::uint64_t passes) {
  const auto bytes = static_cast<std::size_t>(shape.accumulator_bytes);
  const std::size_t count = std::size_t{warps} * sets * static_cast<std::size_t>(shape.outputs());
  std::vector<unsigned char> result(count * bytes);
  const GpuArgs args = launch(operands, result, 1, warps * 32, sets, passes);
  mma_reference(args, shape);
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = operand_at(shape.accumulate, reinterpret_cast<std::byte*>(result.data()), i);
  }
  return values;
}

TEST(MmaReference, OperandBytes) {
  EXPECT_EQ(kHalfToHalf.operand_bytes(), 2u * 16 * (16 * 16 + 8 * 16) * 2);
  EXPECT_EQ(kBytes.operand_bytes(), 2u * 16 * (8 * 16 + 8 * 16));
  EXPECT_EQ(kFp4.operand_bytes(), 2u * 16 * (16 * 64 + 8 * 64) / 2);
  EXPECT_EQ(kDouble.operand_bytes(), 2u * 16 * (8 * 4 + 8 * 4) * 8);
}

TEST(MmaReference, OneProductInItsPlace) {
  // int8, tile 2: A[3][5] = 2, B of the first half [5][6] = 3, of the second half [5][1] = -4.
  std::vector<unsigned char> operands(kBytes.operand_bytes());
  const std::size_t half = operands.size() / 2, tile = 2;
  operands[tile * 8 * 16 + 3 * 16 + 5] = 2;
  operands[16 * 8 * 16 + tile * 8 * 16 + 6 * 16 + 5] = 3;
  operands[half + 16 * 8 * 16 + tile * 8 * 16 + 1 * 16 + 5] = 0xFC;
  const auto start = products(kBytes, operands, 4, 2, 0);
  const auto values = products(kBytes, operands, 4, 2, 3);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t warp = i / 128, row = i % 64 / 8, column = i % 8;
    double expected = 0;
    if (warp == tile && row == 3 && column == 6) expected = 3 * 16 * 6;
    if (warp == tile && row == 3 && column == 1) expected = 3 * 16 * -8;
    ASSERT_EQ(values[i] - start[i], expected) << i;
  }
}

TEST(MmaReference, RandomProductsCancel) {
  for (const MmaShape& shape : {kHalfToHalf, kFp8ToHalf, kBytes, kFp4, kDouble}) {
    auto operands = operands_of(shape, OperandKind::random);
    const auto start = products(shape, operands, 17, 3, 0);
    EXPECT_EQ(products(shape, operands, 17, 3, 1000), start);
    EXPECT_EQ(std::set<double>(start.begin(), start.end()).size(), 8u);
  }
}

TEST(MmaReference, IntegersStayExactInHalfPrecision) {
  for (const MmaShape& shape : {kHalfToHalf, kHalfToHalfSmall, kFp8ToHalf}) {
    auto operands = operands_of(shape, OperandKind::integers);
    const auto one = products(shape, operands, kMmaTiles, 1, 1);
    const auto three = products(shape, operands, kMmaTiles, 1, 3);
    const auto zero = products(shape, operands, kMmaTiles, 1, 0);
    double greatest = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      ASSERT_EQ(three[i] - zero[i], 3 * (one[i] - zero[i]));
      greatest = std::max(greatest, std::fabs(three[i]));
    }
    EXPECT_GT(greatest, 100);
    // Half of an alternation stands out by one product more.
    EXPECT_LE(greatest + 4 * shape.depth, 2048) << shape.depth;
  }
}

}  // namespace
}  // namespace ridgeline
