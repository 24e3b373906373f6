// Numbers of any locale: first their shape, then their value.
#include "ceilings/import/reading/number.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

// Blanks and quotes that separate groups, in UTF-8, and what stands for them here; Persian and
// Arabic marks too. CLDR's number symbols list them (https://cldr.unicode.org).
struct Mark {
  std::string_view spelling;
  char stands_for;
};
constexpr std::array kMarks{
    Mark{"\xC2\xA0", '\''},      // no-break space
    Mark{"\xE2\x80\xAF", '\''},  // narrow no-break space
    Mark{"\xE2\x80\x89", '\''},  // thin space
    Mark{"\xE2\x80\x99", '\''},  // right single quotation mark (Switzerland)
    Mark{"\xD9\xAC", '\''},      // Arabic thousands separator
    Mark{"\xD9\xAB", 'd'},       // Arabic decimal separator
    Mark{"\xE2\x88\x92", '-'},   // minus sign
    Mark{" ", '\''},
};

// Signs, digits, ',', '.', '\'' between groups, 'd' for a sure decimal mark; `tail`: the exponent.
struct NumberShape {
  std::string body, tail;
  bool negative = false;
};

std::string simplified(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = 1;
    char c = text[at];
    for (const Mark& mark : kMarks) {
      if (!text.substr(at).starts_with(mark.spelling)) continue;
      length = mark.spelling.size();
      c = mark.stands_for;
    }
    plain += c;
    at += length;
  }
  while (plain.ends_with('\'')) plain.pop_back();  // blanks at the ends
  return plain.substr(std::min(plain.find_first_not_of('\''), plain.size()));
}

std::optional<NumberShape> shape_of(std::string_view text) {
  constexpr std::size_t kLongest = 64;  // more letters than any number has
  if (text.size() > 3 * kLongest) return std::nullopt;
  NumberShape shape{simplified(text), "", false};
  std::string& body = shape.body;
  if (body.starts_with('-') || body.starts_with('+')) {
    shape.negative = body.front() == '-';
    body.erase(0, 1);
  }
  const std::size_t exponent = body.find_first_of("eE");
  if (exponent != std::string::npos) {
    shape.tail = body.substr(exponent + 1);
    body.erase(exponent);
    std::string_view digits = shape.tail;
    if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
    if (!all_digits(digits) || digits.size() > 4) return std::nullopt;
  }
  if (body.empty() || body.size() > kLongest) return std::nullopt;
  if (body.find_first_not_of("0123456789,.'d") != std::string::npos) return std::nullopt;
  if (body.find_first_of("0123456789") == std::string::npos) return std::nullopt;
  return shape;
}

// "1,234,567" or "12,34,567" before the decimal mark: the digits alone, or nothing.
std::optional<std::string> without_groups(std::string_view text, char separator) {
  std::string digits;
  std::size_t groups = 0, length = 0, first = 0;
  for (const char c : text) {
    if (c != separator) {
      digits += c;
      ++length;
      continue;
    }
    if (groups == 0) first = length;
    if (groups > 0 && length != 3 && length != 2) return std::nullopt;
    ++groups;
    length = 0;
  }
  if (groups > 0 && (length != 3 || first == 0 || first > 3)) return std::nullopt;
  if (groups > 0 && digits.starts_with('0')) return std::nullopt;
  if (!digits.empty() && !all_digits(digits)) return std::nullopt;
  return digits;
}

// With `decimal` as the mark: "1234.5" in plain form; nothing: it can't be read so.
std::optional<std::string> read_with(const std::string& body, char decimal) {
  const std::size_t mark = body.find_last_of(decimal);
  if (mark != std::string::npos && body.find(decimal) != mark) return std::nullopt;
  const std::string_view whole = std::string_view(body).substr(0, mark);
  const std::string decimals = mark == std::string::npos ? "" : body.substr(mark + 1);
  if (!decimals.empty() && !all_digits(decimals)) return std::nullopt;
  const char other = decimal == ',' ? '.' : ',';
  for (const char separator : {other, '\''}) {
    const auto digits = without_groups(whole, separator);
    if (digits && !(digits->empty() && decimals.empty())) {
      return (digits->empty() ? "0" : *digits) + (decimals.empty() ? "" : "." + decimals);
    }
  }
  return std::nullopt;
}

// Where both ways are open, the one mark that there is stands before exactly three digits.
bool has_mark(const std::string& body) { return body.find_first_of(",.") != std::string::npos; }

// The usual case, without copies: "268,468,224", with two commas at least. Below 2^53 only.
std::optional<double> plain_count(std::string_view text) {
  std::uint64_t value = 0;
  std::size_t commas = 0, group = 0;
  if (text.size() > 20 || text.starts_with('0')) return std::nullopt;
  for (const char c : text) {
    if (c == ',') {
      if (group == 0 || group > 3 || (commas > 0 && group != 3)) return std::nullopt;
      ++commas;
      group = 0;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
    ++group;
  }
  if (commas < 2 || group != 3 || value >= std::uint64_t{1} << 53) return std::nullopt;
  return static_cast<double>(value);
}

}  // namespace

void vote(std::string_view text, bool whole, DecimalVotes& votes) {
  if (text.find_first_of(",.") == std::string_view::npos) return;  // no evidence
  if (plain_count(text)) {
    ++votes.point;
    return;
  }
  const auto shape = shape_of(text);
  if (!shape || !has_mark(shape->body)) return;
  const auto point = read_with(shape->body, '.'), comma = read_with(shape->body, ',');
  if (point && comma) {
    if (!whole) return;
    const bool comma_groups = shape->body.find(',') != std::string::npos;
    ++(comma_groups ? votes.point : votes.comma);
  } else if (point) {
    ++votes.point;
  } else if (comma) {
    ++votes.comma;
  }
}

char decimal_mark(const DecimalVotes& votes) { return votes.comma > votes.point ? ',' : '.'; }

bool is_unanimous(const DecimalVotes& votes) { return (votes.comma == 0) != (votes.point == 0); }

Number parse_number(std::string_view text, char decimal, bool whole) {
  text = trimmed(text);
  if (text.empty()) return {0, NumberFault::empty};
  if (const auto count = plain_count(text)) return {*count, NumberFault::none};
  double value = 0;
  if (all_digits(text)) {
    std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.size() > 300) return {0, NumberFault::infinite};
    return {value, NumberFault::none};
  }
  const std::string word = lower_case(text);
  if (word == "n/a" || word == "na" || word == "-" || word == "<not counted>" ||
      word == "<not supported>" || word == "nil") {
    return {0, NumberFault::not_collected};
  }
  if (word == "inf" || word == "-inf" || word == "+inf" || word == "infinity") {
    return {0, NumberFault::infinite};
  }
  const auto shape = shape_of(text);
  if (!shape) return {0, NumberFault::not_a_number};
  const std::size_t sure = shape->body.find('d');
  std::string body = shape->body;
  if (sure != std::string::npos) body[sure] = decimal;
  const char other = decimal == ',' ? '.' : ',';
  auto plain = read_with(body, decimal);
  const auto swapped = read_with(body, other);
  if (!plain || (whole && swapped && plain->find('.') != std::string::npos)) plain = swapped;
  if (!plain) return {0, NumberFault::not_a_number};
  if (!shape->tail.empty())
    *plain += "e" + shape->tail.substr(shape->tail.starts_with('+') ? 1 : 0);
  const auto read = std::from_chars(plain->data(), plain->data() + plain->size(), value);
  if (read.ec == std::errc::result_out_of_range) return {0, NumberFault::infinite};
  return {shape->negative ? -value : value, NumberFault::none};
}

std::string fault_words(NumberFault fault) {
  switch (fault) {
    case NumberFault::empty:
      return "is empty";
    case NumberFault::not_collected:
      return "was not collected (n/a)";
    case NumberFault::infinite:
      return "is infinite";
    case NumberFault::not_a_number:
      return "is not a number";
    case NumberFault::none:
      break;
  }
  return "is a number";
}

}  // namespace ridgeline::ceilings
