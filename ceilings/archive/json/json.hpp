// JSON text to a document and back, for archives and importers only: strict
// reading with the place of every fault, and writing that people can read.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgeline::ceilings {

using Json = nlohmann::ordered_json;  // keeps the order of keys

struct JsonFault {
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::size_t offset = 0;    // byte of the text; kNowhere: unknown
  std::string what;          // what is wrong and how to mend it
  bool ended_early = false;  // the text stops inside the document
  bool text_behind = false;  // a whole document, then more than white space
};

// Parses one document, at most 64 levels deep. Numbers beyond the range of a
// double and bytes that are not UTF-8 are faults. A key that comes twice in one
// object is a fault, or, with `duplicates` given, its first value counts and
// the key is listed. Lists and objects under the top-level keys `emptied` are
// read over and left empty.
std::optional<JsonFault> parse_json(std::string_view text, Json& document,
                                    std::vector<std::string>* duplicates = nullptr,
                                    std::initializer_list<std::string_view> emptied = {});

// Indented by one blank a level; what fits on a line of 160 characters stays on
// one.
std::string print_json(const Json& document);

// Adds a member to an object that does not have its key yet, without searching
// for it.
void append_member(Json& object, const std::string& key, Json value);

// "line 3, column 14" of a byte offset, both from 1, columns in bytes.
std::string position_in(std::string_view text, std::size_t offset);

// The text behind a byte order mark, where there is one.
std::string_view without_byte_order_mark(std::string_view text);

// The same text with bytes that are not UTF-8 replaced by U+FFFD.
std::string valid_utf8(const std::string& text);

// The same without line breaks and control characters, for messages: "\n"
// becomes "\\n".
std::string one_line(const std::string& text);

}  // namespace ridgeline::ceilings
