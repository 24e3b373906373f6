// See archive_summary.hpp. A scanner that knows just enough of JSON to find the ends of values.
#include "ceilings/archive/json/summary.hpp"

#include <algorithm>
#include <array>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/archive/json/scan.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

constexpr std::size_t kLargestArchive = std::size_t{256} << 20;  // as read_archive

bool is_among(std::string_view key, Keys keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
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

}  // namespace

std::string without_lists(std::string_view text, Keys keys, std::string_view* ceilings) {
  text = without_byte_order_mark(text);
  std::string kept;
  const auto take = [&](const Member& member, std::string& copy) {
    const bool handed_out = ceilings != nullptr && member.key == "ceilings";
    if (!handed_out && !is_among(member.key, keys)) {
      copy.append(member.whole);
      return true;
    }
    copy.append("\"").append(member.key).append("\":[]");
    if (handed_out) *ceilings = member.value;
    return member.value.front() == '[';
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
    archive.layout_probes.clear();
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
