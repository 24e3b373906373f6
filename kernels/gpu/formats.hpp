// The small floating-point formats of GPUs as bits, one rounding away from a double.
#pragma once

#include <cstdint>

#include "kernels/kernel.hpp"

namespace ridgeline::kernels {

// IEEE-like: a sign bit, then the exponent with the usual bias, then the mantissa.
struct NumberFormat {
  int exponent_bits = 0, mantissa_bits = 0;
  bool infinities = true;     // the highest exponent is kept for infinities and NaN
  std::uint32_t largest = 0;  // bits of the largest finite number, without the sign
};

inline constexpr NumberFormat kFp16{5, 10, true, 0x7BFF};
inline constexpr NumberFormat kBf16{8, 7, true, 0x7F7F};
inline constexpr NumberFormat kTf32{8, 10, true, 0x3FBFF};  // the upper 19 bits of an fp32
inline constexpr NumberFormat kE4M3{4, 3, false, 0x7E};     // 448; 0x7F is NaN
inline constexpr NumberFormat kE3M2{3, 2, false, 0x1F};     // 28
inline constexpr NumberFormat kE2M1{2, 1, false, 0x7};      // 6

// The nearest number, ties to even. Beyond the largest one: infinity where there is one, else the
// largest.
std::uint32_t encode(const NumberFormat& format, double value);

// Exact. NaN and infinities as such.
double decode(const NumberFormat& format, std::uint32_t bits);

}  // namespace ridgeline::kernels
