// Operands of tensor-core and chain kernels: random, constant or small integers, in any format.
#include "kernels/gpu/operands.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "kernels/gpu/formats.hpp"

namespace ridgeline::kernels {
namespace {

// The bits of container i. Two numbers a byte in fp4, else as wide as the container.
int bits_of(Precision precision) {
  switch (precision) {
    case Precision::fp64:
      return 64;
    case Precision::fp32:
    case Precision::tf32:
    case Precision::int32:
      return 32;
    case Precision::fp16:
    case Precision::bf16:
      return 16;
    case Precision::fp8:
    case Precision::fp6:
    case Precision::int8:
      return 8;
    case Precision::fp4:
      return 4;
    case Precision::none:
      break;
  }
  throw std::invalid_argument("operands need a precision");
}

const NumberFormat* small_format(Precision precision) {
  switch (precision) {
    case Precision::fp16:
      return &kFp16;
    case Precision::bf16:
      return &kBf16;
    case Precision::fp8:
      return &kE4M3;
    case Precision::fp6:
      return &kE3M2;
    case Precision::fp4:
      return &kE2M1;
    default:
      return nullptr;
  }
}

std::uint64_t container_of(Precision precision, double value) {
  if (const NumberFormat* format = small_format(precision)) return encode(*format, value);
  const auto whole = static_cast<std::int64_t>(std::nearbyint(value));
  switch (precision) {
    case Precision::fp64:
      return std::bit_cast<std::uint64_t>(value);
    case Precision::fp32:
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case Precision::tf32:
      return std::uint64_t{encode(kTf32, value)} << 13;
    case Precision::int8:  // -128 has no opposite
      return static_cast<std::uint8_t>(std::clamp<std::int64_t>(whole, -127, 127));
    default:
      return static_cast<std::uint32_t>(whole);
  }
}

void store(int bits, std::byte* to, std::size_t i, std::uint64_t value) {
  if (bits == 4) {
    const int shift = i % 2 == 0 ? 0 : 4;
    const auto kept = std::to_integer<unsigned>(to[i / 2]) & (0xF0u >> shift);
    to[i / 2] = static_cast<std::byte>(kept | static_cast<unsigned>(value) << shift);
    return;
  }
  const auto bytes = static_cast<std::size_t>(bits) / 8;
  for (std::size_t b = 0; b < bytes; ++b) {
    to[i * bytes + b] = static_cast<std::byte>(value >> 8 * b);
  }
}

std::uint64_t load(int bits, const std::byte* from, std::size_t i) {
  if (bits == 4) return std::to_integer<unsigned>(from[i / 2]) >> (i % 2 == 0 ? 0 : 4) & 0xF;
  const auto bytes = static_cast<std::size_t>(bits) / 8;
  std::uint64_t value = 0;
  for (std::size_t b = 0; b < bytes; ++b) {
    value |= std::to_integer<std::uint64_t>(from[i * bytes + b]) << 8 * b;
  }
  return value;
}

// A counter through a mixing function (splitmix64, by Steele, Lea and Flood).
struct Random {
  std::uint64_t state;

  std::uint64_t next() {
    std::uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }

  // The sum of twelve uniform numbers less its mean has variance 1 and is as good as normal; all
  // bits of it are the same everywhere, which logarithms and sines of C libraries are not.
  double normal() {
    std::int64_t sum = -(std::int64_t{6} << 53);
    for (int i = 0; i < 12; ++i) sum += static_cast<std::int64_t>(next() >> 11);
    return std::ldexp(static_cast<double>(sum), -53);
  }

  // -2 .. 2, more often 0 and +-1, so that sums of many products still fit half precision.
  double integer() {
    constexpr std::array<std::int8_t, 16> kDraws{0, 0, 0, 0, 0,  0,  0,  0,
                                                 1, 1, 1, 2, -1, -1, -1, -2};
    return kDraws[next() >> 60];
  }
};

double number(Precision precision, OperandKind kind, Random& random) {
  if (kind == OperandKind::integers) return random.integer();
  const bool whole = precision == Precision::int8 || precision == Precision::int32;
  if (kind == OperandKind::constant) return whole ? 1 : 0.5;
  if (precision == Precision::int8) return 32 * random.normal();
  if (precision == Precision::int32) return static_cast<std::int32_t>(random.next() >> 32);
  return random.normal();
}

}  // namespace

void fill_operands(Precision precision, OperandKind kind, std::byte* to, std::size_t bytes,
                   std::uint64_t seed) {
  const int bits = bits_of(precision);
  const std::size_t count = bytes * 8 / static_cast<std::size_t>(bits);
  std::memset(to, 0, bytes);
  const bool mirrored = kind == OperandKind::random;
  const std::size_t drawn = mirrored ? count - count / 2 : count;
  Random random{seed * 0xD1342543DE82EF95};
  for (std::size_t i = 0; i < drawn; ++i) {
    const double value = number(precision, kind, random);
    store(bits, to, i, container_of(precision, value));
    if (mirrored && i + drawn < count) {
      store(bits, to, i + drawn, container_of(precision, -value));
    }
  }
}

double operand_at(Precision precision, const std::byte* from, std::size_t i) {
  const std::uint64_t bits = load(bits_of(precision), from, i);
  const auto low = static_cast<std::uint32_t>(bits);
  if (const NumberFormat* format = small_format(precision)) return decode(*format, low);
  switch (precision) {
    case Precision::fp64:
      return std::bit_cast<double>(bits);
    case Precision::int8:
      return static_cast<std::int8_t>(low);
    case Precision::int32:
      return static_cast<std::int32_t>(low);
    default:
      return std::bit_cast<float>(low);
  }
}

}  // namespace ridgeline::kernels
