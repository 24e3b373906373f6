// See drift.hpp.
#include "bench/print/compare/drift.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "bench/print/archive/names.hpp"
#include "bench/print/compare/names.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

// "-3.2 %", "+0.4 %".
std::string change_text(double change) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%+.1f %%", 100 * change);
  return text.data();
}

std::size_t newest_of(const std::vector<ceilings::ArchiveDigest>& digests, std::size_t baseline) {
  std::size_t newest = baseline;
  for (std::size_t i = 0; i < digests.size(); ++i) {
    if (i == baseline) continue;
    if (newest == baseline || digests[i].created >= digests[newest].created) newest = i;
  }
  return newest;
}

// All changes of one ceiling.
struct History {
  ceilings::RowName name;
  double base = 0;
  std::vector<ceilings::Change> changes;
  std::size_t losses = 0, gains = 0, missing = 0;
};

std::vector<History> histories_of(const std::vector<ceilings::Change>& changes) {
  std::vector<History> histories;
  for (const ceilings::Change& change : changes) {
    if (histories.empty() || !(histories.back().name == change.name)) {
      histories.push_back({change.name, change.base, {}});
    }
    History& history = histories.back();
    history.losses += change.verdict == ceilings::Drift::loss ? 1 : 0;
    history.gains += change.verdict == ceilings::Drift::gain ? 1 : 0;
    history.missing += change.verdict == ceilings::Drift::missing ? 1 : 0;
    history.changes.push_back(change);
  }
  return histories;
}

std::string history_verdict(const History& history) {
  std::vector<std::string> found;
  const auto add = [&](std::size_t count, const char* name) {
    if (count == 0) return;
    const bool several = history.changes.size() > 1;
    found.push_back(name + (several ? " in " + std::to_string(count) : std::string()));
  };
  add(history.losses, "loss");
  add(history.missing, "missing");
  add(history.gains, "gain");
  return found.empty() ? "steady" : joined(found);
}

Row history_row(const History& history, std::size_t newest) {
  Row row{{text_cell(title_of(history.name)),
           number_cell(history.base, value_text(history.base, history.name.unit))},
          history.losses + history.missing > 0 ? Emphasis::alarm : Emphasis::plain,
          0};
  double least = 0, most = 0;
  bool any = false;
  Cell value, change;
  for (const ceilings::Change& each : history.changes) {
    if (each.verdict == ceilings::Drift::missing) continue;
    least = any ? std::min(least, each.change) : each.change;
    most = any ? std::max(most, each.change) : each.change;
    any = true;
    if (each.archive != newest) continue;
    value = number_cell(each.value, value_text(each.value, history.name.unit));
    change = number_cell(each.change, change_text(each.change));
  }
  row.cells.push_back(value);
  row.cells.push_back(change);
  const bool several = any && history.changes.size() > 1;
  row.cells.push_back(several ? number_cell(least, change_text(least)) : Cell{});
  row.cells.push_back(several ? number_cell(most, change_text(most)) : Cell{});
  row.cells.push_back(text_cell(history_verdict(history)));
  return row;
}

std::string listed(const std::vector<History>& histories, std::size_t History::*count) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> names;
  for (const History& history : histories) {
    if (history.*count > 0) names.push_back(title_of(history.name));
  }
  const std::size_t all = names.size();
  if (all > kMost) names.resize(kMost);
  return joined(names) + (all > kMost ? " and " + std::to_string(all - kMost) + " more" : "");
}

}  // namespace

Table drift_table(const std::vector<ceilings::ArchiveDigest>& digests, std::size_t baseline,
                  double tolerance) {
  const std::size_t newest = newest_of(digests, baseline);
  Table table{"",
              "Drift against " + digests[baseline].created + " (" + format_percent(tolerance) +
                  " tolerated; changes below 0 are losses)",
              Audience::people,
              {{"", "ceiling"},
               {"", "baseline", true, 2},
               {"", "newest", true, 1},
               {"", "change", true},
               {"", "least", true, 3},
               {"", "most", true, 3},
               {"", "verdict"}}};
  std::vector<History> histories =
      histories_of(ceilings::changes_against(digests, baseline, tolerance));
  std::stable_sort(histories.begin(), histories.end(), [](const History& a, const History& b) {
    return (a.losses + a.missing > 0) > (b.losses + b.missing > 0);
  });
  for (const History& history : histories) table.rows.push_back(history_row(history, newest));
  return table;
}

Table drift_data(const std::vector<ceilings::ArchiveDigest>& digests, std::size_t baseline,
                 double tolerance) {
  Table table = program_table("drift", {"key", "unit", "path", "created", "base", "value", "change",
                                        "significance", "verdict"});
  for (const ceilings::Change& change : ceilings::changes_against(digests, baseline, tolerance)) {
    const bool missing = change.verdict == ceilings::Drift::missing;
    table.rows.push_back(
        {{text_cell(ceilings::key_of(change.name)), text_cell(change.name.unit),
          text_cell(digests[change.archive].path), text_cell(digests[change.archive].created),
          number_cell(change.base, ""), missing ? Cell{} : number_cell(change.value, ""),
          missing ? Cell{} : number_cell(change.change, ""),
          text_cell(ceilings::significance_name(change.significance)),
          text_cell(ceilings::drift_name(change.verdict))}});
  }
  return table;
}

std::vector<std::string> drift_lines(const std::vector<ceilings::ArchiveDigest>& digests,
                                     std::size_t baseline, double tolerance) {
  const std::vector<History> histories =
      histories_of(ceilings::changes_against(digests, baseline, tolerance));
  const std::string bound = " more than " + format_percent(tolerance);
  std::vector<std::string> lines;
  const auto add_line = [&](std::size_t History::*count, const std::string& what) {
    const auto found = std::count_if(histories.begin(), histories.end(),
                                     [&](const History& h) { return h.*count > 0; });
    if (found == 0) return;
    lines.push_back(std::to_string(found) + " of " + counted(histories.size(), "ceiling") + " " +
                    what + ": " + listed(histories, count) + ".");
  };
  add_line(&History::losses, "lost" + bound);
  add_line(&History::missing, "missing from an archive");
  add_line(&History::gains, "gained" + bound);
  if (lines.empty()) lines.push_back("No ceiling changed by" + bound + " beyond its interval.");
  return lines;
}

}  // namespace ridgeline::bench
