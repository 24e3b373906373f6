// See plan_document.hpp.
#include "bench/print/machine/plan_document.hpp"

#include <algorithm>

#include "bench/devices/topology/checks.hpp"
#include "bench/plan/sizing/cost.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

std::vector<Fact> facts_of(const PlanView& view) {
  const Machine& machine = view.machine;
  const double seconds = predicted_seconds(view.cases, view.options);
  const std::uint64_t arena = arena_bytes(view.cases);
  const std::string bound = machine.memory.bytes == 0 ? "unknown"
                                                      : rounded_bytes(machine.memory.bytes) + " (" +
                                                            machine.memory.source + ")";
  const auto to_run = std::count_if(view.cases.begin(), view.cases.end(),
                                    [](const Case& c) { return c.skip.empty(); });
  std::vector<Fact> facts{
      {"machine", "Machine", text_cell(machine.source)},
      {"units", "Units",
       count_cell(machine.units.size(), counted(machine.units.size(), machine.unit_name))},
      {"profile", "Profile", text_cell(view.options.profile.name)},
      {"cases", "Cases to run", count_cell(to_run)},
      {"predicted_seconds", "Predicted time",
       number_cell(seconds, format_seconds(seconds) + " of wall time")},
      {"arena_bytes", "Memory used", count_cell(arena, rounded_bytes(arena))},
      {"memory_bound_bytes", "Memory bound", {bound, {}}},
      {"memory_bound_source", "", text_cell(machine.memory.source)}};
  if (machine.memory.bytes > 0) {
    facts[6].value = count_cell(machine.memory.bytes, bound);
  }
  if (view.options.memory_limit > 0) {
    const std::uint64_t limit = view.options.memory_limit;
    facts.push_back({"memory_option_bytes", "By --memory", count_cell(limit, format_bytes(limit))});
  }
  return facts;
}

Table stage_table(const PlanView& view) {
  Table table{"stages",
              "Stages",
              Audience::all,
              {{"stage", "stage"},
               {"sizes", "sizes"},
               {"cases", "cases", true},
               {"repetitions", "repetitions", true},
               {"seconds", "predicted", true}}};
  for (const ceilings::Stage stage :
       {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
    std::int64_t cases = 0, repetitions = 0;
    double seconds = 0;
    for (const Case& c : view.cases) {
      if (c.stage != stage || !c.skip.empty()) continue;
      ++cases;
      repetitions += c.repetitions;
      seconds += c.predicted_seconds;
    }
    const char* sizes = stage == ceilings::Stage::explore
                            ? "swept"
                            : "assumed from the topology until the sweep tells them";
    table.rows.push_back(
        {{text_cell(ceilings::stage_name(stage)), text_cell(sizes), count_cell(cases),
          count_cell(repetitions), number_cell(seconds, format_seconds(seconds))}});
  }
  return table;
}

Cell working_set_cell(const Case& c) {
  const bool sized = c.kernel == nullptr || c.kernel->family != kernels::Family::compute;
  return sized ? count_cell(c.working_set, format_bytes(c.working_set)) : Cell{};
}

Table case_table(const PlanView& view) {
  Table table{"plan",
              "Cases, in the order in which their series run",
              Audience::all,
              {{"stage", "stage"},
               {"name", "name"},
               {"units", view.machine.unit_name + "s", true, 1},
               {"working_set", "working set", true},
               {"repetitions", "rep.", true, 2},
               {"seconds", "predicted", true, 1},
               {"note", "note", false, 3}},
              {},
              {"*  sizes assumed from the topology; the run takes those that its sweep finds"}};
  for (const Case& c : view.cases) {
    if (!c.skip.empty()) continue;
    const std::string stage = ceilings::stage_name(c.stage);
    Cell note = text_cell(c.note);
    note.text = "";  // for people they stand below, once each
    table.rows.push_back({{{stage + (c.stage == ceilings::Stage::explore ? "" : " *"), stage},
                           text_cell(name_of(c)),
                           count_cell(c.scope.units.size()),
                           working_set_cell(c),
                           count_cell(c.repetitions),
                           number_cell(c.predicted_seconds, format_seconds(c.predicted_seconds)),
                           note}});
  }
  return table;
}

// Cases grouped by one of their texts; those without it are left out.
Table grouped(const PlanView& view, std::string Case::*text, Table table) {
  std::vector<std::string> known;
  for (const Case& c : view.cases) {
    if ((c.*text).empty()) continue;
    const auto found = std::find(known.begin(), known.end(), c.*text);
    if (found != known.end()) {
      Cell& count = table.rows[static_cast<std::size_t>(found - known.begin())].cells[0];
      count = count_cell(std::get<std::int64_t>(count.raw) + 1);
      continue;
    }
    known.push_back(c.*text);
    table.rows.push_back({{count_cell(1), text_cell(c.*text), text_cell(name_of(c))}});
  }
  return table;
}

}  // namespace

Document plan_document(const PlanView& view) {
  Document document;
  document.facts = facts_of(view);
  const std::vector<Column> columns{
      {"cases", "cases", true}, {"reason", "reason"}, {"first", "the first of them", false, 1}};
  Table notes = program_table("notes", {"note"});
  Table note_lines{"", "Notes", Audience::people};
  for (const auto* list : {&view.notes, &view.machine.notes}) {
    for (const std::string& note : *list) {
      notes.rows.push_back({{text_cell(note)}});
      note_lines.below.push_back("- " + note);
    }
  }
  document.tables = {
      case_table(view),
      stage_table(view),
      grouped(view, &Case::note, {"assumed", "Assumed or bounded", Audience::all, columns}),
      grouped(view, &Case::skip, {"skipped", "Not measured", Audience::all, columns}),
      notes,
      note_lines};
  document.main_table = "plan";
  return document;
}

}  // namespace ridgeline::bench
