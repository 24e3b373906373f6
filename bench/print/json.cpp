// See json.hpp.
#include "bench/print/json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <stdexcept>
#include <vector>

#include "ceilings/text/unicode.hpp"

namespace ridgeline::bench {
namespace {

using nlohmann::ordered_json;

// The library's own text of doubles ("2e+13" as "20000000000000.0") and of invisible characters
// (as they are) is another one than this program has always given.
std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

std::string string_text(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const Character character = first_character(text);
    const std::string_view bytes = text.substr(0, character.bytes);
    text.remove_prefix(character.bytes);
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

ordered_json object_of(const Table& table, const Row& row) {
  ordered_json object = ordered_json::object();
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    object[table.columns[i].key] = json_of(row.cells[i].raw);
  }
  return object;
}

// Those for programs. Throws where two of them, or of the facts, have one key.
std::vector<const Table*> tables_of(const Document& document) {
  std::set<std::string> keys;
  const auto check = [&](const std::string& key) {
    if (!keys.insert(key).second) throw std::logic_error("a document has '" + key + "' twice");
  };
  std::vector<const Table*> tables;
  for (const Fact& fact : document.facts) check(fact.key);
  for (const Table& table : document.tables) {
    if (table.audience == Audience::people) continue;
    check(table.key);
    tables.push_back(&table);
  }
  return tables;
}

}  // namespace

ordered_json json_of(const Raw& value) {
  return std::visit(
      [](const auto& known) -> ordered_json {
        using Known = std::decay_t<decltype(known)>;
        if constexpr (std::is_same_v<Known, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<Known, double>) {
          return std::isfinite(known) ? ordered_json(known) : ordered_json();
        } else {
          return known;
        }
      },
      value);
}

ordered_json json_of(const Document& document) {
  const std::vector<const Table*> tables = tables_of(document);
  ordered_json object = ordered_json::object();
  for (const Fact& fact : document.facts) object[fact.key] = json_of(fact.value.raw);
  for (const Table* table : tables) {
    ordered_json& rows = object[table->key] = ordered_json::array();
    for_each_row(*table, [&](const Row& row) { rows.push_back(object_of(*table, row)); });
  }
  return object;
}

std::string json_text(const ordered_json& value) {
  if (value.is_string()) return string_text(value.get_ref<const std::string&>());
  if (value.is_number_float()) return number_text(value.get<double>());
  if (!value.is_structured()) return value.dump();
  std::string text;
  for (const auto& [key, inner] : value.items()) {
    text += text.empty() ? "" : ", ";
    if (value.is_object()) text += string_text(key) + ": ";
    text += json_text(inner);
  }
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

void write_json(std::ostream& out, const Document& document) {
  const std::vector<const Table*> tables = tables_of(document);
  const char* separator = "\n  ";
  out << "{";
  for (const Fact& fact : document.facts) {
    out << separator << string_text(fact.key) << ": " << json_text(json_of(fact.value.raw));
    separator = ",\n  ";
  }
  for (const Table* table : tables) {
    out << separator << string_text(table->key) << ": [";
    separator = ",\n  ";
    const char* before = "\n    ";
    for_each_row(*table, [&](const Row& row) {
      out << before << json_text(object_of(*table, row));
      before = ",\n    ";
    });
    out << (table->rows.empty() && table->later == 0 ? "]" : "\n  ]");
  }
  out << "\n}\n";
}

}  // namespace ridgeline::bench
