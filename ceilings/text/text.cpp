// See text.hpp.
#include "ceilings/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "ceilings/text/unicode.hpp"

namespace ridgeline {
namespace {

std::string written_out(const Character& character) {
  std::array<char, 16> text{};
  const char* form = character.bytes == 1 || !character.valid ? "\\x%02x"
                     : character.point <= 0xffff              ? "\\u%04x"
                                                              : "\\U%08x";
  std::snprintf(text.data(), text.size(), form, static_cast<unsigned>(character.point));
  return text.data();
}

// How many bytes of the text, in whole characters, take at most so many columns.
std::size_t bytes_within(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Character character = first_character(text.substr(at));
    const std::size_t width = width_of(character.point);
    if (width > columns) break;
    columns -= width;
    at += character.bytes;
  }
  return at;
}

// Changes of one letter that turn one word into the other; a swap of neighbours counts once.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t other = a[i - 1] == b[j - 1] ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + other});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

bool glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

std::string sanitized(std::string_view text, bool ascii) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(text.substr(at));
    const bool shown =
        character.valid && !is_invisible(character.point) && (!ascii || character.point < 0x80);
    result += shown ? std::string(text.substr(at, character.bytes)) : written_out(character);
    at += character.bytes;
  }
  return result;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(text.substr(at));
    columns += width_of(character.point);
    at += character.bytes;
  }
  return columns;
}

std::string fitted(const std::string& text, std::size_t columns, bool ascii) {
  if (columns_of(text) <= columns) return text;
  const std::string mark = ascii ? "..." : "\u2026";
  if (columns <= columns_of(mark)) return std::string(columns, '.');
  return text.substr(0, bytes_within(text, columns - columns_of(mark))) + mark;
}

std::vector<std::string> wrapped(const std::string& text, std::size_t columns) {
  std::vector<std::string> lines(1);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    std::string word = text.substr(at, end - at);
    at = end + 1;
    if (!lines.back().empty() && columns_of(lines.back()) + 1 + columns_of(word) <= columns) {
      lines.back() += " " + word;
      continue;
    }
    if (!lines.back().empty()) lines.emplace_back();
    while (columns_of(word) > columns) {
      const std::size_t cut = std::max<std::size_t>(1, bytes_within(word, columns));
      lines.back() = word.substr(0, cut);
      lines.emplace_back();
      word.erase(0, cut);
    }
    lines.back() = word;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& parts, const std::string& separator) {
  std::string result;
  for (const std::string& part : parts) result += (result.empty() ? "" : separator) + part;
  return result;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

bool fits_pattern(std::string_view pattern, std::string_view text) {
  if (pattern.find_first_of("*?") != std::string_view::npos) return glob(pattern, text);
  return text.find(pattern) != std::string_view::npos;
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestWord = 64;  // a longer one is no slip of the finger
  if (word.size() > kLongestWord) return "";
  std::string best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t changes = distance(word, candidate);
    if (changes < least) {
      least = changes;
      best = candidate;
    }
  }
  return best;
}

}  // namespace ridgeline
