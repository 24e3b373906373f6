// Fused multiply-add in fp16, and what it has to give: in plain C++ without any type for it.
//
// The map is that of map.inl with a = -(1 - 2^-5), so that its constants have their places among 11
// bits. Products near 2 are multiples of 2^-14, the smallest normal fp16 number, and 63/31, where
// the map has its zero, is no fp16 number: x stays normal from any start between 1 and 2.
#pragma once

#include "kernels/cpu/arithmetic/arith.inl"

namespace ridgeline::kernels {
namespace {

constexpr std::uint16_t kHalfFactor = 0xbbc0;  // -(1 - 2^-5)
constexpr std::uint16_t kHalfAddend = 0x3fe0;  // 2 - 2^-5
// Any bits to a number of either sign between 1 and 2: what to keep, what to set.
constexpr std::uint16_t kHalfKept = 0x83ff, kHalfSet = 0x3c00;

// fp64 has 42 bits more in its significand, and its exponent is biased by 1008 more.
RIDGELINE_BASE_ISA inline double double_of(std::uint16_t half) {
  const std::uint64_t sign = std::uint64_t{half} >> 15 << 63;
  const std::uint64_t size = (std::uint64_t{half} & 0x7fff) << 42;
  return __builtin_bit_cast(double, sign | (size + (std::uint64_t{1008} << 52)));
}

// To the nearest fp16 number, ties to even. Both only for what is normal in fp16.
RIDGELINE_BASE_ISA inline std::uint16_t half_of(double value) {
  const auto bits = __builtin_bit_cast(std::uint64_t, value);
  const std::uint64_t size = (bits & ~(std::uint64_t{1} << 63)) - (std::uint64_t{1008} << 52);
  const std::uint64_t odd = size >> 42 & 1;
  const std::uint64_t rounded = (size + (std::uint64_t{1} << 41) - 1 + odd) >> 42;
  return static_cast<std::uint16_t>(bits >> 63 << 15 | rounded);
}

template <class V>
struct HalfFma {
  using Register = typename V::Register;
  using T = std::uint16_t;
  static constexpr std::size_t kChains = V::kChains;
  static constexpr double kOperations = 2;
  static constexpr bool kStored = false;  // pairs of them are no normal fp32 numbers

  Register a = V::opaque(kHalfFactor), b = V::opaque(kHalfAddend);

  Register start(Register x) const { return V::between(x, kHalfKept, kHalfSet); }
  Register apply(Register x, std::size_t) const { return V::fma(x, a, b); }
  void next_pass() {}
  RIDGELINE_BASE_ISA static T begin(T x) { return static_cast<T>((x & kHalfKept) | kHalfSet); }
  // Product and sum are exact in fp64: the product is a multiple of 2^-48 at the least, all numbers
  // are below 4, and fp64 holds 53 bits. So there is one rounding.
  RIDGELINE_BASE_ISA static T expect(T x, const Place&) {
    return half_of(double_of(x) * double_of(kHalfFactor) + double_of(kHalfAddend));
  }
};

}  // namespace
}  // namespace ridgeline::kernels
