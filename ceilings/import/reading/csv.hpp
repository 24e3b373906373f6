// Reads separated values row by row, where other programs' output may stand between the rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgeline::ceilings {

// Points into the text. Of a quoted field the inside, with doubled quotes as they stand.
struct CsvField {
  std::string_view text;
  bool doubled = false;
};
std::string unquoted(const CsvField& field);

enum class CsvEnd : std::uint8_t {
  line,       // a whole row
  text,       // the text ends behind its last field, without a line end
  cut,        // the text ends inside a quoted field
  malformed,  // no row: something stands behind a closing quote, or a field is endless
};

struct CsvRow {
  std::vector<CsvField> fields;
  CsvEnd end = CsvEnd::line;
};

// Reads the row that begins at `at`, which moves behind it; of a malformed one only behind its
// first line, so that a stray quote costs one line. Fields in quotes may hold separators, line
// ends and doubled quotes (RFC 4180); a quote inside an unquoted field is an ordinary letter.
void read_csv_row(std::string_view text, std::size_t& at, char separator, CsvRow& row);

}  // namespace ridgeline::ceilings
