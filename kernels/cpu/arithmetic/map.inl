// The arithmetic of the compute and intensity kernels: x = x * a + b, one rounding each.
//
// a = -(1 - 2^-10) and b = 1 - a make 1 the fixed point, approached from any start, alternately
// from above and below, without ever leaving the normal range: x passes zero at no less than the
// rounding of products near 1, which is normal in fp32 too. Close to 1 the steps fall below half
// a unit in the last place; there x goes on alternating by up to 2^9 of them around 1, so that
// nearly all bits of the significand toggle forever.
#pragma once

#include "kernels/cpu/body.inl"

namespace ridgeline::kernels {
namespace {

template <class T>
constexpr T kFactor = static_cast<T>(-(1 - 0x1p-10));  // exact in fp32 as well
template <class T>
constexpr T kAddend = static_cast<T>(2 - 0x1p-10);

// The same where the sum has two roundings. An x near 2 could come to exactly -b before b is added,
// and to zero then: with x = 2 + k u, u being the unit of its last place, where k (1 - 2^-10) is
// within 1/4 of 2^12 (fp32; 2^41 in fp64). One unit in the last place added to b makes that
// 2^12 + 1/2, to which no k comes so near.
template <class T>
constexpr T kUnit = sizeof(T) == 4 ? static_cast<T>(0x1p-23) : static_cast<T>(0x1p-52);
template <class T>
constexpr T kOffAddend = kAddend<T> + kUnit<T>;

// Additions alone: there, and back but for four units in the last place of 1; what brings any
// random number so near to zero that its sum with 1 stays near 1.
template <class T>
constexpr T kForth = static_cast<T>(0x1.555556p-1);
template <class T>
constexpr T kBack = 4 * kUnit<T> - kForth<T>;
template <class T>
constexpr T kSmall = static_cast<T>(0x1p-16);

// Integers wrap, which needs no care: the generator of "Numerical Recipes" (2nd edition, 7.1) has
// the full period of 2^32, and sums of odd numbers differ from step to step.
template <>
constexpr std::uint32_t kFactor<std::uint32_t> = 1664525;
template <>
constexpr std::uint32_t kOffAddend<std::uint32_t> = 1013904223;
template <>
constexpr std::uint32_t kForth<std::uint32_t> = 0x9e3779b9;
template <>
constexpr std::uint32_t kBack<std::uint32_t> = 0x85ebca6b;

template <class T>
constexpr bool kIsNumber = true;
template <>
constexpr bool kIsNumber<std::uint32_t> = false;

RIDGELINE_BASE_ISA inline double fused(double x, double a, double b) {
  return __builtin_fma(x, a, b);
}
RIDGELINE_BASE_ISA inline float fused(float x, float a, float b) { return __builtin_fmaf(x, a, b); }

template <class T>
RIDGELINE_BASE_ISA T map_once(T x) {
  return fused(x, kFactor<T>, kAddend<T>);
}

// One element through `count` maps, in memory. Correctly rounded with or without hardware: the C
// library's fma is exact on every processor, so a vector FMA has to give the same bits.
template <class T>
RIDGELINE_BASE_ISA void map_element(std::byte* address, std::uint64_t count) {
  T x;
  std::memcpy(&x, address, sizeof x);
  for (; count != 0; --count) x = map_once(x);
  std::memcpy(address, &x, sizeof x);
}

}  // namespace
}  // namespace ridgeline::kernels
