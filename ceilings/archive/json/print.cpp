// Prints a document so that people can read it and it stays small: one repetition a line.
#include <nlohmann/json.hpp>

#include "ceilings/archive/json/json.hpp"

namespace ridgeline {
namespace {

constexpr std::size_t kLine = 160;  // a repetition with a flag or two fits

std::string scalar(const Json& value) {
  // Doubles in the shortest form that reads back to the same bits.
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Appends `value` on one line; false where the line would become longer than `limit`.
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

std::string print_json(const Json& document) {
  std::string text;
  print(document, text, 0);
  text += '\n';
  return text;
}

}  // namespace ridgeline
