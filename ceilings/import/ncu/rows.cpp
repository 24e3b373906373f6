// Goes through the text line by line: headers, rows, ncu's own messages, and what programs print.
#include "ceilings/import/ncu/rows.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

// Cheap: most lines are none.
bool may_be_header(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  return text.substr(at, end - at).find("Kernel Name") != std::string_view::npos;
}

std::size_t column(const NcuHeader& header, std::string_view name) {
  for (std::size_t at = 0; at < header.names.size(); ++at) {
    if (same_word(trimmed(header.names[at].text), name)) return at;
  }
  return kNoColumn;
}

constexpr std::uint16_t kIgnored = 0xFFFF;

bool is_missing(std::string_view cell) {
  const std::string_view text = trimmed(cell);
  return text == "n/a" || text == "N/A" || text == "(!) n/a";
}

std::string_view cell_of(const CsvRow& row, std::size_t column) {
  return column < row.fields.size() ? row.fields[column].text : std::string_view{};
}

// All that is remembered while going through the text.
struct Reader {
  NcuTables tables;
  std::optional<NcuHeader> header;
  std::vector<std::uint16_t> column_metric, column_unit;  // of a table with a row a launch
  std::vector<std::string_view> column_name;
  std::unordered_map<std::string_view, std::uint16_t> metric_ids, unit_ids;
  std::unordered_map<std::string, std::uint32_t> launch_ids;
  std::string identity, last_identity;
  CsvRow row;
};

std::uint16_t metric_id(Reader& reader, std::string_view name) {
  const auto known = reader.metric_ids.find(name);
  if (known != reader.metric_ids.end()) return known->second;
  const auto meaning = ncu_meaning(name);
  std::vector<NcuMetric>& metrics = reader.tables.metrics;
  const bool room = metrics.size() < kIgnored;
  const auto id = meaning && room ? static_cast<std::uint16_t>(metrics.size()) : kIgnored;
  if (id != kIgnored) metrics.push_back({std::string(trimmed(name)), *meaning});
  // A hostile file may have a new name in every row; only those that matter are worth keeping.
  if (id != kIgnored || reader.metric_ids.size() < kIgnored) reader.metric_ids.emplace(name, id);
  return id;
}

std::uint16_t unit_id(Reader& reader, std::string_view name) {
  const auto known = reader.unit_ids.find(name);
  if (known != reader.unit_ids.end()) return known->second;
  std::vector<NcuUnit>& units = reader.tables.units;
  if (units.size() + 1 >= kIgnored) return 0;  // the first: an empty one
  units.push_back(ncu_unit(name));
  reader.tables.unit_names.emplace_back(trimmed(name));
  const auto id = static_cast<std::uint16_t>(units.size() - 1);
  reader.unit_ids.emplace(name, id);
  return id;
}

std::uint32_t table_of(const Reader& reader) {
  return static_cast<std::uint32_t>(reader.tables.votes.size() - 1);
}

std::uint32_t add_launch(Reader& reader) {
  const NcuHeader& header = *reader.header;
  const CsvRow& row = reader.row;
  NcuLaunch launch;
  if (header.name < row.fields.size()) launch.name = row.fields[header.name];
  launch.id = cell_of(row, header.id);
  launch.process = cell_of(row, header.process);
  launch.device = cell_of(row, header.device);
  launch.grid = cell_of(row, header.grid);
  launch.block = cell_of(row, header.block);
  launch.invocations = cell_of(row, header.invocations);
  launch.table = table_of(reader);
  reader.tables.launches.push_back(launch);
  return static_cast<std::uint32_t>(reader.tables.launches.size() - 1);
}

// Rows of one launch mostly follow each other, but a spreadsheet may have sorted them by metric.
std::uint32_t launch_of_row(Reader& reader) {
  const NcuHeader& header = *reader.header;
  reader.identity = std::to_string(table_of(reader));
  for (const std::size_t column : {header.id, header.process, header.name, header.context,
                                   header.stream, header.device, header.grid, header.block}) {
    reader.identity += '\0';
    reader.identity += cell_of(reader.row, column);
  }
  if (reader.identity == reader.last_identity && !reader.tables.launches.empty()) {
    return reader.launch_ids.at(reader.identity);
  }
  reader.last_identity = reader.identity;
  const auto known = reader.launch_ids.find(reader.identity);
  if (known != reader.launch_ids.end()) return known->second;
  const std::uint32_t launch = add_launch(reader);
  reader.launch_ids.emplace(reader.identity, launch);
  return launch;
}

void add_cell(Reader& reader, std::uint32_t launch, std::uint16_t metric, std::uint16_t unit,
              std::string_view text) {
  if (metric == kIgnored) return;
  NcuTables& tables = reader.tables;
  const NcuUnit& given = tables.units[unit];
  if (given.dimension != Dimension::unknown && !fits(tables.metrics[metric].meaning, given)) return;
  tables.cells.push_back({launch, metric, unit, text});
  const bool averages = !tables.launches[launch].invocations.empty();
  const bool whole = tables.metrics[metric].meaning.whole && given.factor == 1 && !averages;
  vote(text, whole, tables.votes.back());
}

void add_metric_row(Reader& reader) {
  const std::string_view metric = cell_of(reader.row, reader.header->metric);
  const std::string_view value = cell_of(reader.row, reader.header->value);
  const std::uint32_t launch = launch_of_row(reader);
  if (trimmed(metric).empty()) return;  // a rule's message
  ++reader.tables.values;
  if (is_missing(value)) ++reader.tables.missing;
  const std::uint16_t unit = unit_id(reader, cell_of(reader.row, reader.header->unit));
  add_cell(reader, launch, metric_id(reader, metric), unit, without_instances(value));
}

void start_table(Reader& reader, NcuHeader header) {
  reader.tables.votes.emplace_back();
  reader.last_identity.clear();
  if (!header.by_metric) {
    reader.column_metric.clear();
    reader.column_unit.clear();
    reader.column_name.clear();
    for (const CsvField& field : header.names) {
      const auto [name, unit] = name_and_unit(field.text);
      reader.column_name.push_back(ncu_metric_name(name));
      reader.column_metric.push_back(metric_id(reader, name));
      reader.column_unit.push_back(unit_id(reader, unit));
    }
  }
  reader.header = std::move(header);
}

void add_launch_row(Reader& reader) {
  const std::uint32_t launch = add_launch(reader);
  for (std::size_t column = 0; column < reader.row.fields.size(); ++column) {
    const std::string_view name = reader.column_name[column];
    if (name.find("__") == std::string_view::npos) continue;  // no metric: a property
    const std::string_view value = without_instances(reader.row.fields[column].text);
    // Launch and device attributes are known without counters.
    const bool counted = !name.starts_with("launch__") && !name.starts_with("device__");
    if (counted) ++reader.tables.values;
    if (counted && is_missing(value)) ++reader.tables.missing;
    add_cell(reader, launch, reader.column_metric[column], reader.column_unit[column], value);
  }
}

// The row below the header of a table with a row a launch.
bool is_units_row(const Reader& reader) {
  const NcuHeader& header = *reader.header;
  return !header.by_metric && trimmed(cell_of(reader.row, header.id)).empty() &&
         trimmed(cell_of(reader.row, header.name)).empty();
}

bool starts_like_row(std::string_view id) {
  return !id.empty() && id.front() >= '0' && id.front() <= '9';
}

// The launch whose row was cut has only half of its metrics.
void drop_cut_launch(Reader& reader) {
  std::vector<NcuLaunch>& launches = reader.tables.launches;
  reader.tables.ended_early = true;
  if (!reader.header->by_metric || launches.empty()) return;
  const std::string_view id = trimmed(cell_of(reader.row, reader.header->id));
  const bool cut_id = reader.row.fields.size() == reader.header->id + 1;
  const std::string_view last = trimmed(launches.back().id);
  if (launches.back().table != table_of(reader)) return;
  if (last != id && !(cut_id && last.starts_with(id))) return;
  const auto dropped = static_cast<std::uint32_t>(launches.size() - 1);
  std::erase_if(reader.tables.cells, [=](const NcuCell& cell) { return cell.launch == dropped; });
  launches.pop_back();
}

// False: it was no row; only its first line is done with.
bool take_row(Reader& reader) {
  const NcuHeader& header = *reader.header;
  const CsvRow& row = reader.row;
  const std::string_view id =
      trimmed(cell_of(row, header.id == kNoColumn ? header.name : header.id));
  const bool row_like = header.id == kNoColumn ? row.fields.size() > 1 : starts_like_row(id);
  const bool last_short = row.end == CsvEnd::text && row.fields.size() < header.names.size();
  if (row.end == CsvEnd::cut || last_short) {
    if (row_like) drop_cut_launch(reader);
    return row_like;
  }
  if (row.fields.size() == header.names.size() && is_units_row(reader)) {
    for (std::size_t column = 0; column < row.fields.size(); ++column) {
      if (trimmed(row.fields[column].text).empty()) continue;
      reader.column_unit[column] = unit_id(reader, row.fields[column].text);
    }
    return true;
  }
  if (!row_like) return false;  // what the program printed
  if (row.fields.size() != header.names.size()) {
    if (row.fields.size() * 2 < header.names.size()) return false;
    reader.tables.faults.add("row was left out: it has another number of fields than the header",
                             "ID " + std::string(id));
    return true;
  }
  header.by_metric ? add_metric_row(reader) : add_launch_row(reader);
  return true;
}

void note_message(Reader& reader, std::string_view line) {
  if (!line.starts_with("==")) return;
  NcuTables& tables = reader.tables;
  if (line.find("ERR_NVGPUCTRPERM") != std::string_view::npos) tables.no_permission = true;
  if (line.starts_with("==ERROR==")) tables.last_error = std::string(trimmed(line.substr(9)));
  const bool none = line.find("No kernels were profiled") != std::string_view::npos;
  if (none && tables.last_error.empty()) tables.last_error = "No kernels were profiled.";
}

}  // namespace

std::optional<NcuHeader> read_ncu_header(std::string_view text, std::size_t& at) {
  if (!may_be_header(text, at)) return std::nullopt;
  for (const char separator : {',', ';', '\t'}) {
    NcuHeader header;
    CsvRow row;
    std::size_t end = at;
    read_csv_row(text, end, separator, row);
    if (row.end != CsvEnd::line && row.end != CsvEnd::text) continue;
    header.separator = separator;
    header.quoted = text[at] == '"';
    header.names = row.fields;
    header.id = column(header, "ID");
    header.name = column(header, "Kernel Name");
    header.metric = column(header, "Metric Name");
    header.value = column(header, "Metric Value");
    header.invocations = column(header, "Invocations");
    if (header.value == kNoColumn) header.value = column(header, "Average");
    header.by_metric = header.metric != kNoColumn && header.value != kNoColumn;
    if (header.name == kNoColumn || (header.id == kNoColumn && !header.by_metric)) continue;
    header.process = column(header, "Process ID");
    header.context = column(header, "Context");
    header.stream = column(header, "Stream");
    header.device = column(header, "Device");
    header.grid = column(header, "Grid Size");
    header.block = column(header, "Block Size");
    header.unit = column(header, "Metric Unit");
    at = end;
    return header;
  }
  return std::nullopt;
}

NcuTables read_ncu_tables(std::string_view text) {
  Reader reader;
  unit_id(reader, "");
  for (std::size_t at = 0; at < text.size();) {
    const char first = text[at] == '"' && at + 1 < text.size() ? text[at + 1] : text[at];
    const bool digit = first >= '0' && first <= '9';
    if (!digit || !reader.header) {
      if (auto header = read_ncu_header(text, at)) {
        start_table(reader, std::move(*header));
        continue;
      }
    }
    const bool in_table = reader.header && (!reader.header->quoted || text[at] == '"' || digit) &&
                          !text.substr(at).starts_with("==");
    if (in_table) {
      std::size_t line = at;
      read_csv_row(text, at, reader.header->separator, reader.row);
      if (reader.row.end == CsvEnd::malformed || take_row(reader)) continue;
      next_line(text, line);
      at = line;
      continue;
    }
    note_message(reader, next_line(text, at));
  }
  return std::move(reader.tables);
}

}  // namespace ridgeline::ceilings
