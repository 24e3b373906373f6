// See rows.hpp.
#include "bench/print/kernels/rows.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "bench/print/add_once.hpp"
#include "ceilings/place/type_ceilings.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kPlain = 23, kEach = 9;  // columns, and those of each level

Cell number(const std::optional<double>& value) {
  return value ? number_cell(*value, "") : Cell{"", {}};
}

// For programs only: no second copy of the text.
Cell name_cell(const std::string& text) { return text.empty() ? Cell{"", {}} : Cell{"", text}; }

std::vector<std::string> levels_of(const std::vector<DiagnosedKernel>& kernels) {
  std::vector<std::string> levels;
  for (const DiagnosedKernel& one : kernels) {
    for (const ceilings::LevelResult& level : one.place.levels) {
      add_once(levels, level.counted.level);
    }
  }
  return levels;
}

void add_level(Row& row, const ceilings::PlacedKernel& place, const std::string& name) {
  const auto level =
      std::find_if(place.levels.begin(), place.levels.end(),
                   [&](const ceilings::LevelResult& l) { return l.counted.level == name; });
  if (level == place.levels.end()) {
    row.cells.resize(row.cells.size() + kEach, Cell{"", {}});
    return;
  }
  const bool found = level->own.has_value();
  const ceilings::LevelBytes& counted = level->counted;
  for (const Cell& cell : {number(counted.bytes), number(counted.read), number(counted.written),
                           number(level->intensity), number(level->bandwidth),
                           name_cell(found ? level->own->line->ceiling->id : ""),
                           found ? number_cell(level->own->value, "") : Cell{"", {}},
                           number(level->share), number(level->attainable)}) {
    row.cells.push_back(cell);
  }
}

// "fp32 fma; fp16->fp32 matrix".
std::string types_of(const ceilings::PlacedKernel& place) {
  std::vector<std::string> names;
  for (const ceilings::TypeResult& type : place.types)
    names.push_back(ceilings::type_name(type.count));
  return joined(names, "; ");
}

bool is_suspect(const ceilings::PlacedKernel& place) {
  return place.binding != nullptr && !place.binding->ceiling->suspect.empty();
}

Row row_of(const DiagnosedKernel& one, const std::vector<std::string>& levels) {
  const ceilings::PlacedKernel& place = one.place;
  const ceilings::Diagnosis& found = one.diagnosis;
  const ceilings::KernelRun& run = place.run;
  const bool bound = place.bound.seconds > 0;
  const bool timed = bound && place.share;
  Row row;
  row.cells.reserve(kPlain + levels.size() * kEach);
  row.cells = {name_cell(run.name),
               name_cell(run.device),
               count_cell(run.launches),
               number(run.seconds),
               place.integer ? Cell{"", 0.0} : number(place.operations),
               place.integer ? number(place.operations) : Cell{"", {}},
               name_cell(types_of(place)),
               number(place.rate),
               number(place.attainable),
               positive_cell(place.bound.seconds),
               name_cell(!bound                        ? ""
                         : place.binding_level.empty() ? "compute"
                                                       : place.binding_level),
               name_cell(bound && place.binding != nullptr ? place.binding->ceiling->id : ""),
               bound ? Cell{"", is_suspect(place)} : Cell{"", {}},
               timed ? number(place.share) : Cell{"", {}},
               name_cell(ceilings::verdict_name(found.verdict)),
               name_cell(found.ceiling),
               name_cell(found.technique),
               number(found.gain),
               name_cell(joined(found.causes, "; ")),
               name_cell(found.text),
               name_cell(found.advice),
               name_cell(run.bytes.empty()                             ? ""
                         : run.bytes_from == ceilings::BytesFrom::hand ? "hand"
                                                                       : "counters"),
               name_cell(joined(place.notes, "; "))};
  for (const std::string& level : levels) add_level(row, place, level);
  return row;
}

}  // namespace

Table kernel_rows(std::vector<DiagnosedKernel> kernels) {
  const std::vector<std::string> levels = levels_of(kernels);
  Table table = program_table("kernels", {"name",
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
                                          "notes"});
  for (const std::string& level : levels) {
    for (const char* key : {"bytes_", "bytes_read_", "bytes_written_", "intensity_", "bandwidth_",
                            "ceiling_id_", "ceiling_", "share_", "attainable_"}) {
      table.columns.push_back({key + level, ""});
    }
  }
  table.later = kernels.size();  // there can be tens of thousands
  table.make = [kept = std::make_shared<const std::vector<DiagnosedKernel>>(std::move(kernels)),
                levels](std::size_t at) { return row_of((*kept)[at], levels); };
  return table;
}

}  // namespace ridgeline::bench
