// See bounds.hpp.
#include "bench/print/operators/bounds.hpp"

#include <utility>

#include "bench/print/archive/names.hpp"
#include "bench/print/operators/operators.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

std::string verdict_name(const ceilings::OperatorCost& cost, ceilings::Side side) {
  if (cost.operations == 0) return "bandwidth-bound";
  return side == ceilings::Side::left    ? "memory-bound"
         : side == ceilings::Side::right ? "compute-bound"
                                         : "at the ridge";
}

std::string line_text(const ceilings::Line& line) {
  return ceiling_text(*line.ceiling) + ", " + format_rate(line.value, line.ceiling->unit);
}

std::string lines_text(const ceilings::OperatorBound& bound) {
  std::vector<std::string> parts;
  for (const ceilings::WorkBound& work : bound.work) {
    if (work.line == nullptr) continue;
    const std::string text = line_text(*work.line);
    if (parts.empty() || parts.back() != text) parts.push_back(text);
  }
  return joined(parts, "; ");
}

// Where it lies, under which two lines, and how long it takes at best.
std::vector<std::string> sentences(const ceilings::OperatorCost& cost, const Measured& on,
                                   const ceilings::OperatorBound& bound) {
  const ceilings::LevelBound& memory = bound.levels.back();
  const std::string mine = per_byte_text(cost.traffic.front().intensity) + " " + cost.unit + "/B";
  const std::string roof = "(" + line_text(*memory.bandwidth) + ")";
  std::string text = on.name + ": ";
  if (cost.operations == 0) {
    text += "no operations, so that only bandwidth counts " + roof + ".";
  } else {
    const std::string ridge = per_byte_text(memory.ridge) + " " + cost.unit + "/B";
    const std::string place = memory.side == ceilings::Side::left    ? " lies left of the ridge, "
                              : memory.side == ceilings::Side::right ? " lies right of the ridge, "
                                                                     : " lies at the ridge, ";
    text += mine + place + ridge + " " + roof + " and (" + lines_text(bound) +
            "): " + verdict_name(cost, memory.side) + "; attainable " +
            format_rate(memory.attainable, cost.unit + "/s") + ".";
  }
  text += " Best possible time " + format_seconds(memory.seconds) + ": " +
          format_seconds(bound.compute_seconds) + " of arithmetic, " +
          format_seconds(memory.memory_seconds) + " of data movement.";
  if (memory.own_mix != nullptr && memory.own_mix != memory.bandwidth) {
    text += " With the ceiling of its own access mix (" + line_text(*memory.own_mix) + ") " +
            format_seconds(memory.own_mix_seconds) + ".";
  }
  std::vector<std::string> all{text};
  if (!memory.fits) {
    all.push_back("Its working set of " + bytes_text(cost.traffic.front().working_set) +
                  " does not fit into this device's memory of " + bytes_text(memory.capacity) +
                  ".");
  }
  for (const std::string& note : bound.notes) all.push_back("Note: " + note + ".");
  return all;
}

std::string fit_text(const ceilings::LevelBound& level) {
  if (level.capacity == 0) return "unknown";
  return level.fits ? "yes" : "no";
}

Table bound_lines(bool several, const std::string& unit) {
  Table table{"",
              "Under the roofline: each level as if all bytes came from there",
              Audience::people,
              {{"", "level"},
               {"", "bandwidth", true, 2},
               {"", "ridge " + unit + "/B", true, 1},
               {"", "verdict"},
               {"", "attainable", true, 3},
               {"", "best time", true},
               {"", "fits"}}};
  if (several) table.columns.insert(table.columns.begin(), {"", "device", false, 1});
  return table;
}

Row bound_row(const ceilings::OperatorCost& cost, const Measured& on,
              const ceilings::LevelBound& level, bool several, const std::string& model) {
  Row row{{text_cell(level.level + model), text_cell(format_rate(level.bandwidth->value, "B/s")),
           text_cell(cost.operations == 0 ? "-" : per_byte_text(level.ridge)),
           text_cell(verdict_name(cost, level.side)),
           text_cell(cost.operations == 0 ? "-" : format_rate(level.attainable, cost.unit + "/s")),
           text_cell(format_seconds(level.seconds)), text_cell(fit_text(level))},
          level.fits ? Emphasis::plain : Emphasis::dim,
          0};
  if (several) row.cells.insert(row.cells.begin(), text_cell(on.name));
  return row;
}

Table bound_data() {
  Table table = program_table("bounds", {"archive",
                                         "operator",
                                         "dtype",
                                         "model",
                                         "tile",
                                         "level",
                                         "operations",
                                         "bytes",
                                         "intensity",
                                         "bandwidth",
                                         "bandwidth_value",
                                         "compute",
                                         "compute_seconds",
                                         "memory_seconds",
                                         "ridge",
                                         "attainable",
                                         "verdict",
                                         "best_seconds",
                                         "own_mix",
                                         "own_mix_seconds",
                                         "working_set",
                                         "capacity",
                                         "fits"});
  return table;
}

Row bound_datum(const ceilings::OperatorCost& cost, const ceilings::Traffic& traffic,
                const Measured& on, const ceilings::OperatorBound& bound,
                const ceilings::LevelBound& level) {
  std::vector<std::string> computes;
  for (const ceilings::WorkBound& work : bound.work) {
    if (work.line != nullptr) computes.push_back(work.line->ceiling->id);
  }
  const bool own = level.own_mix != nullptr;
  const bool known = level.capacity > 0;
  return {{text_cell(on.name),
           text_cell(cost.name),
           text_cell(cost.dtype),
           text_cell(traffic.model),
           traffic.tile == 0 ? Cell{} : count_cell(traffic.tile),
           text_cell(level.level),
           count_cell(cost.operations),
           count_cell(traffic.bytes),
           number_cell(traffic.intensity, ""),
           text_cell(level.bandwidth->ceiling->id),
           number_cell(level.bandwidth->value, ""),
           text_cell(joined(computes, " ")),
           number_cell(bound.compute_seconds, ""),
           number_cell(level.memory_seconds, ""),
           cost.operations == 0 ? Cell{} : number_cell(level.ridge, ""),
           cost.operations == 0 ? Cell{} : number_cell(level.attainable, ""),
           text_cell(verdict_name(cost, level.side)),
           number_cell(level.seconds, ""),
           own ? text_cell(level.own_mix->ceiling->id) : Cell{},
           own ? number_cell(level.own_mix_seconds, "") : Cell{},
           count_cell(traffic.working_set),
           known ? count_cell(level.capacity) : Cell{},
           known ? flag_cell(level.fits) : Cell{}}};
}

// The same as facts, for programs that look at one archive.
void add_facts(Document& document, const ceilings::OperatorCost& cost,
               const ceilings::OperatorBound& bound) {
  const ceilings::LevelBound& memory = bound.levels.back();
  const bool work = cost.operations > 0;
  document.facts.push_back({"level", "", text_cell(memory.level)});
  document.facts.push_back({"ridge", "", work ? number_cell(memory.ridge, "") : Cell{}});
  document.facts.push_back({"verdict", "", text_cell(verdict_name(cost, memory.side))});
  document.facts.push_back({"attainable", "", work ? number_cell(memory.attainable, "") : Cell{}});
  document.facts.push_back({"best_seconds", "", number_cell(memory.seconds, "")});
}

}  // namespace

void add_banners(Document& document, const std::vector<Measured>& measured) {
  for (const Measured& on : measured) {
    const ceilings::Provenance provenance = on.archive.provenance;
    if (provenance == ceilings::Provenance::simulated) {
      document.banners.push_back("SIMULATED: " + on.name + " was computed, not measured");
    } else if (provenance == ceilings::Provenance::published) {
      document.banners.push_back(
          "PUBLISHED: " + on.name + " is taken from " +
          (on.archive.citation.empty() ? "a source that is not named" : on.archive.citation));
    }
    if (!on.archive.complete) document.banners.push_back("INCOMPLETE: " + on.name);
  }
}

void add_bounds(Document& document, const ceilings::OperatorCost& cost,
                const std::vector<Measured>& measured, ceilings::UnitChoice choice) {
  const bool several = measured.size() > 1;
  Table lines = bound_lines(several, cost.unit);
  Table data = bound_data();
  for (const Measured& on : measured) {
    for (const ceilings::Traffic& traffic : cost.traffic) {
      const ceilings::OperatorBound bound =
          ceilings::bound_of(cost, traffic, on.archive, on.roofline, choice);
      const bool first = &traffic == &cost.traffic.front();
      for (const ceilings::LevelBound& level : bound.levels) {
        data.rows.push_back(bound_datum(cost, traffic, on, bound, level));
        if (!first && &level != &bound.levels.back()) continue;  // for people, memory alone
        const std::string model = first ? "" : ", " + traffic.model;
        lines.rows.push_back(bound_row(cost, on, level, several, model));
      }
      if (!first) continue;
      for (std::string& text : sentences(cost, on, bound)) document.closing.push_back(text);
      if (!several) add_facts(document, cost, bound);
    }
  }
  lines.below = {"fits: whether the working set of " +
                 bytes_text(cost.traffic.front().working_set) +
                 " fits into the level, all of the device's together"};
  document.tables.push_back(std::move(lines));
  document.main_table = data.key;
  document.tables.push_back(std::move(data));
}

}  // namespace ridgeline::bench
