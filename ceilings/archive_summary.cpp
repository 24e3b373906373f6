// See archive_summary.hpp. A scanner that knows just enough of JSON to find the ends of values.
#include "ceilings/archive_summary.hpp"

#include <algorithm>
#include <array>

#include "ceilings/archive_json.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

constexpr std::size_t kLargestArchive = std::size_t{256} << 20;  // as read_archive
constexpr std::size_t kNowhere = std::string_view::npos;

std::size_t skip_space(std::string_view text, std::size_t at) {
  const std::size_t next = text.find_first_not_of(" \t\r\n", at);
  return next == kNowhere ? text.size() : next;
}

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

using Keys = std::initializer_list<std::string_view>;

bool is_left_out(std::string_view quoted, const Keys& keys) {
  const std::string_view key = quoted.substr(1, quoted.size() - 2);
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// One "key": value behind `at`; copies it to `kept`. Returns the place behind it, or kNowhere.
std::size_t take_member(std::string_view text, std::size_t at, const Keys& keys,
                        std::string& kept) {
  if (at >= text.size() || text[at] != '"') return kNowhere;
  const std::size_t key_end = behind_string(text, at);
  if (key_end == kNowhere) return kNowhere;
  const std::string_view key = text.substr(at, key_end - at);
  const std::size_t colon = skip_space(text, key_end);
  if (colon >= text.size() || text[colon] != ':') return kNowhere;
  const std::size_t value = skip_space(text, colon + 1);
  const std::size_t end = behind_value(text, value);
  if (end == kNowhere) return kNowhere;
  if (is_left_out(key, keys)) {
    if (text[value] != '[') return kNowhere;
    kept.append(key).append(":[]");
  } else {
    kept.append(text.substr(at, end - at));
  }
  return end;
}

}  // namespace

std::string without_lists(std::string_view text, Keys keys) {
  text = without_byte_order_mark(text);
  std::size_t at = skip_space(text, 0);
  if (at >= text.size() || text[at] != '{') return {};
  std::string kept = "{";
  for (;;) {
    at = take_member(text, skip_space(text, at + 1), keys, kept);
    if (at == kNowhere) return {};
    at = skip_space(text, at);
    if (at >= text.size() || (text[at] != ',' && text[at] != '}')) return {};
    kept += text[at];
    if (text[at] == '}') break;
  }
  return skip_space(text, at + 1) == text.size() ? kept : std::string{};
}

std::string without_samples(std::string_view text) {
  return without_lists(text, {"samples", "placements"});
}

Archive parse_summary(const std::string& text, const std::string& origin) {
  const std::string kept = without_samples(text);
  try {
    if (!kept.empty()) return parse_archive(kept, origin);
  } catch (const ArchiveError&) {
    // Read again as a whole, for a message that tells the place in the file and not in the rest.
  }
  Archive archive = parse_archive(text, origin);
  archive.samples.clear();
  archive.placements.clear();
  return archive;
}

Archive read_summary(const std::string& path) {
  return parse_summary(read_file(path, kLargestArchive), path);
}

}  // namespace ridgeline
