// Rows of separated values.
#include "ceilings/import/reading/csv.hpp"

#include <algorithm>

namespace ridgeline::ceilings {
namespace {

constexpr std::size_t kLongestField = std::size_t{1} << 20;
constexpr std::size_t kMostFields = 1 << 16;

// Behind the closing quote, or npos: there is none. `at` stands behind the opening one.
std::size_t closing_quote(std::string_view text, std::size_t at, bool& doubled) {
  for (;;) {
    const std::size_t quote = text.find('"', at);
    if (quote == std::string_view::npos) return quote;
    if (quote + 1 >= text.size() || text[quote + 1] != '"') return quote;
    doubled = true;
    at = quote + 2;
  }
}

// Where a field that is not in quotes ends.
std::size_t plain_end(std::string_view text, std::size_t at, char separator) {
  while (at < text.size() && text[at] != separator && text[at] != '\n') ++at;
  return at;
}

std::size_t skip_returns(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == '\r') ++at;
  return at;
}

// Reads one field; false: there is no such row. `at` moves to what ends the field.
bool read_field(std::string_view text, std::size_t& at, char separator, CsvRow& row) {
  CsvField field;
  if (at >= text.size() || text[at] != '"') {
    const std::size_t end = plain_end(text, at, separator);
    field.text = text.substr(at, end - at);
    while (field.text.ends_with('\r')) field.text.remove_suffix(1);
    at = end;
    row.fields.push_back(field);
    return true;
  }
  const std::size_t start = at + 1;
  const std::size_t quote = closing_quote(text, start, field.doubled);
  if (quote == std::string_view::npos) {
    row.end = CsvEnd::cut;
    field.text = text.substr(start);
    at = text.size();
    row.fields.push_back(field);
    return field.text.size() <= kLongestField;
  }
  field.text = text.substr(start, quote - start);
  at = skip_returns(text, quote + 1);
  row.fields.push_back(field);
  return field.text.size() <= kLongestField &&
         (at >= text.size() || text[at] == separator || text[at] == '\n');
}

}  // namespace

std::string unquoted(const CsvField& field) {
  if (!field.doubled) return std::string(field.text);
  std::string plain;
  for (std::size_t at = 0; at < field.text.size(); ++at) {
    plain += field.text[at];
    if (field.text[at] == '"') ++at;  // the second of the pair
  }
  return plain;
}

void read_csv_row(std::string_view text, std::size_t& at, char separator, CsvRow& row) {
  row.fields.clear();
  row.end = CsvEnd::line;
  const std::size_t start = at;
  for (;;) {
    if (!read_field(text, at, separator, row) || row.fields.size() > kMostFields) break;
    if (row.end == CsvEnd::cut) return;
    if (at >= text.size()) {
      row.end = CsvEnd::text;
      return;
    }
    if (text[at++] == '\n') return;
  }
  row.end = CsvEnd::malformed;
  at = std::min(text.find('\n', start), text.size() - 1) + 1;
}

}  // namespace ridgeline::ceilings
