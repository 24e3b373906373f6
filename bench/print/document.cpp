// See document.hpp. The plain parts of documents, and their form as CSV.
#include "bench/print/document.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "bench/print/json.hpp"
#include "bench/print/text_table.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

void check_length(const Table& table, const Row& row) {
  if (row.cells.size() == table.columns.size()) return;
  throw std::logic_error("table '" + table.key + "' has a row of another length");
}

// RFC 4180, with control characters written out so that a record stays one line.
std::string csv_field(const Raw& raw) {
  if (const auto* text = std::get_if<std::string>(&raw)) {
    const std::string shown = sanitized(*text);
    if (shown.find_first_of(",\"") == std::string::npos) return shown;
    std::string quoted = "\"";
    for (const char c : shown) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  }
  const nlohmann::ordered_json value = json_of(raw);
  return value.is_null() ? "" : json_text(value);
}

void write_csv(std::ostream& out, const Document& document) {
  const auto table =
      std::find_if(document.tables.begin(), document.tables.end(), [&](const Table& t) {
        return t.key == document.main_table && t.audience != Audience::people;
      });
  if (table == document.tables.end()) return;
  const char* separator = "";
  for (const Column& column : table->columns) {
    out << separator << column.key;
    separator = ",";
  }
  out << "\n";
  for_each_row(*table, [&](const Row& row) {
    const char* between = "";
    for (const Cell& cell : row.cells) {
      out << between << csv_field(cell.raw);
      between = ",";
    }
    out << "\n";
  });
}

}  // namespace

const std::vector<std::string>& format_names() {
  static const std::vector<std::string> names{"table", "json", "csv", "markdown"};
  return names;
}

Format format_named(const std::string& name) {
  if (name == "table") return Format::table;
  if (name == "json") return Format::json;
  if (name == "csv") return Format::csv;
  if (name == "markdown") return Format::markdown;
  throw UsageError("option '--format' can be " + joined(format_names()) + ", not '" + name + "'");
}

Cell text_cell(const std::string& text) { return text.empty() ? Cell{"", {}} : Cell{text, text}; }

Cell number_cell(double value, const std::string& text) { return {text, value}; }

Cell positive_cell(double value, const std::string& text) {
  return value > 0 ? number_cell(value, text) : Cell{};
}

Cell flag_cell(bool value) { return {"", value}; }

Table program_table(const std::string& key, std::initializer_list<const char*> columns) {
  Table table{key, "", Audience::programs};
  for (const char* column : columns) table.columns.push_back({column, ""});
  return table;
}

void for_each_row(const Table& table, const std::function<void(const Row&)>& use) {
  for (const Row& row : table.rows) use(row);
  for (std::size_t i = 0; i < table.later; ++i) {
    const Row row = table.make(i);
    check_length(table, row);
    use(row);
  }
}

void write(std::ostream& out, const Document& document, Format format, const Terminal& terminal) {
  for (const Table& table : document.tables) {
    for (const Row& row : table.rows) check_length(table, row);
  }
  switch (format) {
    case Format::table:
      return write_text(out, document, terminal);
    case Format::markdown:
      return write_markdown(out, document);
    case Format::json:
      return write_json(out, document);
    case Format::csv:
      return write_csv(out, document);
  }
}

}  // namespace ridgeline::bench
