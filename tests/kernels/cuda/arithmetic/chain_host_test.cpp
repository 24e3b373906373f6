// What the host expects of chains on a GPU, compared with sums by hand.
#include "kernels/cuda/arithmetic/chain_host.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <vector>

#include "kernels/gpu/operands.hpp"

namespace ridgeline::kernels {
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

}  // namespace
}  // namespace ridgeline::kernels
