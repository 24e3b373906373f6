// Operands of tensor-core and chain kernels: formats, rounding, signs, moments, determinism.
#include "kernels/gpu/operands.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "kernels/gpu/formats.hpp"

namespace ridgeline::kernels {
namespace {

const std::vector<Precision> kAll{
    Precision::fp64, Precision::fp32, Precision::tf32, Precision::fp16,  Precision::bf16,
    Precision::fp8,  Precision::fp6,  Precision::fp4,  Precision::int32, Precision::int8};

std::size_t count_in(Precision precision, std::size_t bytes) {
  switch (precision) {
    case Precision::fp64:
      return bytes / 8;
    case Precision::fp32:
    case Precision::tf32:
    case Precision::int32:
      return bytes / 4;
    case Precision::fp16:
    case Precision::bf16:
      return bytes / 2;
    case Precision::fp4:
      return bytes * 2;
    default:
      return bytes;
  }
}

std::vector<std::byte> filled(Precision precision, OperandKind kind, std::size_t bytes,
                              std::uint64_t seed = 1) {
  std::vector<std::byte> buffer(bytes);
  fill_operands(precision, kind, buffer.data(), bytes, seed);
  return buffer;
}

std::vector<double> numbers(Precision precision, OperandKind kind, std::size_t bytes) {
  const auto buffer = filled(precision, kind, bytes);
  std::vector<double> values;
  for (std::size_t i = 0; i < count_in(precision, bytes); ++i) {
    values.push_back(operand_at(precision, buffer.data(), i));
  }
  return values;
}

TEST(Formats, EveryNumberComesBack) {
  for (const NumberFormat& format : {kFp16, kBf16, kTf32, kE4M3, kE3M2, kE2M1}) {
    const std::uint32_t sign = 1u << (format.exponent_bits + format.mantissa_bits);
    for (std::uint32_t bits = 0; bits <= format.largest; ++bits) {
      ASSERT_EQ(encode(format, decode(format, bits)), bits);
      ASSERT_EQ(encode(format, decode(format, bits | sign)), bits | sign);
      ASSERT_LT(decode(format, bits), bits < format.largest ? decode(format, bits + 1) : 1e40);
    }
  }
}

TEST(Formats, KnownNumbers) {
  EXPECT_EQ(encode(kFp16, 1), 0x3C00u);
  EXPECT_EQ(encode(kFp16, -2), 0xC000u);
  EXPECT_EQ(encode(kFp16, 65504), 0x7BFFu);
  EXPECT_EQ(encode(kFp16, std::ldexp(1, -24)), 1u);
  EXPECT_EQ(encode(kBf16, 1), 0x3F80u);
  EXPECT_EQ(encode(kTf32, -1) << 13, 0xBF800000u);
  EXPECT_EQ(encode(kE4M3, 1), 0x38u);
  EXPECT_EQ(encode(kE4M3, 448), 0x7Eu);
  EXPECT_EQ(encode(kE4M3, std::ldexp(1, -9)), 1u);
  EXPECT_EQ(encode(kE3M2, 1), 0x0Cu);
  EXPECT_EQ(decode(kE3M2, 0x1F), 28);
  EXPECT_EQ(decode(kE3M2, 1), 0.0625);
  const double fp4[]{0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (std::uint32_t bits = 0; bits < 8; ++bits) EXPECT_EQ(decode(kE2M1, bits), fp4[bits]);
  EXPECT_EQ(decode(kE2M1, 0xF), -6);
}

TEST(Formats, RoundsToTheNearestAndTiesToEven) {
  EXPECT_EQ(encode(kFp16, 1 + std::ldexp(1, -11)), 0x3C00u);
  EXPECT_EQ(encode(kFp16, 1 + std::ldexp(3, -11)), 0x3C02u);
  EXPECT_EQ(encode(kFp16, 1 + std::ldexp(1.01, -11)), 0x3C01u);
  EXPECT_EQ(encode(kFp16, std::ldexp(2047.9, -10)), 0x4000u);  // up into the next exponent
  EXPECT_EQ(encode(kFp16, std::ldexp(1, -25)), 0u);
  EXPECT_EQ(encode(kFp16, std::ldexp(1.5, -25)), 1u);
  EXPECT_EQ(encode(kFp16, std::ldexp(1023.6, -24)), 0x0400u);  // the least normal number
  EXPECT_EQ(encode(kE2M1, 2.5), 4u);
  EXPECT_EQ(encode(kE2M1, 3.5), 6u);
  EXPECT_EQ(encode(kE2M1, 0.25), 0u);
}

TEST(Formats, BeyondTheLargestNumber) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(encode(kFp16, 65519), 0x7BFFu);
  EXPECT_EQ(encode(kFp16, 65520), 0x7C00u);
  EXPECT_EQ(encode(kFp16, -1e300), 0xFC00u);
  EXPECT_EQ(encode(kBf16, infinity), 0x7F80u);
  EXPECT_EQ(decode(kFp16, 0xFC00), -infinity);
  EXPECT_EQ(encode(kE4M3, 1e9), 0x7Eu);
  EXPECT_EQ(encode(kE3M2, -infinity), 0x3Fu);
  EXPECT_EQ(encode(kE2M1, 100), 7u);
  for (const NumberFormat& format : {kFp16, kBf16, kE4M3}) {
    EXPECT_TRUE(std::isnan(decode(format, encode(format, std::nan("")))));
  }
}

TEST(Operands, SecondHalfHasTheOppositeSigns) {
  for (const Precision precision : kAll) {
    const auto values = numbers(precision, OperandKind::random, 4096);
    const std::size_t half = values.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
      // The least 32-bit integer has no opposite; the chance of drawing it is nil.
      ASSERT_EQ(values[half + i], -values[i]) << static_cast<int>(precision) << " " << i;
    }
  }
  const auto odd = numbers(Precision::fp32, OperandKind::random, 20);
  EXPECT_EQ(odd[3], -odd[0]);
  EXPECT_EQ(odd[4], -odd[1]);
}

TEST(Operands, RandomNumbersAreNormal) {
  for (const Precision precision : kAll) {
    if (precision == Precision::int32) continue;
    auto values = numbers(precision, OperandKind::random, 1u << 16);
    values.resize(values.size() / 2);
    const double scale = precision == Precision::int8 ? 32 : 1;
    double sum = 0, squares = 0, fourths = 0;
    for (double value : values) {
      value /= scale;
      ASSERT_TRUE(std::isfinite(value));
      sum += value;
      squares += value * value;
      fourths += value * value * value * value;
    }
    const auto n = static_cast<double>(values.size());
    const int p = static_cast<int>(precision);
    EXPECT_NEAR(sum / n, 0, 5 / std::sqrt(n)) << p;
    // Few bits round coarsely: fp4 has no number between 0 and 0.5.
    EXPECT_NEAR(squares / n, 1, precision == Precision::fp4 ? 0.1 : 0.07) << p;
    EXPECT_NEAR(fourths / n, 3, 0.4) << p;
  }
}

TEST(Operands, RandomIntegersFillTheWord) {
  const auto values = numbers(Precision::int32, OperandKind::random, 1u << 14);
  double greatest = 0;
  for (const double value : values) greatest = std::max(greatest, std::fabs(value));
  EXPECT_GT(greatest, 0.99 * 2147483648.0);
}

TEST(Operands, IntegersForVerification) {
  for (const Precision precision : kAll) {
    const auto values = numbers(precision, OperandKind::integers, 1u << 14);
    std::map<double, std::size_t> seen;
    for (const double value : values) ++seen[value];
    ASSERT_EQ(seen.size(), 5u) << static_cast<int>(precision);
    EXPECT_EQ(seen.begin()->first, -2);
    EXPECT_EQ(seen.rbegin()->first, 2);
    for (const auto& [value, times] : seen) EXPECT_GT(times, values.size() / 30) << value;
    // Not mirrored: the two halves are independent.
    std::size_t opposite = 0;
    const std::size_t half = values.size() / 2;
    for (std::size_t i = 0; i < half; ++i) opposite += values[half + i] == -values[i];
    EXPECT_LT(opposite, half / 2);
  }
}

TEST(Operands, OneConstant) {
  for (const Precision precision : kAll) {
    const bool whole = precision == Precision::int8 || precision == Precision::int32;
    for (const double value : numbers(precision, OperandKind::constant, 64)) {
      ASSERT_EQ(value, whole ? 1 : 0.5);
    }
  }
}

TEST(Operands, Containers) {
  const std::byte fp4[]{std::byte{0x9F}};  // -6 in the low half, then -0.5
  EXPECT_EQ(operand_at(Precision::fp4, fp4, 0), -6);
  EXPECT_EQ(operand_at(Precision::fp4, fp4, 1), -0.5);
  for (const std::byte b : filled(Precision::fp6, OperandKind::random, 1024)) {
    ASSERT_EQ(b & std::byte{0xC0}, std::byte{0});  // 6 bits
  }
  const auto tf32 = filled(Precision::tf32, OperandKind::random, 1024);
  for (std::size_t i = 0; i < 1024; i += 4) {
    ASSERT_EQ(tf32[i], std::byte{0});  // 13 bits of the mantissa
    ASSERT_EQ(tf32[i + 1] & std::byte{0x1F}, std::byte{0});
  }
  EXPECT_EQ(filled(Precision::fp16, OperandKind::constant, 2)[1], std::byte{0x38});
  EXPECT_THROW(filled(Precision::none, OperandKind::random, 8), std::invalid_argument);
}

std::uint64_t hash_of(const std::vector<std::byte>& bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const std::byte b : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(b)) * 0x100000001B3;
  return hash;
}

TEST(Operands, TheSameOnEveryMachine) {
  // Of the first run on x86-64 with g++ 12; any other machine or compiler must give these.
  EXPECT_EQ(hash_of(filled(Precision::fp64, OperandKind::random, 4096)), 4352329258921548009u);
  EXPECT_EQ(hash_of(filled(Precision::fp16, OperandKind::random, 4096)), 8940735963072684657u);
  EXPECT_EQ(hash_of(filled(Precision::int8, OperandKind::integers, 4096)), 17578108924658730047u);
}

TEST(Operands, SeedsDiffer) {
  const auto one = filled(Precision::fp16, OperandKind::random, 256, 1);
  EXPECT_EQ(one, filled(Precision::fp16, OperandKind::random, 256, 1));
  EXPECT_NE(one, filled(Precision::fp16, OperandKind::random, 256, 2));
  std::set<std::uint64_t> hashes;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    hashes.insert(hash_of(filled(Precision::int32, OperandKind::random, 64, seed)));
  }
  EXPECT_EQ(hashes.size(), 100u);
}

}  // namespace
}  // namespace ridgeline::kernels
