// See unicode.hpp. Blocks and properties: The Unicode Standard 15.
#include "ceilings/text/unicode.hpp"

#include <algorithm>
#include <array>

namespace ridgeline {
namespace {

struct Range {
  std::uint32_t first, last;
};

template <std::size_t N>
bool within(std::uint32_t point, const std::array<Range, N>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return point >= r.first && point <= r.last; });
}

// Blocks of combining marks (general, extended, supplement, for symbols, half marks) and
// variation selectors.
bool is_combining(std::uint32_t point) {
  constexpr std::array<Range, 6> kCombining{{{0x300, 0x36f},
                                             {0x1ab0, 0x1aff},
                                             {0x1dc0, 0x1dff},
                                             {0x20d0, 0x20ff},
                                             {0xfe00, 0xfe0f},
                                             {0xfe20, 0xfe2f}}};
  return within(point, kCombining);
}

// Blocks that EastAsianWidth calls wide: Hangul, CJK, full-width forms, emoji.
bool is_wide(std::uint32_t point) {
  constexpr std::array<Range, 9> kWide{{{0x1100, 0x115f},
                                        {0x2e80, 0x303e},
                                        {0x3041, 0xa4cf},
                                        {0xac00, 0xd7a3},
                                        {0xf900, 0xfaff},
                                        {0xfe30, 0xfe6f},
                                        {0xff00, 0xff60},
                                        {0x1f300, 0x1faff},
                                        {0x20000, 0x3fffd}}};
  return within(point, kWide);
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {lead, 1, false};
  std::uint32_t point = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {lead, 1, false};
    point = point << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xd800 && point <= 0xdfff;
  if (point < kLeast[length] || point > 0x10ffff || surrogate) return {lead, 1, false};
  return {point, length, true};
}

bool is_invisible(std::uint32_t point) {
  constexpr std::array<Range, 11> kInvisible{{{0, 0x1f},
                                              {0x7f, 0x9f},
                                              {0xad, 0xad},  // soft hyphen
                                              {0x61c, 0x61c},
                                              {0x180e, 0x180e},
                                              {0x200b, 0x200f},
                                              {0x2028, 0x202e},
                                              {0x2060, 0x206f},
                                              {0xfeff, 0xfeff},  // byte-order mark
                                              {0xfff0, 0xfffb},
                                              {0xe0000, 0xe0fff}}};
  return within(point, kInvisible);
}

std::size_t width_of(std::uint32_t point) {
  return is_combining(point) ? 0 : is_wide(point) ? 2 : 1;
}

}  // namespace ridgeline
