// The rooflines of an archive as rows, one a line, and the scopes that have one. See
// report_view.hpp.
#include <algorithm>

#include "bench/print/archive/archive_document.hpp"
#include "bench/report/view.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/roofline/theoretical.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

Cell positive(double value) { return value > 0 ? number_cell(value, "") : Cell{"", {}}; }
Cell flag(bool value) { return {"", value}; }

// "read, avx512" of "L1 read, avx512": the subject has a column of its own.
std::string words_of(const Ceiling& ceiling, const std::string& subject) {
  std::string words = ceiling_text(ceiling);
  if (!words.starts_with(subject)) return words;
  words.erase(0, subject.size());
  words.erase(0, words.find_first_not_of(", "));
  return words;
}

Row row_of(const Line& line, const Roofline& roofline) {
  const Ceiling& ceiling = *line.ceiling;
  const bool bandwidth = ceiling.kind == "bandwidth";
  const std::string subject = bandwidth ? level_name(ceiling) : precision_name(ceiling);
  const Line* roof =
      bandwidth ? bandwidth_roof(roofline, subject) : compute_roof(roofline, subject);
  const Line* reference =
      bandwidth ? bandwidth_reference(roofline, subject) : compute_reference(roofline, subject);
  const double scale = ceiling.value > 0 ? line.value / ceiling.value : 1;
  const bool theory = is_theoretical(ceiling);
  return {{text_cell(roofline.scope), text_cell(ceiling.id), text_cell(ceiling.kind),
           text_cell(subject), text_cell(words_of(ceiling, subject)), number_cell(line.value, ""),
           bandwidth ? positive(line.traffic) : Cell{"", {}}, number_cell(line.low, ""),
           number_cell(line.high, ""), flag(roof == &line), flag(reference == &line),
           flag(ceiling.role == "secondary"), text_cell(ceiling.lacks), flag(theory),
           theory ? Cell{"", {}} : positive(ceiling.limit * scale),
           flag(bandwidth || is_floating(subject)), flag(is_matrix_path(ceiling.path)),
           text_cell(flag_names(ceiling.suspect)), text_cell(ceiling.source)},
          Emphasis::plain,
          0};
}

// Scopes whose ceilings can be lines, in the order of their first one.
std::vector<std::string> scopes_of(const Archive& archive) {
  std::vector<std::string> scopes;
  for (Ceiling ceiling : archive.ceilings) {
    const bool line = ceiling.kind == "bandwidth" || ceiling.kind == "compute";
    if (!line || ceiling.value <= 0 || is_failed(ceiling)) continue;
    complete_from_id(ceiling);
    if (std::find(scopes.begin(), scopes.end(), ceiling.scope) == scopes.end()) {
      scopes.push_back(ceiling.scope);
    }
  }
  return scopes;
}

// The first of the scope's ceilings that says how many units worked.
int units_of(const Archive& archive, const std::string& scope) {
  for (const Ceiling& ceiling : archive.ceilings) {
    if (ceiling.scope == scope && ceiling.units > 0) return ceiling.units;
  }
  return archive.device.units;
}

}  // namespace

Table scope_table(const Archive& archive) {
  Table table = program_table("scopes", {"scope", "text", "usual"});
  const std::string usual = roofline_of(archive).scope;
  for (const std::string& scope : scopes_of(archive)) {
    table.rows.push_back(
        {{text_cell(scope), text_cell(place_text(scope, units_of(archive, scope), archive.device)),
          flag(scope == usual)},
         Emphasis::plain,
         0});
  }
  return table;
}

Table line_table(const Archive& archive) {
  Table table =
      program_table("lines", {"scope", "id", "kind", "subject", "name", "value", "traffic", "low",
                              "high", "roof", "reference", "secondary", "lacks", "theoretical",
                              "limit", "floating", "matrix", "suspect", "source"});
  for (const std::string& scope : scopes_of(archive)) {
    const Roofline roofline = roofline_of(archive, scope);
    for (const auto* lines : {&roofline.bandwidths, &roofline.computes}) {
      for (const Line& line : *lines) table.rows.push_back(row_of(line, roofline));
    }
  }
  return table;
}

}  // namespace ridgeline
