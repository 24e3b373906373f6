// See ceilings.hpp.
#include "bench/print/archive/ceilings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "bench/print/add_once.hpp"
#include "bench/print/archive/names.hpp"
#include "ceilings/paths.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

// Ceilings that one roof covers.
std::string group_of(const ceilings::Ceiling& ceiling) {
  return ceiling.kind + "/" + ceilings::level_name(ceiling) + "/" + ceiling.precision + "->" +
         ceiling.accumulate + "/" + ceiling.scope;
}

// "3 of 12 repetitions: clock-changed" without its counts, so that one line below explains all.
std::string general(const std::string& note) {
  const std::string counts = note.substr(0, note.find(" repetitions: "));
  const bool counted_so = counts.size() < note.size() && counts.find(" of ") != std::string::npos &&
                          counts.find_first_not_of("0123456789 of") == std::string::npos;
  return counted_so ? "some" + note.substr(counts.size()) : note;
}

// Numbers for what is suspect (!1) and for notes (n1), in the order in which they come up.
class Marks {
 public:
  explicit Marks(const std::vector<const ceilings::Ceiling*>& ceilings) {
    for (const ceilings::Ceiling* ceiling : ceilings) {
      for (const ceilings::Flag flag : ceiling->suspect) add_once(flags_, flag);
      for (const std::string& note : ceiling->notes) add_once(notes_, general(note));
    }
  }

  std::string of(const ceilings::Ceiling& ceiling) const {
    std::set<std::ptrdiff_t> flags, notes;
    for (const ceilings::Flag flag : ceiling.suspect) flags.insert(number(flags_, flag));
    for (const std::string& note : ceiling.notes) notes.insert(number(notes_, general(note)));
    std::vector<std::string> marks;
    for (const auto flag : flags) marks.push_back("!" + std::to_string(flag));
    for (const auto note : notes) marks.push_back("n" + std::to_string(note));
    return joined(marks, " ");
  }

  std::vector<std::string> legend() const {
    std::vector<std::string> lines;
    for (const ceilings::Flag flag : flags_) {
      lines.push_back("!" + std::to_string(lines.size() + 1) + "  suspect, " +
                      ceilings::flag_name(flag) + ": " + ceilings::flag_text(flag));
    }
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      lines.push_back("n" + std::to_string(i + 1) + "  " + notes_[i]);
    }
    return lines;
  }

 private:
  template <typename T>
  static std::ptrdiff_t number(const std::vector<T>& all, const T& one) {
    return std::find(all.begin(), all.end(), one) - all.begin() + 1;
  }

  std::vector<ceilings::Flag> flags_;
  std::vector<std::string> notes_;
};

// 0: the roof; 1: other primaries; 2: secondaries.
int standing(const ceilings::Ceiling& ceiling) {
  return ceiling.roof ? 0 : ceiling.role == "secondary" ? 2 : 1;
}

// Groups in the archive's order; in each the roof, then the others by falling height.
std::vector<const ceilings::Ceiling*> in_order(const ceilings::Archive& archive) {
  std::vector<const ceilings::Ceiling*> all;
  std::map<std::string, std::size_t> place;
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    place.try_emplace(group_of(ceiling), place.size());
    all.push_back(&ceiling);
  }
  std::stable_sort(
      all.begin(), all.end(), [&](const ceilings::Ceiling* a, const ceilings::Ceiling* b) {
        const std::size_t group_a = place.at(group_of(*a)), group_b = place.at(group_of(*b));
        if (group_a != group_b) return group_a < group_b;
        if (standing(*a) != standing(*b)) return standing(*a) < standing(*b);
        return a->value > b->value;
      });
  return all;
}

std::string standing_text(const ceilings::Ceiling& ceiling) {
  std::vector<std::string> names;
  if (ceiling.roof) names.emplace_back("roof");
  if (ceiling.reference) names.emplace_back("reference");
  if (ceiling.role == "secondary") {
    names.push_back(ceiling.lacks.empty() ? "secondary" : "lacks " + ceiling.lacks);
  }
  return joined(names);
}

std::string shape_text(const ceilings::SampleShape& shape) {
  if (shape == ceilings::SampleShape{}) return "";
  return std::to_string(shape.blocks_per_unit) + " x " + std::to_string(shape.threads_per_block) +
         " threads, " + std::to_string(shape.in_flight) + " in flight";
}

// "24KiB to 36KiB, 12 repetitions, traffic 21.4 GB/s".
std::string how_text(const ceilings::Ceiling& ceiling, const ceilings::Archive& archive) {
  const auto samples = evidence_of(ceiling, archive);
  std::vector<std::string> parts;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) add_once(parts, part);
  };
  add(working_sets_text(samples));
  if (ceiling.repetitions > 0) add(std::to_string(ceiling.repetitions) + " rep.");
  for (const ceilings::Sample* sample : samples) {
    add(shape_text(sample->shape));
    if (sample->data != "random") add(sample->data + " data");
    if (sample->mode != "sustained") add(sample->mode);
  }
  const bool allocates = std::abs(ceiling.traffic - ceiling.value) > 1e-3 * ceiling.value;
  if (ceiling.kind == "bandwidth" && ceiling.traffic > 0 && allocates) {
    add("traffic " + format_rate(ceiling.traffic, "B/s"));
  }
  return joined(parts);
}

std::string per_cycle_text(const ceilings::Ceiling& ceiling) {
  const bool time = ceiling.unit == "s";  // then it is the time itself, in cycles
  const std::string work = ceiling.unit.substr(0, ceiling.unit.find('/'));
  return plain_text(ceiling.per_cycle) + " " + (time ? "cycles" : work);
}

Row people_row(const ceilings::Ceiling& ceiling, const ceilings::Archive& archive,
               const Marks& marks, bool covered) {
  const bool secondary = ceiling.role == "secondary";
  const Emphasis emphasis = !ceiling.suspect.empty() ? Emphasis::alarm
                            : ceiling.roof           ? Emphasis::strong
                            : secondary              ? Emphasis::dim
                                                     : Emphasis::plain;
  return {
      {text_cell(ceiling_text(ceiling)),
       text_cell(ceiling.kind == "link" ? ""
                                        : units_text(ceiling.scope, ceiling.units, archive.device)),
       number_cell(ceiling.value, value_text(ceiling.value, ceiling.unit)),
       ceiling.repetitions > 0 ? number_cell(ceiling.spread, format_percent(ceiling.spread))
                               : Cell{},
       positive_cell(ceiling.per_cycle, per_cycle_text(ceiling)),
       positive_cell(ceiling.share, format_percent(ceiling.share)), text_cell(marks.of(ceiling)),
       text_cell(standing_text(ceiling)), text_cell(how_text(ceiling, archive))},
      emphasis,
      covered ? 1 : 0};
}

// Sets are rows of one table, from narrow to wide.
bool is_wider(const ceilings::VectorIsa* set, const ceilings::VectorIsa* than) {
  return set != nullptr && set > than;
}

// Beside a wider instruction set of the same operation, and no line of comparison itself.
bool is_detail(const ceilings::Ceiling& ceiling, const ceilings::Archive& archive) {
  const std::string operation = ceilings::operation_of(ceiling.path);
  const ceilings::VectorIsa* set = ceilings::instruction_set_of(ceiling.path);
  if (ceiling.roof || set == nullptr || ceiling.mix == "1:0" || operation == "fma") return false;
  return std::any_of(archive.ceilings.begin(), archive.ceilings.end(),
                     [&](const ceilings::Ceiling& other) {
                       return group_of(other) == group_of(ceiling) && other.mix == ceiling.mix &&
                              ceilings::operation_of(other.path) == operation &&
                              is_wider(ceilings::instruction_set_of(other.path), set);
                     });
}

Row program_row(const ceilings::Ceiling& c, const ceilings::Archive& archive) {
  return {{text_cell(c.id),
           text_cell(c.kind),
           text_cell(c.level),
           text_cell(c.node),
           text_cell(c.scope),
           count_cell(c.units),
           text_cell(c.mix),
           text_cell(c.precision),
           text_cell(c.accumulate),
           text_cell(c.path),
           text_cell(c.role),
           text_cell(c.lacks),
           flag_cell(c.roof),
           flag_cell(c.reference),
           text_cell(c.unit),
           number_cell(c.value, ""),
           number_cell(c.best, ""),
           number_cell(c.spread, ""),
           number_cell(c.low, ""),
           number_cell(c.high, ""),
           count_cell(c.repetitions),
           positive_cell(c.traffic),
           positive_cell(c.cache_line_latency),
           positive_cell(c.clock_hz),
           positive_cell(c.per_cycle),
           positive_cell(c.limit),
           text_cell(c.limit_source),
           positive_cell(c.share),
           text_cell(working_sets_text(evidence_of(c, archive))),
           text_cell(flag_names(c.suspect)),
           text_cell(joined(c.notes, "; ")),
           text_cell(c.source),
           text_cell(ceilings::provenance_name(archive.provenance))}};
}

}  // namespace

Table ceiling_table(const ceilings::Archive& archive, bool all) {
  auto ceilings = in_order(archive);
  const std::size_t before = ceilings.size();
  if (!all)
    std::erase_if(ceilings, [&](const ceilings::Ceiling* c) { return is_detail(*c, archive); });
  const std::size_t hidden = before - ceilings.size();
  const Marks marks(ceilings);
  Table table{"",
              "Ceilings",
              Audience::people,
              {{"ceiling", "ceiling"},
               {"place", "on", false, 1},
               {"value", "value", true},
               {"spread", "spread", true, 3},
               {"per_cycle", "/cycle/" + archive.device.unit_name, true, 2},
               {"share", "of limit", true, 1},
               {"marks", "marks"},
               {"standing", "standing", false, 4},
               {"how", "how it was reached", false, 5}},
              {},
              marks.legend()};
  std::string roof;  // of the group at hand
  for (const ceilings::Ceiling* ceiling : ceilings) {
    const bool covered = !ceiling->roof && roof == group_of(*ceiling);
    if (ceiling->roof) roof = group_of(*ceiling);
    table.rows.push_back(people_row(*ceiling, archive, marks, covered));
  }
  if (hidden > 0) {
    table.below.insert(table.below.begin(), counted(hidden, "ceiling") +
                                                " of narrower instruction sets left out here: "
                                                "`ridgeline show ARCHIVE --all`");
  }
  if (ceilings.empty()) table.below.push_back("No ceiling was measured.");
  const bool unlimited = !ceilings.empty() && std::all_of(ceilings.begin(), ceilings.end(),
                                                          [](auto c) { return c->limit <= 0; });
  if (unlimited) table.below.push_back("No documented limits are known for this architecture.");
  return table;
}

Table ceiling_data(const ceilings::Archive& archive) {
  Table table = program_table(
      "ceilings", {"id",        "kind",      "level",        "node",    "scope",        "units",
                   "mix",       "precision", "accumulate",   "path",    "role",         "lacks",
                   "roof",      "reference", "unit",         "value",   "best",         "spread",
                   "low",       "high",      "repetitions",  "traffic", "handoff",      "clock_hz",
                   "per_cycle", "limit",     "limit_source", "share",   "working_sets", "suspect",
                   "notes",     "source",    "provenance"});
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    table.rows.push_back(program_row(ceiling, archive));
  }
  return table;
}

}  // namespace ridgeline::bench
