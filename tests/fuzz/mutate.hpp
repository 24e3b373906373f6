// Small random damage to texts, for tests that feed readers with broken input.
#pragma once

#include <array>
#include <random>
#include <string>

namespace ridgeline::ceilings::fuzz {

// One to four times: a byte changed, a piece removed, doubled, moved or cut off, or a word put in
// that readers tend to stumble over.
inline std::string mutated(std::string text, std::mt19937_64& random) {
  static const std::array<std::string, 26> kWords{
      "NaN",     "-1",          "1e400", "0",  "null",  "true",  "\"\"", "{",
      "}",       "[",           "]",     ",",  ":",     "\"",    "\\",   "\\u00",
      "\n",      "\xFF",        "1e-9",  "-0", "[[[[[", "1.0.0", "//",   "99999999999999999999",
      "\"id\":", "\xEF\xBB\xBF"};
  const auto below = [&random](std::size_t bound) { return random() % (bound == 0 ? 1 : bound); };
  for (std::size_t left = 1 + below(4); left > 0; --left) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = below(below(10) == 0 ? text.size() : 12);
    switch (below(7)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), length));
        break;
      case 4:
        if (below(8) == 0) text.resize(at);
        break;
      case 5:
        text.replace(at, std::min(length, text.size() - at), kWords[below(kWords.size())]);
        break;
      default:
        text.insert(at, kWords[below(kWords.size())]);
    }
  }
  return text;
}

}  // namespace ridgeline::ceilings::fuzz
