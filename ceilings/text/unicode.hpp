// Characters of UTF-8 text: decoding, what is invisible, how wide one is on a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgeline {

struct Character {
  std::uint32_t point = 0;  // Unicode code point; the byte itself where it is not valid UTF-8
  std::size_t bytes = 1;    // its length in the text
  bool valid = true;
};

// The first character of a text that is not empty. RFC 3629: no overlong forms, no surrogates, at
// most U+10FFFF.
Character first_character(std::string_view text);

// Controls, zero-width and direction marks, line separators, tags: what a hostile name uses to
// move the cursor, or to look like another one.
bool is_invisible(std::uint32_t point);

// Terminal columns: 0 for combining marks, 2 for wide East Asian characters and emoji, else 1.
std::size_t width_of(std::uint32_t point);

}  // namespace ridgeline
