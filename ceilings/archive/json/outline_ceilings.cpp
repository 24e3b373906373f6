// See archive_outline.hpp. A document in memory for each of thousands of archives would take four
// times as long.
#include <algorithm>
#include <array>
#include <charconv>

#include "ceilings/archive/fields.hpp"
#include "ceilings/archive/json/outline.hpp"
#include "ceilings/archive/json/scan.hpp"

namespace ridgeline {
namespace {

struct Unusual {};

// What an outline leaves out of a ceiling; lists of texts and long texts among them.
constexpr std::array<std::string_view, 13> kLeftOut{
    "best",  "spread",       "repetitions", "traffic",  "handoff", "clock_hz", "per_cycle",
    "limit", "limit_source", "share",       "evidence", "notes",   "source"};

bool is_left_out(std::string_view key) {
  return std::find(kLeftOut.begin(), kLeftOut.end(), key) != kLeftOut.end();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// RFC 8259: no sign but a minus, no leading zero, a digit on both sides of the point.
bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || !is_digit(text.front()) || !is_digit(text.back())) return false;
  if (text.size() > 1 && text[0] == '0' && is_digit(text[1])) return false;
  const std::size_t point = text.find('.');
  return point == std::string_view::npos || (point + 1 < text.size() && is_digit(text[point + 1]));
}

template <typename Number>
Number number_of(std::string_view text) {
  Number number{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!is_number(text) || read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    throw Unusual{};
  }
  return number;
}

// The inside of a string that reads as it is written.
std::string_view plain_text(std::string_view value) {
  if (value.size() < 2 || value.front() != '"') throw Unusual{};
  value = value.substr(1, value.size() - 2);
  const bool plain = std::all_of(value.begin(), value.end(),
                                 [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
  if (!plain) throw Unusual{};
  return value;
}

// A visitor of fields() that walks along the members of one object.
class Walk {
 public:
  // `at`: the object's opening bracket.
  Walk(std::string_view text, std::size_t at) : text_(text), at_(at) {
    if (at >= text.size() || text[at] != '{') throw Unusual{};
    const std::size_t first = skip_space(text_, at + 1);
    if (first < text_.size() && text_[first] == '}') {
      closed_ = true;
      at_ = first + 1;
      return;
    }
    next();
  }

  template <typename T>
  void required(const char* key, T& value) {
    if (!take(key, value)) throw Unusual{};
  }
  template <typename T>
  void field(const char* key, T& value) {
    take(key, value);
  }
  template <typename T>
  void sparse(const char* key, T& value) {
    take(key, value);
  }

  // The place behind the object, once all its members were taken.
  std::size_t end() {
    pass_over();
    if (!closed_) throw Unusual{};
    return at_;
  }

 private:
  template <typename T>
  bool take(const char* key, T& value) {
    pass_over();
    if (closed_ || member_.key != key) return false;
    read(member_.value, value);
    step();
    return true;
  }

  void pass_over() {
    while (!closed_ && is_left_out(member_.key)) step();
  }

  // From `at_`, a bracket or a comma, to the member behind it.
  void next() {
    member_ = member_at(text_, skip_space(text_, at_ + 1));
    if (member_.end == kNowhere) throw Unusual{};
  }

  // To the next member, or behind the object.
  void step() {
    at_ = skip_space(text_, member_.end);
    if (at_ >= text_.size()) throw Unusual{};
    if (text_[at_] == ',') return next();
    if (text_[at_] != '}') throw Unusual{};
    closed_ = true;
    ++at_;
  }

  static void read(std::string_view from, std::string& value) { value = plain_text(from); }
  static void read(std::string_view from, bool& value) {
    if (from != "true" && from != "false") throw Unusual{};
    value = from == "true";
  }
  static void read(std::string_view from, double& value) { value = number_of<double>(from); }
  static void read(std::string_view from, int& value) { value = number_of<int>(from); }
  static void read(std::string_view from, std::vector<Flag>& value) {
    if (from.size() < 2 || from.front() != '[') throw Unusual{};
    from = from.substr(1, from.size() - 2);
    for (std::size_t at = skip_space(from, 0); at < from.size(); at = skip_space(from, at)) {
      const std::size_t quote = from.find('"', at + 1);
      if (from[at] != '"' || quote == std::string_view::npos) throw Unusual{};
      const auto flag = flag_from_name(std::string(plain_text(from.substr(at, quote + 1 - at))));
      if (!flag) throw Unusual{};
      value.push_back(*flag);
      at = skip_space(from, quote + 1);
      if (at == from.size()) return;
      const bool more = from[at] == ',' && skip_space(from, at + 1) < from.size();
      if (!more) throw Unusual{};
      ++at;
    }
  }
  static void read(std::string_view, std::vector<std::string>&) { throw Unusual{}; }

  std::string_view text_;
  std::size_t at_;
  Member member_;
  bool closed_ = false;
};

std::vector<Ceiling> ceilings_of(std::string_view list) {
  std::vector<Ceiling> ceilings;
  if (!list.starts_with('[')) throw Unusual{};
  std::size_t at = skip_space(list, 1);
  if (at < list.size() && list[at] == ']') return ceilings;
  for (;; at = skip_space(list, at + 1)) {
    Walk walk(list, at);
    fields(walk, ceilings.emplace_back());
    at = skip_space(list, walk.end());
    if (at >= list.size()) throw Unusual{};
    if (list[at] == ']') return ceilings;
    if (list[at] != ',') throw Unusual{};
  }
}

}  // namespace

std::optional<std::vector<Ceiling>> outline_ceilings(std::string_view list) {
  try {
    return ceilings_of(list);
  } catch (const Unusual&) {
    return std::nullopt;
  }
}

}  // namespace ridgeline
