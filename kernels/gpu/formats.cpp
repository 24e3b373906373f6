// Small floating-point formats: rounding a double to them, and back.
#include "kernels/gpu/formats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgeline::kernels {
namespace {

int bias_of(const NumberFormat& format) { return (1 << (format.exponent_bits - 1)) - 1; }

std::uint32_t sign_of(const NumberFormat& format) {
  return 1u << (format.exponent_bits + format.mantissa_bits);
}

// Bits of what lies beyond the largest finite number.
std::uint32_t beyond(const NumberFormat& format) {
  return format.infinities ? format.largest + 1 : format.largest;
}

std::uint32_t not_a_number(const NumberFormat& format) {
  if (format.infinities) return (format.largest + 1) | 1u << (format.mantissa_bits - 1);
  return sign_of(format) - 1;  // E4M3's; the narrower formats have none
}

}  // namespace

std::uint32_t encode(const NumberFormat& format, double value) {
  const std::uint32_t sign = std::signbit(value) ? sign_of(format) : 0;
  if (std::isnan(value)) return sign | not_a_number(format);
  const double size = std::fabs(value);
  if (size == 0) return sign;
  if (std::isinf(size)) return sign | beyond(format);
  // Below the least normal number the steps stay as wide as there.
  const int lowest = 1 - bias_of(format);
  const int exponent = std::max(std::ilogb(size), lowest);
  // In steps of the last bit: [2^m, 2^(m+1)] for normal numbers, where the upper end carries into
  // the exponent by itself.
  const double steps = std::nearbyint(std::ldexp(size, format.mantissa_bits - exponent));
  if (exponent - lowest > 1 << format.exponent_bits) return sign | beyond(format);
  const std::uint32_t bits =
      (static_cast<std::uint32_t>(exponent - lowest) << format.mantissa_bits) +
      static_cast<std::uint32_t>(steps);
  return sign | (bits > format.largest ? beyond(format) : bits);
}

double decode(const NumberFormat& format, std::uint32_t bits) {
  const std::uint32_t size = bits & (sign_of(format) - 1);
  const double sign = bits & sign_of(format) ? -1 : 1;
  if (size > format.largest) {
    if (format.infinities && size == format.largest + 1) {
      return sign * std::numeric_limits<double>::infinity();
    }
    return std::numeric_limits<double>::quiet_NaN();
  }
  const std::uint32_t hidden = 1u << format.mantissa_bits;
  const std::uint32_t mantissa = size & (hidden - 1);
  const int exponent = static_cast<int>(size >> format.mantissa_bits);
  const int lowest = 1 - bias_of(format) - format.mantissa_bits;
  if (exponent == 0) return sign * std::ldexp(mantissa, lowest);
  return sign * std::ldexp(mantissa + hidden, lowest + exponent - 1);
}

}  // namespace ridgeline::kernels
