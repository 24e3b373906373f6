// JSON text to a document and back, for archives and importers only: strict reading with the place
// of every fault, and writing that people can read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgeline {

using Json = nlohmann::ordered_json;  // keeps the order of keys

struct JsonFault {
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::size_t offset = 0;    // byte of the text; kNowhere: unknown
  std::string what;          // what is wrong and how to mend it
  bool ended_early = false;  // the text stops inside the document
  bool text_behind = false;  // a whole document, then more than white space
};

// Parses one document, at most 64 levels deep. Numbers beyond the range of a double and bytes that
// are not UTF-8 are faults. A key that comes twice in one object is a fault, or, with `duplicates`
// given, its first value counts and the key is listed.
std::optional<JsonFault> parse_json(std::string_view text, Json& document,
                                    std::vector<std::string>* duplicates = nullptr);

// "line 3, column 14" of a byte offset, both from 1, columns in bytes.
std::string position_in(std::string_view text, std::size_t offset);

// The text behind a byte order mark, where there is one.
std::string_view without_byte_order_mark(std::string_view text);

// The same text with bytes that are not UTF-8 replaced by U+FFFD.
std::string valid_utf8(const std::string& text);

// The same without line breaks and control characters, for messages: "\n" becomes "\\n".
std::string one_line(const std::string& text);

// Indented by one blank a level; what fits on a line of 160 characters stays on one.
std::string print_json(const Json& document);

// Whole content of a file, at most `limit` bytes. Throws ArchiveError.
std::string read_file(const std::string& path, std::size_t limit);

// What `document` has and `known` (the same archive as this version writes it) has not: objects by
// their place. Elements of arrays are matched by their names or ids, else by their position.
Json unknown_fields_of(const Json& document, const Json& known);

// Puts such fields back, where their place still exists.
void restore_unknown_fields(Json& document, const Json& unknown);

// The archive as a document; `archive.unknown_fields` are not in it.
struct Archive;
Json document_of(const Archive& archive);

}  // namespace ridgeline
