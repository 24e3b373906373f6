// Compared ceilings for programs, and by unit and by cycle. See compare_table.hpp.
#include <array>
#include <cmath>

#include "bench/print/archive/archive_document.hpp"
#include "bench/print/compare/compare.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

constexpr std::array<const char*, 20> kKeys{"key",
                                            "kind",
                                            "subject",
                                            "standing",
                                            "unit",
                                            "archive",
                                            "provenance",
                                            "id",
                                            "value",
                                            "low",
                                            "high",
                                            "units",
                                            "per_unit",
                                            "per_cycle",
                                            "suspect",
                                            "source",
                                            "ratio",
                                            "ratio_per_unit",
                                            "ratio_per_cycle",
                                            "significance"};
constexpr std::size_t kBeforeRatios = 16;

Raw known(double value) { return value > 0 && std::isfinite(value) ? Raw(value) : Raw(); }

double quotient(double other, double base) { return base > 0 && other > 0 ? other / base : 0; }

std::string names_of(const std::vector<Flag>& flags) {
  std::vector<std::string> names;
  for (const Flag flag : flags) names.emplace_back(flag_name(flag));
  return joined(names, " ");
}

// Latencies are better where they are smaller, counted in cycles, too.
double part_ratio(double other, double base, const RowName& name) {
  return name.unit == "s" ? quotient(base, other) : quotient(other, base);
}

Row data_row(const Comparison& comparison, const ComparedRow& row, std::size_t i) {
  const auto& figure = row.figures[i];
  const auto& base = row.figures[comparison.baseline];
  std::vector<Raw> values{key_of(row.name),
                          row.name.kind,
                          row.name.subject,
                          text_cell(row.name.standing).raw,
                          row.name.unit,
                          letter_of(i),
                          std::string(provenance_name(comparison.archives[i].provenance))};
  if (figure) {
    values.insert(values.end(),
                  {figure->id, figure->value, known(figure->low), known(figure->high),
                   std::int64_t{figure->units}, known(figure->per_unit), known(figure->per_cycle),
                   text_cell(names_of(figure->flags)).raw, text_cell(figure->source).raw});
  } else {
    values.resize(kBeforeRatios);
  }
  if (figure && base) {
    values.insert(values.end(),
                  {known(ratio_of(*figure, *base, row.name)),
                   known(part_ratio(figure->per_unit, base->per_unit, row.name)),
                   known(part_ratio(figure->per_cycle, base->per_cycle, row.name)),
                   std::string(i == comparison.baseline
                                   ? "baseline"
                                   : significance_name(significance_of(*figure, *base)))});
  }
  values.resize(kKeys.size());
  Row line;
  for (Raw& value : values) line.cells.push_back({"", std::move(value)});
  return line;
}

Cell part_cell(double value, const std::string& text) {
  return value > 0 ? number_cell(value, text) : Cell{};
}

// Whether anything can be said of them per unit or per cycle.
bool has_parts(const ComparedRow& row, std::size_t base, std::size_t other) {
  if (!row.figures[base] || !row.figures[other] || row.name.kind == "link") return false;
  const Figure& first = *row.figures[base];
  const Figure& second = *row.figures[other];
  const bool units = row.name.unit != "s" && first.per_unit > 0 && second.per_unit > 0;
  return units || first.per_cycle > 0 || second.per_cycle > 0;
}

// Of one row of two archives: the ratio per unit, then per cycle.
Row part_row(const ComparedRow& row, std::size_t base, std::size_t other) {
  const Figure& first = *row.figures[base];
  const Figure& second = *row.figures[other];
  const double units = part_ratio(second.per_unit, first.per_unit, row.name);
  const double cycles = part_ratio(second.per_cycle, first.per_cycle, row.name);
  return {{text_cell(title_of(row.name)),
           row.name.unit == "s" ? Cell{} : part_cell(units, ratio_text(units)),
           part_cell(first.per_cycle, plain_text(first.per_cycle)),
           part_cell(second.per_cycle, plain_text(second.per_cycle)),
           part_cell(cycles, ratio_text(cycles))},
          Emphasis::plain,
          0};
}

}  // namespace

Table compared_parts(const Comparison& comparison, const std::vector<ComparedRow>& rows,
                     std::size_t other) {
  const std::size_t base = comparison.baseline;
  const std::string a = letter_of(base), b = letter_of(other), ratio = b + "/" + a;
  Table table{"",
              "Per core or SM, and per cycle of its clock (bytes, FLOP, or cycles a load)",
              Audience::people,
              {{"", "ceiling", false, 0},
               {"", ratio + " per unit", true, 0},
               {"", a + " per cycle", true, 1},
               {"", b + " per cycle", true, 1},
               {"", ratio + " per cycle", true, 0}},
              {},
              {}};
  for (const ComparedRow& row : rows) {
    if (has_parts(row, base, other)) table.rows.push_back(part_row(row, base, other));
  }
  return table;
}

Table compared_data(const Comparison& comparison, const std::vector<ComparedRow>& rows) {
  Table table{"ceilings", "", Audience::programs, {}, {}, {}};
  for (const char* key : kKeys) {
    table.columns.push_back({key, key, false, 0});
  }
  for (const ComparedRow& row : rows) {
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      table.rows.push_back(data_row(comparison, row, i));
    }
  }
  return table;
}

}  // namespace ridgeline
