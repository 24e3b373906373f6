// Reads the small text files below /proc and /sys. Nothing here fails: what can't be read is empty.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ridgeline::bench {

// The whole text; empty where the file is missing, unreadable, or a folder.
std::string read_text(const std::string& path);
// The first line, without blanks around it.
std::string read_line(const std::string& path);
// Text without blanks, tabs, line ends and null bytes at its ends.
std::string trimmed(const std::string& text);
// The rest of the line that starts with `key` and a colon, blank or tab, trimmed; empty: no line.
std::string field_of(const std::string& text, const std::string& key);
// A whole non-negative decimal number, or nothing ("max", "-1", "", "12x", too large).
std::optional<std::uint64_t> parse_count(const std::string& text);

}  // namespace ridgeline::bench
