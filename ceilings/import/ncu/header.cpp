// Finds and reads headers.
#include "ceilings/import/ncu/header.hpp"

#include <algorithm>

#include "ceilings/import/reading/text.hpp"

namespace ridgeline {
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

}  // namespace ridgeline
