// Writes numbers with units for people, and reads sizes as people write them.
#include "ceilings/units.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

// In plain notation with that many decimals.
std::string plain(double value, int decimals) {
  std::array<char, 400> buffer{};  // the largest double has 309 digits
  std::snprintf(buffer.data(), buffer.size(), "%.*f", std::clamp(decimals, 0, 9), value);
  return buffer.data();
}

// With `digits` significant digits; 1 <= |value| < 1000.
std::string significant(double value, int digits) {
  const double size = std::abs(value);
  const int before = size < 10 ? 1 : size < 100 ? 2 : 3;
  return plain(value, digits - before);
}

struct Scaled {
  double value;
  const char* prefix;
};

// `value` scaled by an SI prefix to 1 .. 1000. What would be printed as 1000, at or above `limit`,
// takes the next prefix.
Scaled scaled(double value, double limit) {
  constexpr std::array<const char*, 12> kPrefixes{"p", "n", "u", "m", "",  "k",
                                                  "M", "G", "T", "P", "E", "Z"};
  std::size_t prefix = 4;
  if (value == 0 || !std::isfinite(value)) return {value, ""};
  while (std::abs(value) < 1 && prefix > 0) {
    value *= 1000;
    --prefix;
  }
  while (std::abs(value) >= limit && prefix + 1 < kPrefixes.size()) {
    value /= 1000;
    ++prefix;
  }
  return {value, kPrefixes[prefix]};
}

// With that many significant digits.
std::string with_prefix(double value, int digits, const std::string& unit) {
  if (!std::isfinite(value)) return "? " + unit;
  const auto [number, prefix] = scaled(value, 1000 - 0.5 * std::pow(10, 3 - digits));
  return (number == 0 ? "0" : significant(number, digits)) + " " + prefix + unit;
}

std::string duration(double seconds) {
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole >= 3600) {
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
  }
  return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
}

struct SizeSuffix {
  std::string_view name;  // lower case
  double bytes;
};
constexpr double kKi = 1024, kK = 1000;
constexpr std::array kSuffixes{
    SizeSuffix{"", 1},
    SizeSuffix{"b", 1},
    SizeSuffix{"k", kKi},
    SizeSuffix{"kib", kKi},
    SizeSuffix{"kb", kK},
    SizeSuffix{"m", kKi* kKi},
    SizeSuffix{"mib", kKi* kKi},
    SizeSuffix{"mb", kK* kK},
    SizeSuffix{"g", kKi* kKi* kKi},
    SizeSuffix{"gib", kKi* kKi* kKi},
    SizeSuffix{"gb", kK* kK* kK},
    SizeSuffix{"t", kKi* kKi* kKi* kKi},
    SizeSuffix{"tib", kKi* kKi* kKi* kKi},
    SizeSuffix{"tb", kK* kK* kK* kK},
};

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw UsageError("'" + text + "' is not a size: " + why + "; write e.g. 48KiB, 1.5MiB or 4096");
}

double factor_of(std::string_view suffix, const std::string& text) {
  std::string lower;
  for (const char c : suffix) {
    if (c == ' ') continue;
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const SizeSuffix& known : kSuffixes) {
    if (known.name == lower) return known.bytes;
  }
  refuse(text, "unknown suffix '" + std::string(suffix) + "'");
}

}  // namespace

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 4> kNames{"KiB", "MiB", "GiB", "TiB"};
  for (std::size_t unit = kNames.size(); unit-- > 0;) {
    const std::uint64_t size = std::uint64_t{1} << (10 * (unit + 1));
    if (bytes < size) continue;
    const std::uint64_t rest = bytes % size;
    // Multiples of 1/8 unit have an exact decimal form of at most three places.
    if (rest % (size / 8) != 0 || (rest != 0 && bytes / size >= 10'000)) continue;
    std::string text = std::to_string(bytes / size);
    if (rest != 0) {
      std::string decimals = std::to_string(rest / (size / 8) * 125);
      decimals.insert(0, 3 - decimals.size(), '0');
      decimals.erase(decimals.find_last_not_of('0') + 1);
      text += "." + decimals;
    }
    return text + kNames[unit];
  }
  return std::to_string(bytes) + "B";
}

std::string format_rate(double value, const std::string& unit) {
  return with_prefix(value, 4, unit);
}

std::string format_seconds(double seconds) {
  if (!std::isfinite(seconds)) return "? s";
  if (seconds >= 99.95 && seconds < 1e15) return duration(seconds);
  const auto [number, prefix] = scaled(seconds, 999.5);
  if (number == 0) return "0 s";
  return plain(number, std::abs(number) < 99.95 ? 1 : 0) + " " + prefix + "s";
}

std::string format_percent(double fraction) {
  if (!std::isfinite(fraction)) return "? %";
  return plain(100 * fraction, 1) + " %";
}

std::string format_hertz(double hertz) { return with_prefix(hertz, 3, "Hz"); }

std::uint64_t parse_bytes(const std::string& text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc{} || !std::isfinite(number)) refuse(text, "no number at its start");
  if (std::signbit(number)) refuse(text, "negative");
  const double factor =
      factor_of(std::string_view(rest, static_cast<std::size_t>(end - rest)), text);
  // A whole number of more than 53 bits is read exactly.
  std::uint64_t whole = 0;
  const auto exact = std::from_chars(text.data(), end, whole);
  if (exact.ptr == rest && exact.ec == std::errc{}) {
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(whole, static_cast<std::uint64_t>(factor), &bytes)) {
      refuse(text, "larger than 2^64 - 1 bytes");
    }
    return bytes;
  }
  const double bytes = std::floor(number * factor);
  if (bytes >= 0x1p64) refuse(text, "larger than 2^64 - 1 bytes");
  if (factor == 1) refuse(text, "not a whole number of bytes");
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace ridgeline
