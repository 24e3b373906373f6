// Dot products of short vectors of small numbers, added up in 32-bit lanes: four products of bytes
// (VNNI), two of bf16. One operand pair for all chains, random numbers that differ from lane to
// lane.
#pragma once

#include "kernels/cpu/arithmetic/arith.inl"

namespace ridgeline::kernels {
namespace {

constexpr std::size_t kMostLanes = 256;  // of 32 bits: an AMX tile

// One 32-bit word of operands a lane.
struct alignas(kLine) Operands {
  std::uint32_t lane[kMostLanes];
};

// xorshift32 (Marsaglia 2003, shifts 13, 17, 5).
constexpr std::uint32_t next_random(std::uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ (x << 5);
}

constexpr Operands random_bytes(std::uint32_t seed) {
  Operands operands{};
  for (std::uint32_t& word : operands.lane) word = seed = next_random(seed);
  return operands;
}

// The bits of (odd number below 128) / 16, either sign, as bf16: seven bits of significand, so that
// products are multiples of 2^-8 below 64, and sums of them exact in fp32 up to 2^16 however the
// hardware orders or rounds them inside.
constexpr std::uint32_t random_bf16(std::uint32_t random) {
  const float size = static_cast<float>((random >> 8 & 126) | 1) / 16;
  const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, (random & 1) != 0 ? size : -size);
  return bits >> 16;
}

constexpr Operands random_bf16_pairs(std::uint32_t seed) {
  Operands operands{};
  for (std::uint32_t& word : operands.lane) {
    const std::uint32_t low = seed = next_random(seed);
    const std::uint32_t high = seed = next_random(seed);
    word = random_bf16(low) | random_bf16(high) << 16;
  }
  return operands;
}

constexpr Operands kBytesA = random_bytes(1), kBytesB = random_bytes(20261130);
constexpr Operands kBf16A = random_bf16_pairs(1), kBf16B = random_bf16_pairs(20261130);
constexpr std::uint32_t kBf16Signs = 0x80008000;

// A sum's first value: a multiple of 2^-8 between -8 and 8, made of a word's lower bits.
constexpr std::uint32_t kGridMask = 0xfff;
constexpr float kGridUnit = 0x1p-8F, kGridOffset = -8;
RIDGELINE_BASE_ISA inline float on_grid(std::uint32_t word) {
  return static_cast<float>(word & kGridMask) * kGridUnit + kGridOffset;
}

// Number `index` of a word: an unsigned byte, a signed one, a bf16.
RIDGELINE_BASE_ISA inline std::uint32_t byte_of(std::uint32_t word, std::size_t index) {
  return word >> (8 * index) & 0xff;
}
RIDGELINE_BASE_ISA inline std::uint32_t signed_byte_of(std::uint32_t word, std::size_t index) {
  return static_cast<std::uint32_t>(static_cast<std::int8_t>(byte_of(word, index)));
}
RIDGELINE_BASE_ISA inline float bf16_of(std::uint32_t word, std::size_t index) {
  return __builtin_bit_cast(float, word >> (16 * index) << 16);
}

// Unsigned bytes by signed ones. 32-bit sums wrap, which is exact in any order.
template <class V>
struct BytesDot {
  using Register = typename V::Register;
  using T = std::uint32_t;
  static constexpr std::size_t kChains = V::kMostChains;
  static constexpr double kOperations = 8;
  static constexpr bool kStored = false;

  Register a = V::words(kBytesA), b = V::words(kBytesB);

  Register start(Register x) const { return x; }
  Register apply(Register x, std::size_t) const { return V::dot(x, a, b); }
  void next_pass() {}
  RIDGELINE_BASE_ISA static T begin(T x) { return x; }
  RIDGELINE_BASE_ISA static T expect(T x, const Place& at) {
    const std::uint32_t left = kBytesA.lane[at.lane], right = kBytesB.lane[at.lane];
    for (std::size_t i = 0; i < 4; ++i) x += byte_of(left, i) * signed_byte_of(right, i);
    return x;
  }
};

// Every other pass takes away what the one before added: sums stay below 8 + 16 x 2 x 64.
template <class V>
struct Bf16Dot {
  using Register = typename V::Register;
  using T = float;
  static constexpr std::size_t kChains = V::kMostChains;
  static constexpr double kOperations = 4;
  static constexpr bool kStored = false;

  typename V::Pairs a = V::words(kBf16A), b = V::words(kBf16B);
  typename V::Pairs signs = V::all(kBf16Signs);

  Register start(Register x) const { return V::on_grid(x); }
  Register apply(Register x, std::size_t) const { return V::dot(x, a, b); }
  void next_pass() { a = V::combine(a, signs); }
  RIDGELINE_BASE_ISA static T begin(T x) { return on_grid(__builtin_bit_cast(std::uint32_t, x)); }
  RIDGELINE_BASE_ISA static T expect(T x, const Place& at) {
    const std::uint32_t left = kBf16A.lane[at.lane] ^ (at.pass % 2 == 0 ? 0 : kBf16Signs);
    const std::uint32_t right = kBf16B.lane[at.lane];
    for (std::size_t i = 0; i < 2; ++i) x += bf16_of(left, i) * bf16_of(right, i);
    return x;
  }
};

template <class V, template <class> class Mix>
constexpr Kernel dot_row(std::string_view name, std::string_view path, const InstructionSet& set) {
  Kernel row = arith_row<V, Mix>(name, path, set);
  row.precision = V::kOperands;
  row.accumulate = V::kPrecision;
  return row;
}

}  // namespace
}  // namespace ridgeline::kernels
