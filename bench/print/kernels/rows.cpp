// Placed kernels for programs: a row each, and columns for each level that any of them has. See
// place_table.hpp.
#include <algorithm>
#include <memory>

#include "bench/print/kernels/kernels.hpp"
#include "ceilings/place/type_ceilings.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

constexpr std::size_t kPlain = 23, kEach = 9;  // columns, and those of each level

Cell number(const std::optional<double>& value) {
  return value ? number_cell(*value, "") : Cell{"", {}};
}

// For programs only: no second copy of the text.
Cell word(const std::string& text) { return text.empty() ? Cell{"", {}} : Cell{"", text}; }

Cell positive(double value) { return value > 0 ? number_cell(value, "") : Cell{"", {}}; }

std::vector<std::string> levels_of(const std::vector<Placed>& placed) {
  std::vector<std::string> levels;
  for (const Placed& one : placed) {
    for (const LevelResult& level : one.place.levels) {
      const std::string& name = level.counted.level;
      if (std::find(levels.begin(), levels.end(), name) == levels.end()) levels.push_back(name);
    }
  }
  return levels;
}

void add_level(Row& row, const PlacedKernel& place, const std::string& name) {
  const auto level = std::find_if(place.levels.begin(), place.levels.end(),
                                  [&](const LevelResult& l) { return l.counted.level == name; });
  if (level == place.levels.end()) {
    row.cells.resize(row.cells.size() + kEach, Cell{"", {}});
    return;
  }
  const bool held = level->own.has_value();
  const LevelBytes& counted = level->counted;
  for (const Cell& cell : {number(counted.bytes), number(counted.read), number(counted.written),
                           number(level->intensity), number(level->bandwidth),
                           word(held ? level->own->line->ceiling->id : ""),
                           held ? number_cell(level->own->value, "") : Cell{"", {}},
                           number(level->share), number(level->attainable)}) {
    row.cells.push_back(cell);
  }
}

// "fp32 fma; fp16->fp32 matrix".
std::string types_of(const PlacedKernel& place) {
  std::vector<std::string> names;
  for (const TypeResult& type : place.types) names.push_back(type_name(type.count));
  return joined(names, "; ");
}

bool is_suspect(const PlacedKernel& place) {
  return place.binding != nullptr && !place.binding->ceiling->suspect.empty();
}

Row row_of(const Placed& one, const std::vector<std::string>& levels) {
  const PlacedKernel& place = one.place;
  const Diagnosis& found = one.diagnosis;
  const KernelRun& run = place.run;
  const bool bound = place.bound.seconds > 0;
  const bool timed = bound && place.share;
  Row row;
  row.cells.reserve(kPlain + levels.size() * kEach);
  row.cells = {word(run.name),
               word(run.device),
               count_cell(static_cast<std::int64_t>(run.launches)),
               number(run.seconds),
               place.integer ? Cell{"", 0.0} : number(place.operations),
               place.integer ? number(place.operations) : Cell{"", {}},
               word(types_of(place)),
               number(place.rate),
               number(place.attainable),
               positive(place.bound.seconds),
               word(!bound                        ? ""
                    : place.binding_level.empty() ? "compute"
                                                  : place.binding_level),
               word(bound && place.binding != nullptr ? place.binding->ceiling->id : ""),
               bound ? Cell{"", is_suspect(place)} : Cell{"", {}},
               timed ? number(place.share) : Cell{"", {}},
               word(verdict_name(found.verdict)),
               word(found.ceiling),
               word(found.technique),
               number(found.gain),
               word(joined(found.causes, "; ")),
               word(found.text),
               word(found.advice),
               word(run.bytes.empty()                   ? ""
                    : run.bytes_from == BytesFrom::hand ? "hand"
                                                        : "counters"),
               word(joined(place.notes, "; "))};
  for (const std::string& level : levels) add_level(row, place, level);
  return row;
}

}  // namespace

Table place_data(std::vector<Placed> placed) {
  const std::vector<std::string> levels = levels_of(placed);
  Table table{"kernels", "", Audience::programs, {}, {}, {}};
  for (const char* key : {"name",
                          "device",
                          "launches",
                          "seconds",
                          "flop",
                          "integer_operations",
                          "types",
                          "rate",
                          "attainable",
                          "bound_seconds",
                          "bound_by",
                          "ceiling",
                          "ceiling_suspect",
                          "share",
                          "verdict",
                          "verdict_ceiling",
                          "technique",
                          "gain",
                          "causes",
                          "diagnosis",
                          "advice",
                          "bytes_from",
                          "notes"}) {
    table.columns.push_back({key, "", false, 0});
  }
  for (const std::string& level : levels) {
    for (const char* key : {"bytes_", "bytes_read_", "bytes_written_", "intensity_", "bandwidth_",
                            "ceiling_id_", "ceiling_", "share_", "attainable_"}) {
      table.columns.push_back({key + level, "", false, 0});
    }
  }
  table.later = placed.size();  // there can be tens of thousands
  table.make = [kept = std::make_shared<const std::vector<Placed>>(std::move(placed)),
                levels](std::size_t at) { return row_of((*kept)[at], levels); };
  return table;
}

}  // namespace ridgeline
