// See lines.hpp.
#include "bench/print/archive/lines.hpp"

#include "bench/print/add_once.hpp"
#include "bench/print/archive/names.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/paths.hpp"
#include "ceilings/roofline.hpp"
#include "ceilings/roofline/theoretical.hpp"

namespace ridgeline::bench {
namespace {

// Scopes whose ceilings can be lines, in the order of their first one.
std::vector<std::string> scopes_of(const ceilings::Archive& archive) {
  std::vector<std::string> scopes;
  for (ceilings::Ceiling ceiling : archive.ceilings) {
    const bool line = ceiling.kind == "bandwidth" || ceiling.kind == "compute";
    if (!line || ceiling.value <= 0 || ceilings::is_failed(ceiling)) continue;
    ceilings::complete_from_id(ceiling);
    add_once(scopes, ceiling.scope);
  }
  return scopes;
}

std::vector<ceilings::Roofline> rooflines_of(const ceilings::Archive& archive) {
  std::vector<ceilings::Roofline> rooflines;
  for (const std::string& scope : scopes_of(archive)) {
    rooflines.push_back(ceilings::roofline_of(archive, scope));
  }
  return rooflines;
}

// The first of the scope's ceilings that says how many units worked.
int units_of(const ceilings::Archive& archive, const std::string& scope) {
  for (const ceilings::Ceiling& ceiling : archive.ceilings) {
    if (ceiling.scope == scope && ceiling.units > 0) return ceiling.units;
  }
  return archive.device.units;
}

// Of a level or a precision.
struct MainLines {
  std::string name;
  const ceilings::Line *roof = nullptr, *reference = nullptr;
};

MainLines main_lines(const ceilings::Roofline& roofline, bool bandwidth, const std::string& name) {
  return bandwidth ? MainLines{name, ceilings::bandwidth_roof(roofline, name),
                               ceilings::bandwidth_reference(roofline, name)}
                   : MainLines{name, ceilings::compute_roof(roofline, name),
                               ceilings::compute_reference(roofline, name)};
}

// In the lines' order; behind them shorter names that no line has.
std::vector<MainLines> all_main_lines(const ceilings::Roofline& roofline, bool bandwidth) {
  std::vector<std::string> names =
      bandwidth ? ceilings::level_names(roofline) : ceilings::precision_names(roofline);
  for (const ceilings::Line& line : bandwidth ? roofline.bandwidths : roofline.computes) {
    add_once(names, bandwidth ? line.ceiling->level : line.ceiling->precision);
  }
  std::vector<MainLines> all;
  for (const std::string& name : names) all.push_back(main_lines(roofline, bandwidth, name));
  return all;
}

// "read, avx512" of "L1 read, avx512": the subject has a column of its own.
std::string name_of(const ceilings::Ceiling& ceiling, const std::string& subject) {
  std::string name = ceiling_text(ceiling);
  if (!name.starts_with(subject)) return name;
  name.erase(0, subject.size());
  name.erase(0, name.find_first_not_of(", "));
  return name;
}

Row line_row(const ceilings::Line& line, const MainLines& subject, const std::string& scope) {
  const ceilings::Ceiling& ceiling = *line.ceiling;
  const bool bandwidth = ceiling.kind == "bandwidth";
  const double scale = ceiling.value > 0 ? line.value / ceiling.value : 1;
  const bool theory = ceilings::is_theoretical(ceiling);
  return {{text_cell(scope), text_cell(ceiling.id), text_cell(ceiling.kind),
           text_cell(subject.name), text_cell(name_of(ceiling, subject.name)),
           number_cell(line.value, ""), bandwidth ? positive_cell(line.traffic) : Cell{"", {}},
           number_cell(line.low, ""), number_cell(line.high, ""), flag_cell(subject.roof == &line),
           flag_cell(subject.reference == &line), flag_cell(ceiling.role == "secondary"),
           text_cell(ceiling.lacks), flag_cell(theory),
           theory ? Cell{"", {}} : positive_cell(ceiling.limit * scale),
           flag_cell(bandwidth || ceilings::is_floating(subject.name)),
           flag_cell(ceilings::is_matrix_path(ceiling.path)),
           text_cell(flag_names(ceiling.suspect)), text_cell(ceiling.source)}};
}

// What line_table() leaves out.
void add_identity(Row& row, const ceilings::Ceiling& ceiling) {
  for (const std::string& text : {ceiling.level, ceiling.node, ceiling.mix, ceiling.precision,
                                  ceiling.accumulate, ceiling.path, ceiling.unit}) {
    row.cells.push_back(text_cell(text));
  }
  row.cells.push_back(
      flag_cell(ceiling.role == "secondary" && !ceiling.roof && !ceiling.reference));
  const ceilings::TensorPath* tensor =
      ceiling.kind == "compute" ? ceilings::tensor_path_of(ceiling.path) : nullptr;
  row.cells.push_back(text_cell(tensor == nullptr ? "" : tensor->engine));
}

// The rows of a roofline's bandwidths or computes.
void add_lines(const ceilings::Roofline& roofline, bool bandwidth, bool identity, Table& table) {
  MainLines subject;  // its lines stand together
  for (const ceilings::Line& line : bandwidth ? roofline.bandwidths : roofline.computes) {
    const std::string name =
        bandwidth ? ceilings::level_name(*line.ceiling) : ceilings::precision_name(*line.ceiling);
    if (subject.roof == nullptr || subject.name != name) {
      subject = main_lines(roofline, bandwidth, name);
    }
    table.rows.push_back(line_row(line, subject, roofline.scope));
    if (identity) add_identity(table.rows.back(), *line.ceiling);
  }
}

Table line_table(const std::vector<ceilings::Roofline>& rooflines, bool identity) {
  Table table =
      program_table("lines", {"scope", "id", "kind", "subject", "name", "value", "traffic", "low",
                              "high", "roof", "reference", "secondary", "lacks", "theoretical",
                              "limit", "floating", "matrix", "suspect", "source"});
  for (const char* key :
       {"level", "node", "mix", "precision", "accumulate", "path", "unit", "stand_in", "engine"}) {
    if (identity) table.columns.push_back({key, ""});
  }
  for (const ceilings::Roofline& roofline : rooflines) {
    add_lines(roofline, true, identity, table);
    add_lines(roofline, false, identity, table);
  }
  return table;
}

Table roof_table(const std::vector<ceilings::Roofline>& rooflines) {
  Table table = program_table("roofs", {"scope", "kind", "subject", "roof", "reference"});
  for (const ceilings::Roofline& roofline : rooflines) {
    for (const bool bandwidth : {true, false}) {
      for (const MainLines& subject : all_main_lines(roofline, bandwidth)) {
        table.rows.push_back(
            {{text_cell(roofline.scope), text_cell(bandwidth ? "bandwidth" : "compute"),
              text_cell(subject.name), text_cell(subject.roof->ceiling->id),
              text_cell(subject.reference->ceiling->id)}});
      }
    }
  }
  return table;
}

Row ridge_row(const std::string& scope, const std::string& level, const std::string& precision,
              const char* standing, const ceilings::Line& bandwidth,
              const ceilings::Line& compute) {
  return {{text_cell(scope), text_cell(level), text_cell(precision), text_cell(standing),
           text_cell(bandwidth.ceiling->id), text_cell(compute.ceiling->id),
           number_cell(compute.value / bandwidth.value, ""), number_cell(compute.value, "")}};
}

Table ridge_point_table(const std::vector<ceilings::Roofline>& rooflines) {
  Table table = program_table("ridge_points", {"scope", "level", "precision", "standing",
                                               "bandwidth", "compute", "intensity", "rate"});
  for (const ceilings::Roofline& roofline : rooflines) {
    std::vector<MainLines> precisions;
    for (const std::string& name : ceilings::precision_names(roofline)) {
      if (ceilings::is_floating(name)) precisions.push_back(main_lines(roofline, false, name));
    }
    for (const std::string& name : ceilings::level_names(roofline)) {
      const MainLines level = main_lines(roofline, true, name);
      for (const MainLines& precision : precisions) {
        table.rows.push_back(ridge_row(roofline.scope, name, precision.name, "reference",
                                       *level.reference, *precision.reference));
        table.rows.push_back(
            ridge_row(roofline.scope, name, precision.name, "roof", *level.roof, *precision.roof));
      }
    }
  }
  return table;
}

}  // namespace

Table scope_table(const ceilings::Archive& archive) {
  Table table = program_table("scopes", {"scope", "text", "usual"});
  const std::string usual = ceilings::roofline_of(archive).scope;
  for (const std::string& scope : scopes_of(archive)) {
    table.rows.push_back(
        {{text_cell(scope), text_cell(units_text(scope, units_of(archive, scope), archive.device)),
          flag_cell(scope == usual)}});
  }
  return table;
}

Table line_table(const ceilings::Archive& archive) {
  return line_table(rooflines_of(archive), false);
}

std::vector<Table> roofline_tables(const ceilings::Archive& archive) {
  const std::vector<ceilings::Roofline> rooflines = rooflines_of(archive);
  return {scope_table(archive), line_table(rooflines, true), roof_table(rooflines),
          ridge_point_table(rooflines)};
}

}  // namespace ridgeline::bench
