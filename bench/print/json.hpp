// Documents as JSON values, and JSON values as text.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/print/document.hpp"

namespace ridgeline::bench {

// An object: each fact by its key, then each table that is for programs as an array of objects, a
// row each. Throws std::logic_error where two of them have one key.
nlohmann::ordered_json json_of(const Document& document);
nlohmann::ordered_json json_of(const Raw& value);

// On one line. Numbers in the shortest decimal form that reads back as the same, never by the
// locale; what is invisible or turns the direction of text is escaped, and so is what is not UTF-8
// (as U+FFFD): text from anywhere does no harm where it is shown.
std::string json_text(const nlohmann::ordered_json& value);

// json_of(document), a fact or a row a line. Rows that are made later are not kept.
void write_json(std::ostream& out, const Document& document);

}  // namespace ridgeline::bench
