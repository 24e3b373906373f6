// The plain parts of document.hpp, and its forms for programs: JSON and CSV.
#include "bench/print/document.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <stdexcept>

#include "bench/print/text_table.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/text/unicode.hpp"

namespace ridgeline {
namespace {

// The shortest decimal form that reads back as the same number; never by the locale.
std::string plain_number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string json_quoted(std::string_view text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(text.substr(at));
    const std::string_view bytes = text.substr(at, character.bytes);
    at += character.bytes;
    std::array<char, 16> escaped{};
    if (!character.valid) {
      result += "\\ufffd";
    } else if (bytes == "\"" || bytes == "\\") {
      result += "\\" + std::string(bytes);
    } else if (is_invisible(character.point) && character.point <= 0xffff) {
      std::snprintf(escaped.data(), escaped.size(), "\\u%04x",
                    static_cast<unsigned>(character.point));
      result += escaped.data();
    } else {
      result += bytes;
    }
  }
  return result + "\"";
}

std::string json_value(const Raw& raw) {
  if (const auto* text = std::get_if<std::string>(&raw)) return json_quoted(*text);
  if (const auto* flag = std::get_if<bool>(&raw)) return *flag ? "true" : "false";
  if (const auto* count = std::get_if<std::int64_t>(&raw)) return std::to_string(*count);
  const auto* number = std::get_if<double>(&raw);
  return number != nullptr && std::isfinite(*number) ? plain_number(*number) : "null";
}

void check_length(const Table& table, const Row& row) {
  if (row.cells.size() == table.columns.size()) return;
  throw std::logic_error("table '" + table.key + "' has a row of another length");
}

// Hands on every row, also those that are made only now.
template <typename Use>
void for_each_row(const Table& table, const Use& use) {
  for (const Row& row : table.rows) use(row);
  for (std::size_t i = 0; i < table.later; ++i) {
    const Row row = table.make(i);
    check_length(table, row);
    use(row);
  }
}

std::string json_row(const Table& table, const Row& row) {
  std::string text = "{";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += (i == 0 ? "" : ", ") + json_quoted(table.columns[i].key) + ": " +
            json_value(row.cells[i].raw);
  }
  return text + "}";
}

void write_json(std::ostream& out, const Document& document) {
  out << "{";
  const char* separator = "\n";
  for (const Fact& fact : document.facts) {
    out << separator << "  " << json_quoted(fact.key) << ": " << json_value(fact.value.raw);
    separator = ",\n";
  }
  for (const Table& table : document.tables) {
    if (table.audience == Audience::people) continue;
    out << separator << "  " << json_quoted(table.key) << ": [";
    const char* before = "\n    ";
    for_each_row(table, [&](const Row& row) {
      out << before << json_row(table, row);
      before = ",\n    ";
    });
    out << (table.rows.empty() && table.later == 0 ? "]" : "\n  ]");
    separator = ",\n";
  }
  out << "\n}\n";
}

// RFC 4180, with control characters written out so that a record stays one line.
std::string csv_field(const Raw& raw) {
  if (const auto* text = std::get_if<std::string>(&raw)) {
    const std::string shown = harmless(*text);
    if (shown.find_first_of(",\"") == std::string::npos) return shown;
    std::string quoted = "\"";
    for (const char c : shown) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  }
  const std::string value = json_value(raw);
  return value == "null" ? "" : value;
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

Cell count_cell(std::int64_t value) { return {std::to_string(value), value}; }

Cell count_cell(std::int64_t value, const std::string& text) { return {text, value}; }

Table program_table(const std::string& key, std::initializer_list<const char*> columns) {
  Table table{key, "", Audience::programs, {}, {}, {}};
  for (const char* column : columns) table.columns.push_back({column, "", false, 0});
  return table;
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

}  // namespace ridgeline
