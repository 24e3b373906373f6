// The arithmetic of the compute and intensity kernels: x = x * a + b, one rounding each.
//
// a = -(1 - 2^-10) and b = 1 - a make 1 the fixed point, approached from any start, alternately
// from above and below, without ever leaving the normal range: x passes zero at no less than the
// rounding of products near 1, which is normal in fp32 too. Close to 1 the steps fall below half
// a unit in the last place; there x goes on alternating by up to 2^9 of them around 1, so that
// nearly all bits of the significand toggle forever.
#pragma once

#include "kernels/cpu/body.inl"

namespace ridgeline {
namespace {

template <class T>
constexpr T kFactor = static_cast<T>(-(1 - 0x1p-10));  // exact in fp32 as well
template <class T>
constexpr T kAddend = static_cast<T>(2 - 0x1p-10);

RIDGELINE_BASE_ISA inline double map_once(double x) {
  return __builtin_fma(x, kFactor<double>, kAddend<double>);
}
RIDGELINE_BASE_ISA inline float map_once(float x) {
  return __builtin_fmaf(x, kFactor<float>, kAddend<float>);
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
}  // namespace ridgeline
