// Text for people: sanitized, measured in columns, cut to fit. Names in archives come from
// anywhere; nothing in them may move a cursor, change a colour or break a line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ridgeline {

// The text with control characters, invisible and direction-changing ones, and bytes that are not
// UTF-8 written out ("\x1b", "\u202e"). `ascii`: everything beyond ASCII is written out as well.
std::string sanitized(std::string_view text, bool ascii = false);

// Columns that sanitized text takes on a terminal: wide East Asian characters and emoji take two,
// combining marks none.
std::size_t columns_of(std::string_view text);

// Cut to `columns` with "..." (or its one-column form) at the end; unchanged where it fits.
std::string fitted(const std::string& text, std::size_t columns, bool ascii);

// Broken at spaces, and longer words anywhere, into lines of at most `columns`.
std::vector<std::string> wrapped(const std::string& text, std::size_t columns);

// "a, b, c".
std::string joined(const std::vector<std::string>& parts, const std::string& separator = ", ");

// The parts between separators, at least one; of "a,,b" three.
std::vector<std::string> split(const std::string& text, char separator = ',');

// "1 core", "3 cores".
std::string counted(std::size_t count, const std::string& noun);

// True where `text` fits `pattern` as a glob (* and ?), or contains it where it is none.
bool fits_pattern(std::string_view pattern, std::string_view text);

// The candidate that `word` was probably meant to be: at most a third of its letters differ.
// Empty: none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace ridgeline
