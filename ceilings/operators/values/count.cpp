// Whole numbers as people write sizes; see count.hpp.
#include "ceilings/operators/values/count.hpp"

#include <cctype>
#include <limits>
#include <optional>

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();

struct CountReader {
  const std::string& text;
  const std::string& what;
  std::size_t at = 0;

  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(what + " wants a whole number such as 4096, 1e6, 2^20 or 64Ki, not '" + text +
                     "': " + why);
  }
  bool ended() const { return at == text.size(); }
  bool digit() const { return !ended() && std::isdigit(static_cast<unsigned char>(text[at])) != 0; }
  bool take(char wanted) {
    if (ended() || std::tolower(static_cast<unsigned char>(text[at])) != wanted) return false;
    ++at;
    return true;
  }
  std::uint64_t product(std::uint64_t left, std::uint64_t right) const {
    std::uint64_t result = 0;
    if (__builtin_mul_overflow(left, right, &result) || result > kMost) {
      refuse("it is beyond 2^63 - 1");
    }
    return result;
  }
  // Digits at the place, behind those that are already in `value`.
  std::uint64_t digits(std::uint64_t value = 0) {
    for (; digit(); ++at) {
      value = product(value, 10) + static_cast<std::uint64_t>(text[at] - '0');
      if (value > kMost) refuse("it is beyond 2^63 - 1");
    }
    return value;
  }
};

// 1024 to the power that a binary prefix means.
std::uint64_t binary_prefix(CountReader& reader) {
  std::uint64_t factor = 1;
  for (const char prefix : {'k', 'm', 'g', 't'}) {
    factor *= 1024;
    if (!reader.take(prefix)) continue;
    if (reader.take('i')) return factor;
    reader.refuse("K, M, G and T mean 1000 to some and 1024 to others; write 1e3 or 1Ki");
  }
  return 1;
}

std::uint64_t power(CountReader& reader, std::uint64_t base) {
  if (!reader.digit()) reader.refuse("no exponent behind ^");
  const std::uint64_t exponent = reader.digits();
  std::uint64_t value = 1;
  // Any base above 1 has overflowed by then.
  for (std::uint64_t i = 0; i < exponent && i < 64; ++i) value = reader.product(value, base);
  return value;
}

// value x 10^shift.
std::uint64_t shifted(const CountReader& reader, std::uint64_t value, std::int64_t shift) {
  if (value == 0) return 0;
  for (; shift > 0; --shift) value = reader.product(value, 10);
  for (; shift < 0; ++shift) {
    if (value % 10 != 0) reader.refuse("it is not whole");
    value /= 10;
  }
  return value;
}

std::uint64_t decimal(CountReader& reader) {
  std::uint64_t value = reader.digits();
  if (reader.take('^')) return power(reader, value);
  std::int64_t shift = 0;
  if (reader.take('.')) {
    const std::size_t first = reader.at;
    value = reader.digits(value);
    shift -= static_cast<std::int64_t>(reader.at - first);
  }
  if (reader.take('e')) {
    reader.take('+');
    if (!reader.digit()) reader.refuse("no exponent behind e");
    const std::uint64_t exponent = reader.digits();
    if (exponent > 1000) reader.refuse("it is beyond 2^63 - 1");
    shift += static_cast<std::int64_t>(exponent);
  }
  return shifted(reader, reader.product(value, binary_prefix(reader)), shift);
}

}  // namespace

std::uint64_t parse_count(const std::string& text, const std::string& what, std::uint64_t least) {
  CountReader reader{text, what};
  if (!reader.digit()) reader.refuse("no digit at its start");
  const std::uint64_t value = decimal(reader);
  if (!reader.ended()) reader.refuse("'" + text.substr(reader.at) + "' is no part of one");
  if (value < least) reader.refuse("it has to be at least " + std::to_string(least));
  return value;
}

}  // namespace ridgeline::ceilings
