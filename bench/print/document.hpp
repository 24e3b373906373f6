// What a command prints, before it is known how: facts and tables, each value as it is shown and
// as the plain number behind it. Written as a table for people, JSON, CSV or Markdown.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include "bench/print/console.hpp"

namespace ridgeline::bench {

enum class Format : std::uint8_t { table, json, csv, markdown };
// The choices of --format, and the one that was chosen; throws UsageError for any other.
const std::vector<std::string>& format_names();
Format format_named(const std::string& name);

// A value for programs: SI base units; monostate: unknown (null, or an empty field).
using Raw = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

struct Cell {
  std::string text = "-";  // for people
  Raw raw;
};
Cell text_cell(const std::string& text);  // empty: unknown, and blank for people
Cell number_cell(double value, const std::string& text);
Cell positive_cell(double value, const std::string& text = "");  // unknown where it is not above 0
Cell flag_cell(bool value);                                      // blank for people
template <std::integral Count>
Cell count_cell(Count value, const std::string& text) {
  return {text, static_cast<std::int64_t>(value)};
}
template <std::integral Count>
Cell count_cell(Count value) {
  return count_cell(value, std::to_string(value));
}

struct Column {
  std::string key;    // JSON's and CSV's name
  std::string title;  // people's name
  bool right = false;
  int rank = 0;  // where columns are short, the highest rank is dropped first; 0: never
};

enum class Emphasis : std::uint8_t { plain, strong, dim, alarm };
enum class Audience : std::uint8_t { all, people, programs };

struct Row {
  std::vector<Cell> cells;  // one a column
  Emphasis emphasis = Emphasis::plain;
  int indent = 0;  // steps
};

struct Table {
  std::string key, title;
  Audience audience = Audience::all;
  std::vector<Column> columns = {};
  std::vector<Row> rows = {};
  std::vector<std::string> below = {};  // lines for people
  // Of tables for programs that would be large: `later` rows come behind `rows`, each made when it
  // is written.
  std::size_t later = 0;
  std::function<Row(std::size_t)> make = nullptr;
};

// A table without rows, for programs, of columns with these keys.
Table program_table(const std::string& key, std::initializer_list<const char*> columns);
// Hands on every row, also those that are made only now. Throws std::logic_error where one of these
// has not as many cells as the table has columns.
void for_each_row(const Table& table, const std::function<void(const Row&)>& use);

struct Fact {
  std::string key, title;  // without a title it is for programs only
  Cell value;
};

struct Document {
  std::vector<std::string> banners;  // what nobody may overlook; for people
  std::vector<Fact> facts;
  std::vector<Table> tables;
  std::vector<std::string> closing;  // lines for people
  std::string main_table;            // key of the one that CSV consists of
};

// Hostile text does no harm in any format; JSON carries it exactly, escaped.
void write(std::ostream& out, const Document& document, Format format, const Terminal& terminal);

}  // namespace ridgeline::bench
