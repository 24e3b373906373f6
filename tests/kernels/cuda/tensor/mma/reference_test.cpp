// What the host expects of matrix products on a GPU, compared with sums by hand.
#include "kernels/cuda/tensor/mma/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "kernels/gpu/operands.hpp"

namespace ridgeline::kernels {
namespace {

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
  GpuArgs args{};
  args.arrays[0] = operands.data();
  args.result = result.data();
  args.blocks = 1;
  args.threads = warps * 32;
  args.in_flight = sets;
  args.passes = passes;
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
}  // namespace ridgeline::kernels
