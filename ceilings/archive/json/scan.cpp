// See archive_scan.hpp.
#include "ceilings/archive/json/scan.hpp"

#include <algorithm>
#include <array>

namespace ridgeline {
namespace {

// The place behind the string that opens at `at`; kNowhere: it has no end.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (std::size_t quote = at + 1;; ++quote) {
    quote = text.find('"', quote);
    if (quote == kNowhere) return kNowhere;
    std::size_t slash = quote;
    while (slash > at + 1 && text[slash - 1] == '\\') --slash;
    if ((quote - slash) % 2 == 0) return quote + 1;
  }
}

// Characters that matter between values; everything else is passed over.
enum Meaning : unsigned char { nothing, quote, opening, closing };

constexpr std::array<unsigned char, 256> kMeanings = [] {
  std::array<unsigned char, 256> meanings{};
  meanings['"'] = quote;
  meanings['{'] = meanings['['] = opening;
  meanings['}'] = meanings[']'] = closing;
  return meanings;
}();

// The place behind the list or object that opens at `at`. Brackets are counted, not paired: what
// else is wrong inside goes unseen.
std::size_t behind_brackets(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    switch (kMeanings[static_cast<unsigned char>(text[at])]) {
      case quote:
        at = behind_string(text, at);
        if (at == kNowhere) return kNowhere;
        continue;
      case opening:
        ++depth;
        break;
      case closing:
        if (--depth == 0) return at + 1;
        break;
      default:
        break;
    }
    ++at;
  }
  return kNowhere;
}

std::size_t behind_value(std::string_view text, std::size_t at) {
  if (at >= text.size()) return kNowhere;
  if (text[at] == '"') return behind_string(text, at);
  if (text[at] == '{' || text[at] == '[') return behind_brackets(text, at);
  const std::size_t end = std::min(text.find_first_of(",}] \t\r\n", at), text.size());
  return end == at ? kNowhere : end;
}

}  // namespace

std::size_t skip_space(std::string_view text, std::size_t at) {
  const std::size_t next = text.find_first_not_of(" \t\r\n", at);
  return next == kNowhere ? text.size() : next;
}

Member member_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '"') return {};
  const std::size_t key_end = behind_string(text, at);
  if (key_end == kNowhere) return {};
  const std::size_t colon = skip_space(text, key_end);
  if (colon >= text.size() || text[colon] != ':') return {};
  const std::size_t value = skip_space(text, colon + 1);
  const std::size_t end = behind_value(text, value);
  if (end == kNowhere) return {};
  return {text.substr(at + 1, key_end - at - 2), text.substr(value, end - value),
          text.substr(at, end - at), end};
}

}  // namespace ridgeline
