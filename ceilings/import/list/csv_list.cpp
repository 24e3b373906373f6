// A kernel list in CSV: one header, one row a kernel.
#include "ceilings/import/list/csv_list.hpp"

#include <algorithm>
#include <optional>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/list/values.hpp"
#include "ceilings/import/reading/csv.hpp"
#include "ceilings/import/reading/faults.hpp"
#include "ceilings/import/reading/number.hpp"
#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr std::size_t kMostColumns = 1000;
constexpr std::size_t kShown = 40;  // letters of a row that was left out

struct ListTable {
  char separator = ',';
  std::size_t behind = 0;  // where its rows begin
  std::vector<std::optional<KernelColumn>> columns;
  std::vector<std::string> unknown;  // titles
  std::string twice;                 // a column that came before
};

void add_column(const CsvField& field, ListTable& table, std::size_t& known, bool& named) {
  KernelColumn column;
  const std::string title = unquoted(field);
  if (!kernel_column(title, column)) {
    table.columns.emplace_back();
    if (!trimmed(title).empty()) table.unknown.push_back(title);
    return;
  }
  ++known;
  named = named || column.kind == KernelColumn::Kind::name;
  for (const auto& other : table.columns) {
    const bool same = other && other->kind == column.kind && other->level == column.level &&
                      other->part == column.part && other->precision == column.precision &&
                      other->accumulate == column.accumulate && other->path == column.path &&
                      other->factor == column.factor;
    if (same) table.twice = title;
  }
  table.columns.emplace_back(column);
}

std::optional<ListTable> table_at(std::string_view text, std::size_t at) {
  for (const char separator : {',', ';', '\t'}) {
    CsvRow row;
    ListTable table;
    table.separator = separator;
    table.behind = at;
    read_csv_row(text, table.behind, separator, row);
    if (row.end == CsvEnd::malformed || row.end == CsvEnd::cut || row.fields.size() < 2) continue;
    if (row.fields.size() > kMostColumns) continue;
    std::size_t known = 0;
    bool named = false;
    for (const CsvField& field : row.fields) add_column(field, table, known, named);
    if (named && known >= 2) return table;
  }
  return std::nullopt;
}

bool is_comment(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.empty() || text.front() == '#';
}

// The first line that is no comment has to be the header.
std::optional<ListTable> find_table(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    if (!is_comment(next_line(text, at))) return table_at(text, start);
  }
  return std::nullopt;
}

// Semicolons mostly separate where the comma is the decimal mark.
char decimal_of(std::string_view text, const ListTable& table) {
  DecimalVotes votes;
  CsvRow row;
  for (std::size_t at = table.behind; at < text.size();) {
    read_csv_row(text, at, table.separator, row);
    for (std::size_t column = 0; column < row.fields.size(); ++column) {
      const bool number = column < table.columns.size() && table.columns[column] &&
                          table.columns[column]->kind > KernelColumn::Kind::device;
      if (number) vote(number_part(row.fields[column].text), false, votes);
    }
  }
  const bool silent = votes.point == 0 && votes.comma == 0;
  return silent && table.separator == ';' ? ',' : decimal_mark(votes);
}

void add_row(const CsvRow& row, const ListTable& table, char decimal, KernelRuns& runs,
             Faults& faults) {
  KernelRun run;
  run.bytes_from = BytesFrom::hand;
  std::string fault;
  for (std::size_t at = 0; at < row.fields.size() && fault.empty(); ++at) {
    if (!table.columns[at]) continue;
    fault = set_value(*table.columns[at], unquoted(row.fields[at]), decimal, run);
  }
  if (fault.empty()) fault = finish_run(run);
  if (run.name.empty()) run.name = "kernel " + std::to_string(runs.runs.size() + 1);
  if (!fault.empty()) {
    faults.add("kernel left out: " + fault, run.name);
    return;
  }
  runs.runs.push_back(std::move(run));
}

}  // namespace

bool looks_like_kernel_csv(std::string_view text) { return find_table(text).has_value(); }

KernelRuns import_kernel_csv(std::string_view text, const std::string& origin) {
  const auto table = find_table(text);
  const auto refuse = [&origin](const std::string& why) {
    throw ArchiveError(one_line(origin + ": " + why));
  };
  if (!table) refuse("no header of a kernel list (a column 'name', and seconds, flop_..., ...)");
  if (!table->twice.empty()) refuse("column '" + short_name(table->twice) + "' comes twice");
  KernelRuns runs{"kernel list", {}, {}};
  constexpr std::size_t kMostNamed = 20;
  for (std::size_t at = 0; at < std::min(kMostNamed, table->unknown.size()); ++at) {
    runs.warnings.push_back(unknown_column(table->unknown[at]));
  }
  const char decimal = decimal_of(text, *table);
  Faults faults;
  CsvRow row;
  for (std::size_t at = table->behind; at < text.size();) {
    std::size_t line = at;
    if (is_comment(next_line(text, line))) {
      at = line;
      continue;
    }
    const std::string start = short_name(trimmed(text.substr(at, std::min(line - at, kShown))));
    read_csv_row(text, at, table->separator, row);
    if (row.end == CsvEnd::malformed) {
      faults.add("row left out: its quotes are wrong", start);
    } else if (row.end == CsvEnd::cut || row.fields.size() != table->columns.size()) {
      faults.add("row left out: it has another number of fields than the header", start);
    } else {
      add_row(row, *table, decimal, runs, faults);
    }
  }
  std::vector<std::string> sentences = faults.sentences();
  if (runs.runs.empty()) refuse(sentences.empty() ? "a header, but no kernels" : sentences.front());
  runs.warnings.insert(runs.warnings.end(), sentences.begin(), sentences.end());
  return runs;
}

}  // namespace ridgeline::ceilings
