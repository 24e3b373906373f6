// The strict reader builds the document from the parser's events, so that
// depth, duplicate keys and numbers out of range are seen before anything is
// built on them. The printer keeps one repetition a line.
#include "ceilings/archive/json/json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace ridgeline::ceilings {
namespace {

using Keys = std::initializer_list<std::string_view>;

constexpr std::size_t kDeepest = 64;  // an archive is 6 levels deep
constexpr std::size_t kLine = 160;    // a repetition with a flag or two fits

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether the text around `at` looks like 1,234,567 or 1.234.567: digits, a
// separator, three digits.
bool looks_grouped(std::string_view text, std::size_t at) {
  const std::size_t begin = at < 12 ? 0 : at - 12;
  const std::string_view near = text.substr(begin, 24);
  for (std::size_t i = 1; i + 3 < near.size(); ++i) {
    const char c = near[i];
    if (c != ',' && c != '.' && c != '\'' && c != ' ') continue;
    const bool three = std::all_of(near.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                   near.begin() + static_cast<std::ptrdiff_t>(i) + 4, is_digit);
    const bool touches = begin + i < at + 4 && begin + i + 5 > at;
    if (is_digit(near[i - 1]) && three && touches) return true;
  }
  return false;
}

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+' ||
         c == '.';
}

// Where the word or number begins whose last character read is at `at`.
std::size_t word_begin(std::string_view text, std::size_t at) {
  while (at > 0 && is_word(text[at]) && is_word(text[at - 1])) --at;
  return at;
}

// What stands at `at`: a word, or one character of UTF-8.
std::string found_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && end < at + 24 && is_word(text[end])) ++end;
  if (end == at) ++end;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return std::string(text.substr(at, end - at));
}

// The likely cause, from the parser's message and the text at the fault.
std::string cause_of(std::string_view text, std::size_t at, const std::string& message) {
  const auto said = [&message](const char* phrase) {
    return message.find(phrase) != std::string::npos;
  };
  const std::string found = found_at(text, at);
  if (said("number overflow")) {
    return "the number " + found + " is beyond the range of a double; infinity can't be kept";
  }
  if (said("ill-formed UTF-8")) return "a byte that is not UTF-8; write the file again in UTF-8";
  if (said("forbidden character after backslash") || said("'\\u' must be")) {
    return "a bad escape in a string; a backslash has to be doubled "
           "(\"C:\\\\bench\")";
  }
  if (said("missing closing quote") || said("control character")) {
    return "a string that is not closed, or has a line break or control "
           "character inside";
  }
  for (const char* word : {"NaN", "nan", "Infinity", "inf", "-NaN", "-nan", "-Infinity", "-inf"}) {
    if (found == word) return found + " is no number in JSON";
  }
  if (looks_grouped(text, at)) {
    return "digits grouped by the locale, as in 1,234,567; write the file "
           "again with LC_ALL=C";
  }
  return "not JSON here (found '" + found + "')";
}

// Receives the parser's events and builds the document. Every handler returns
// false to stop.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, Json& root, std::vector<std::string>* duplicates, Keys emptied)
      : text_(text), root_(root), duplicates_(duplicates), emptied_(emptied) {
    frames_.reserve(kDeepest);  // frames hold addresses of one another's members
  }

  std::optional<JsonFault> fault;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // not in JSON text

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    if (passed_over_ > 0) return true;
    Frame& frame = frames_.back();
    frame.dropped = comes_again(frame, value);
    frame.key = std::move(value);
    if (!frame.dropped) return true;
    if (duplicates_ != nullptr) {
      duplicates_->push_back(frame.key);
      return true;
    }
    fault = JsonFault{JsonFault::kNowhere, pointer() + ": this key comes twice in one object"};
    return false;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception& error) override {
    // The parser counts the characters it has read: those at fault, or the end,
    // included.
    const bool ended = position > text_.size();
    fault = JsonFault{text_.size(), {}};
    if (!ended && position > 0) fault->offset = word_begin(text_, position - 1);
    if (complete_ && frames_.empty()) {
      fault->text_behind = true;
      fault->what = "text behind the end of the JSON document; remove it";
    } else if (ended) {
      fault->ended_early = true;
      fault->what = text_.find_first_not_of(" \t\r\n") == std::string_view::npos
                        ? "the file is empty"
                        : "the document ends early; was its writer killed?";
    } else {
      fault->what = cause_of(text_, fault->offset, error.what());
    }
    return false;
  }

 private:
  struct Frame {
    Json* container;
    std::string key;
    bool dropped = false;  // the value of a duplicate key: built, then forgotten
    std::unordered_set<std::string> keys;
    Json discarded;
  };

  // Few keys are compared one by one; a set is only worth while for the many of
  // a hostile file.
  static bool comes_again(Frame& frame, const std::string& key) {
    constexpr std::size_t kFew = 40;
    const auto& object = frame.container->get_ref<const Json::object_t&>();
    if (object.size() < kFew) {
      return std::any_of(object.begin(), object.end(),
                         [&key](const auto& member) { return member.first == key; });
    }
    if (frame.keys.empty()) {
      for (const auto& member : object) frame.keys.insert(member.first);
    }
    return !frame.keys.insert(key).second;
  }

  // The place in the document as a JSON pointer.
  std::string pointer() const {
    std::string text;
    for (const Frame& frame : frames_) {
      const bool array = frame.container->is_array();
      text += "/" + (array ? std::to_string(frame.container->size() - 1) : frame.key);
    }
    return text;
  }

  // Appends without searching: the keys are known to differ.
  Json* place(Json value) {
    if (frames_.empty()) {
      root_ = std::move(value);
      complete_ = true;
      return &root_;
    }
    Frame& frame = frames_.back();
    if (frame.container->is_array()) {
      frame.container->push_back(std::move(value));
      return &frame.container->back();
    }
    if (frame.dropped) return &(frame.discarded = std::move(value));
    append_member(*frame.container, frame.key, std::move(value));
    return &frame.container->get_ref<Json::object_t&>().back().second;
  }

  bool add(Json value) {
    if (passed_over_ == 0) place(std::move(value));
    return true;
  }

  bool is_emptied() const {
    return frames_.size() == 1 && root_.is_object() && !frames_.back().dropped &&
           std::find(emptied_.begin(), emptied_.end(), frames_.back().key) != emptied_.end();
  }

  bool open(Json container) {
    if (frames_.size() + passed_over_ == kDeepest) {
      fault = JsonFault{JsonFault::kNowhere, "more than 64 levels of nesting"};
      return false;
    }
    if (passed_over_ > 0) {
      ++passed_over_;
      return true;
    }
    const bool emptied = is_emptied();
    Json* placed = place(std::move(container));
    if (emptied) {
      ++passed_over_;
      return true;
    }
    frames_.push_back(Frame{placed, {}, false, {}, {}});
    return true;
  }

  bool close() {
    if (passed_over_ > 0) {
      --passed_over_;
    } else {
      frames_.pop_back();
    }
    return true;
  }

  std::string_view text_;
  Json& root_;
  std::vector<std::string>* duplicates_;
  Keys emptied_;
  std::vector<Frame> frames_;
  std::size_t passed_over_ = 0;  // lists and objects that are open and left empty
  bool complete_ = false;
};

std::string scalar(const Json& value) {
  // Doubles in the shortest form that reads back to the same bits.
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Appends `value` on one line; false where the line would become longer than
// `limit`.
bool print_line(const Json& value, std::string& line, std::size_t limit) {
  if (line.size() > limit) return false;
  if (!value.is_structured()) {
    line += scalar(value);
    return line.size() <= limit;
  }
  const bool object = value.is_object();
  line += object ? '{' : '[';
  bool first = true;
  for (const auto& item : value.items()) {
    if (!first) line += ", ";
    first = false;
    if (object) line += scalar(Json(item.key())) + ": ";
    if (!print_line(item.value(), line, limit)) return false;
  }
  line += object ? '}' : ']';
  return line.size() <= limit;
}

// Recursion is bounded: the parser takes 64 levels, the writer makes 6.
void print(const Json& value, std::string& out, std::size_t depth) {
  std::string line;
  if (!value.is_structured()) {
    out += scalar(value);
    return;
  }
  if (depth > 0 && print_line(value, line, kLine)) {
    out += line;
    return;
  }
  const bool object = value.is_object();
  out += object ? '{' : '[';
  const char* separator = "\n";
  for (const auto& item : value.items()) {
    out += separator;
    separator = ",\n";
    out.append(depth + 1, ' ');
    if (object) out += scalar(Json(item.key())) + ": ";
    print(item.value(), out, depth + 1);
  }
  out += '\n';
  out.append(depth, ' ');
  out += object ? '}' : ']';
}

}  // namespace

std::optional<JsonFault> parse_json(std::string_view text, Json& document,
                                    std::vector<std::string>* duplicates, Keys emptied) {
  Builder builder(text, document, duplicates, emptied);
  const bool good = Json::sax_parse(text.begin(), text.end(), &builder);
  if (!good && !builder.fault) return JsonFault{JsonFault::kNowhere, "not JSON"};
  return builder.fault;
}

std::string print_json(const Json& document) {
  std::string text;
  print(document, text, 0);
  text += '\n';
  return text;
}

void append_member(Json& object, const std::string& key, Json value) {
  object.get_ref<Json::object_t&>().push_back(Json::object_t::value_type(key, std::move(value)));
}

std::string position_in(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = before.size() - (newline == std::string_view::npos ? 0 : newline + 1);
  return "line " + std::to_string(line) + ", column " + std::to_string(column + 1);
}

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

std::string valid_utf8(const std::string& text) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return text;
  const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  return Json::parse(quoted).get<std::string>();
}

std::string one_line(const std::string& text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string line;
  for (const char c : valid_utf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      line += c;
    } else if (c == '\n') {
      line += "\\n";
    } else {
      line += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return line;
}

}  // namespace ridgeline::ceilings
