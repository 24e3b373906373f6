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

bool is_among(std::string_view key, Keys keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// One "key": value of an object.
struct Member {
  std::string_view key, value, whole;  // the key without its quotes
  std::size_t end = kNowhere;          // the place behind it; kNowhere: irregular
};

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

// Copies the object at `at` to `kept`, of each member what `take(member, kept)` appends, which may
// be nothing. Returns the place behind it; kNowhere where it is irregular or `take` says false.
template <typename Take>
std::size_t copy_object(std::string_view text, std::size_t at, std::string& kept,
                        const Take& take) {
  if (at >= text.size() || text[at] != '{') return kNowhere;
  kept += '{';
  const std::size_t begin = kept.size();
  for (;;) {
    const Member member = member_at(text, skip_space(text, at + 1));
    if (member.end == kNowhere) return kNowhere;
    const std::size_t before = kept.size();
    if (before > begin) kept += ',';
    const std::size_t separated = kept.size();
    if (!take(member, kept)) return kNowhere;
    if (kept.size() == separated) kept.resize(before);
    at = skip_space(text, member.end);
    if (at >= text.size() || (text[at] != ',' && text[at] != '}')) return kNowhere;
    if (text[at] == '}') break;
  }
  kept += '}';
  return at + 1;
}

// Copies a list of objects without their members under `keys`; false: it is none.
bool copy_records(std::string_view list, Keys keys, std::string& kept) {
  const auto take = [&](const Member& member, std::string& text) {
    if (!is_among(member.key, keys)) text.append(member.whole);
    return true;
  };
  if (list.front() != '[') return false;
  kept += '[';
  std::size_t at = skip_space(list, 1);
  if (list[at] != ']') {
    for (;; ++at) {
      at = copy_object(list, skip_space(list, at), kept, take);
      if (at == kNowhere) return false;
      at = skip_space(list, at);
      if (at >= list.size() || (list[at] != ',' && list[at] != ']')) return false;
      kept += list[at];
      if (list[at] == ']') break;
    }
  } else {
    kept += ']';
  }
  return at + 1 == list.size();
}

}  // namespace

std::string without_lists(std::string_view text, Keys keys, Keys of_ceilings) {
  text = without_byte_order_mark(text);
  std::string kept;
  const auto take = [&](const Member& member, std::string& copy) {
    if (is_among(member.key, keys)) {
      copy.append("\"").append(member.key).append("\":[]");
      return member.value.front() == '[';
    }
    if (member.key == "ceilings" && of_ceilings.size() > 0) {
      copy.append("\"ceilings\":");
      return copy_records(member.value, of_ceilings, copy);
    }
    copy.append(member.whole);
    return true;
  };
  const std::size_t end = copy_object(text, skip_space(text, 0), kept, take);
  if (end == kNowhere || skip_space(text, end) != text.size()) return {};
  return kept;
}

std::string without_samples(std::string_view text) {
  return without_lists(text, {"samples", "placements"});
}

Archive parse_summary(const std::string& text, const std::string& origin) {
  // Samples are still there where their key is written with escapes, or the text is irregular.
  const auto emptied = [&](const std::string& whole) {
    Archive archive = parse_archive(whole, origin);
    archive.samples.clear();
    archive.placements.clear();
    return archive;
  };
  const std::string kept = without_samples(text);
  if (kept.empty()) return emptied(text);
  try {
    return emptied(kept);
  } catch (const ArchiveError&) {
    return emptied(text);  // whose message tells the place in the file and not in the rest
  }
}

Archive read_summary(const std::string& path) {
  return parse_summary(read_file(path, kLargestArchive), path);
}

}  // namespace ridgeline
