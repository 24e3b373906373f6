// Fills records straight from the text, as long as it is as regular as this
// program writes it: a document in memory for each of thousands of archives
// would take four times as long. Whatever is unusual (members in another order,
// unknown ones, faults) is left to the strict reader.
#include "ceilings/archive/json/summary.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "ceilings/archive/fields.hpp"
#include "ceilings/archive/json/file.hpp"
#include "ceilings/archive/json/json.hpp"
#include "ceilings/archive/json/read.hpp"

namespace ridgeline::ceilings {
namespace {

struct Unusual {};

// Characters that matter between values that are passed over.
enum TokenKind : unsigned char { nothing, quote, opening, closing };

constexpr std::array<unsigned char, 256> kKinds = [] {
  std::array<unsigned char, 256> kinds{};
  kinds['"'] = quote;
  kinds['{'] = kinds['['] = opening;
  kinds['}'] = kinds[']'] = closing;
  return kinds;
}();

// Walks along a JSON text, token by token.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  // Whether white space is all that is left.
  bool at_end() { return next() == text_.size(); }

  // Whether the next token is this mark, which is then taken.
  bool take_if(char mark) {
    if (at_end() || text_[at_] != mark) return false;
    ++at_;
    return true;
  }
  void take(char mark) {
    if (!take_if(mark)) throw Unusual{};
  }

  // A string with its quotes.
  std::string_view string() {
    if (at_end() || text_[at_] != '"') throw Unusual{};
    const std::size_t begin = at_;
    pass_string();
    return text_.substr(begin, at_ - begin);
  }

  // A number, true or false.
  std::string_view word() {
    const std::size_t begin = next();
    at_ = std::min(text_.find_first_of(",}] \t\r\n", begin), text_.size());
    return text_.substr(begin, at_ - begin);
  }

  // A list. Brackets are counted, not paired: what else is wrong inside goes
  // unseen.
  void pass_list() {
    if (at_end() || text_[at_] != '[') throw Unusual{};
    for (std::size_t depth = 0; at_ < text_.size();) {
      switch (kKinds[static_cast<unsigned char>(text_[at_])]) {
        case quote:
          pass_string();
          continue;
        case opening:
          ++depth;
          break;
        case closing:
          --depth;
          break;
        default:
          break;
      }
      ++at_;
      if (depth == 0) return;
    }
    throw Unusual{};
  }

 private:
  std::size_t next() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    return at_;
  }

  void pass_string() {
    const std::size_t begin = at_ + 1;
    for (std::size_t end = begin;; ++end) {
      end = text_.find('"', end);
      if (end == std::string_view::npos) throw Unusual{};
      std::size_t slash = end;
      while (slash > begin && text_[slash - 1] == '\\') --slash;
      at_ = end + 1;
      if ((end - slash) % 2 == 0) return;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// RFC 8259: no leading zero, a digit on both sides of the point. Nothing in an
// archive is negative.
bool is_number(std::string_view text) {
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

// The inside of a string; escapes and letters beyond ASCII are the library's
// business.
std::string text_of(std::string_view quoted) {
  const bool plain = std::all_of(quoted.begin(), quoted.end(),
                                 [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
  if (plain) return std::string(quoted.substr(1, quoted.size() - 2));
  const Json parsed = Json::parse(quoted, nullptr, false);
  if (!parsed.is_string()) throw Unusual{};
  return parsed.get<std::string>();
}

// A visitor of fields() that fills one record from the object at the cursor.
class QuickReader {
 public:
  explicit QuickReader(Cursor& cursor) : cursor_(cursor) {
    cursor_.take('{');
    if (cursor_.take_if('}')) {
      closed_ = true;
    } else {
      take_key();
    }
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

  // Behind the last field: nothing unknown is left.
  void finish() const {
    if (!closed_) throw Unusual{};
  }

 private:
  void take_key() {
    key_ = cursor_.string();
    cursor_.take(':');
  }

  template <typename T>
  bool take(std::string_view key, T& value) {
    if (closed_ || key_.substr(1, key_.size() - 2) != key) return false;
    read(value);
    if (cursor_.take_if(',')) {
      take_key();
    } else {
      cursor_.take('}');
      closed_ = true;
    }
    return true;
  }

  void read(std::string& value) { value = text_of(cursor_.string()); }
  void read(double& value) { value = number_of<double>(cursor_.word()); }
  void read(int& value) { value = number_of<int>(cursor_.word()); }
  void read(std::uint64_t& value) { value = number_of<std::uint64_t>(cursor_.word()); }
  void read(bool& value) {
    const std::string_view word = cursor_.word();
    if (word != "true" && word != "false") throw Unusual{};
    value = word == "true";
  }
  void read(Provenance& value) {
    const std::string name = text_of(cursor_.string());
    for (const Provenance each :
         {Provenance::measured, Provenance::published, Provenance::simulated}) {
      if (name != provenance_name(each)) continue;
      value = each;
      return;
    }
    throw Unusual{};
  }
  void read(Flag& value) {
    const auto flag = flag_from_name(text_of(cursor_.string()));
    if (!flag) throw Unusual{};
    value = *flag;
  }

  void read(std::vector<Sample>&) { cursor_.pass_list(); }
  void read(std::vector<LayoutProbe>&) { cursor_.pass_list(); }

  template <typename T>
  void read(std::vector<T>& values) {
    cursor_.take('[');
    if (cursor_.take_if(']')) return;
    do {
      read(values.emplace_back());
    } while (cursor_.take_if(','));
    cursor_.take(']');
  }

  void read(std::map<std::string, std::string>& values) {
    cursor_.take('{');
    if (cursor_.take_if('}')) return;
    do {
      const std::string key = text_of(cursor_.string());
      cursor_.take(':');
      const auto [place, is_new] = values.try_emplace(key);
      if (!is_new) throw Unusual{};
      read(place->second);
    } while (cursor_.take_if(','));
    cursor_.take('}');
  }

  template <typename Record>
  requires std::is_class_v<Record>
  void read(Record& record) {
    QuickReader reader(cursor_);
    fields(reader, record);
    reader.finish();
  }

  Cursor& cursor_;
  std::string_view key_;  // of the next member, with its quotes
  bool closed_ = false;
};

std::optional<Archive> read_quickly(std::string_view text) {
  try {
    Cursor cursor(without_byte_order_mark(text));
    Archive archive;
    QuickReader reader(cursor);
    fields(reader, archive);
    reader.finish();
    if (cursor.at_end()) return archive;
    return std::nullopt;
  } catch (const Unusual&) {
    return std::nullopt;  // for the strict reader
  }
}

}  // namespace

Archive parse_summary(const std::string& text, const std::string& origin) {
  if (auto archive = read_quickly(text)) {
    check_archive(*archive, origin);
    return std::move(*archive);
  }
  return parse_without_samples(text, origin);
}

Archive read_summary(const std::string& path) {
  return parse_summary(read_file(path, kLargestArchive), path);
}

}  // namespace ridgeline::ceilings
