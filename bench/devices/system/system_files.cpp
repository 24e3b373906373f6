// Small text files, and the numbers in them.
#include "bench/devices/system/system_files.hpp"

#include <charconv>
#include <fstream>
#include <sstream>

namespace ridgeline::bench {

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  return text.str();
}

std::string read_line(const std::string& path) {
  const std::string text = read_text(path);
  return trimmed(text.substr(0, text.find('\n')));
}

std::string trimmed(const std::string& text) {
  const std::string blanks(" \t\r\n\0", 5);
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string field_of(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) continue;
    const std::string rest = line.substr(key.size());
    const std::size_t start = rest.find_first_not_of(" \t");
    if (start == std::string::npos) continue;
    if (rest[start] == ':') return trimmed(rest.substr(start + 1));
    if (start > 0) return trimmed(rest.substr(start));
  }
  return "";
}

std::optional<std::uint64_t> parse_count(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

}  // namespace ridgeline::bench
