// The text of a file that another program wrote, as UTF-8 whatever its encoding was.
#pragma once

#include <string>
#include <string_view>

namespace ridgeline::ceilings {

// Whole content of a file ("-": standard input) as UTF-8 without a byte order mark. UTF-16 is
// recognised by its mark, or by where its zero bytes stand. Throws ArchiveError: unreadable, or
// larger than 1 GiB.
std::string read_utf8(const std::string& path);

// True where read_utf8() would convert such a text.
bool is_utf16(std::string_view bytes);
// The same conversion of a text in memory; lone surrogates become U+FFFD.
std::string utf8_of(std::string_view bytes);

std::string_view trimmed(std::string_view text);         // without blanks, tabs, CR, LF at its ends
std::string lower_case(std::string_view text);           // ASCII only
bool same_word(std::string_view a, std::string_view b);  // ignoring case, ASCII only
bool all_digits(std::string_view text);                  // at least one, ASCII only
// The line that begins at `at`, without its end; `at` moves behind the end.
std::string_view next_line(std::string_view text, std::size_t& at);

}  // namespace ridgeline::ceilings
