// See ceilings.hpp.
#include "bench/print/compare/ceilings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/print/archive/names.hpp"
#include "bench/print/compare/names.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kNameColumns = 24, kValueColumns = 13;

ceilings::Provenance provenance_of(const Comparison& comparison, std::size_t i) {
  return comparison.archives[i].provenance;
}

// "B faster", "no difference", "B faster ?": of two archives.
Cell verdict_cell(const Comparison& comparison, const ceilings::ComparedRow& row,
                  std::size_t other) {
  const auto& base = row.figures[comparison.baseline];
  const auto& figure = row.figures[other];
  if (!base || !figure) return {};
  const ceilings::Significance significance = ceilings::significance_of(*figure, *base);
  const std::string name = ceilings::significance_name(significance);
  if (significance == ceilings::Significance::overlaps) return {"within noise", name};
  const double ratio = ceilings::ratio_of(*figure, *base, row.name);
  if (ratio == 1) return {"the same", name};
  const std::string faster = letter_of(ratio > 1 ? other : comparison.baseline) +
                             (row.name.unit == "s" ? " shorter" : " faster");
  return {faster + (significance == ceilings::Significance::unknown ? " ?" : ""), name};
}

Cell ratio_cell(const Comparison& comparison, const ceilings::ComparedRow& row, std::size_t other,
                bool marked) {
  const auto& base = row.figures[comparison.baseline];
  const auto& figure = row.figures[other];
  const double ratio = base && figure ? ceilings::ratio_of(*figure, *base, row.name) : 0;
  if (ratio <= 0) return {};
  const ceilings::Significance significance = ceilings::significance_of(*figure, *base);
  const char* mark = significance == ceilings::Significance::differs    ? "  "
                     : significance == ceilings::Significance::overlaps ? " ="
                                                                        : " ?";
  return number_cell(ratio, ratio_text(ratio) + (marked ? mark : ""));
}

Cell value_cell(const ceilings::ComparedRow& row, std::size_t i) {
  if (!row.figures[i]) return {};
  return number_cell(row.figures[i]->value, figure_text(*row.figures[i], row.name.unit));
}

// Archives in blocks that fit the width, so that none is dropped where columns are short.
std::vector<std::vector<std::size_t>> blocks_of(const Comparison& comparison) {
  std::size_t most = comparison.archives.size();
  if (comparison.width > kNameColumns + 2 * kValueColumns) {
    most = (comparison.width - kNameColumns) / kValueColumns;
  }
  std::vector<std::vector<std::size_t>> blocks;
  for (std::size_t i = 0; i < comparison.archives.size(); ++i) {
    if (blocks.empty() || blocks.back().size() == std::max<std::size_t>(2, most)) {
      blocks.emplace_back();
    }
    blocks.back().push_back(i);
  }
  return blocks;
}

Emphasis emphasis_of(const ceilings::ComparedRow& row) {
  return row.name.standing.starts_with("reference") ? Emphasis::strong : Emphasis::plain;
}

Table pair_table(const Comparison& comparison, const std::vector<ceilings::ComparedRow>& rows) {
  const std::size_t base = comparison.baseline, other = 1 - base;
  Table table{"", "", Audience::people, {{"", "ceiling"}}};
  for (const std::size_t i : {base, other}) {
    table.columns.push_back({"", heading_of(i, provenance_of(comparison, i)), true});
  }
  table.columns.push_back({"", others_text(comparison), true});
  table.columns.push_back({"", "beyond chance", false, 1});
  for (const ceilings::ComparedRow& row : rows) {
    table.rows.push_back(
        {{text_cell(title_of(row.name)), value_cell(row, base), value_cell(row, other),
          ratio_cell(comparison, row, other, false), verdict_cell(comparison, row, other)},
         emphasis_of(row),
         0});
  }
  return table;
}

Table block_table(const Comparison& comparison, const std::vector<ceilings::ComparedRow>& rows,
                  const std::vector<std::size_t>& block, bool ratios) {
  Table table{"", "", Audience::people, {{"", "ceiling"}}};
  for (const std::size_t i : block) {
    const std::string heading = ratios ? letter_of(i) + "/" + letter_of(comparison.baseline) + "  "
                                       : heading_of(i, provenance_of(comparison, i));
    if (!ratios || i != comparison.baseline) table.columns.push_back({"", heading, true});
  }
  for (const ceilings::ComparedRow& row : rows) {
    Row line{{text_cell(title_of(row.name))}, emphasis_of(row), 0};
    for (const std::size_t i : block) {
      if (ratios && i == comparison.baseline) continue;
      line.cells.push_back(ratios ? ratio_cell(comparison, row, i, true) : value_cell(row, i));
    }
    const bool silent = std::all_of(line.cells.begin() + 1, line.cells.end(),
                                    [](const Cell& cell) { return cell.text == "-"; });
    if (!ratios || !silent) table.rows.push_back(std::move(line));
  }
  return table;
}

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

// Latencies are better where they are smaller, counted in cycles, too.
double part_ratio(double other, double base, const ceilings::RowName& name) {
  return name.unit == "s" ? quotient(base, other) : quotient(other, base);
}

Row data_row(const Comparison& comparison, const ceilings::ComparedRow& row, std::size_t i) {
  const auto& figure = row.figures[i];
  const auto& base = row.figures[comparison.baseline];
  std::vector<Raw> values{
      ceilings::key_of(row.name),
      row.name.kind,
      row.name.subject,
      text_cell(row.name.standing).raw,
      row.name.unit,
      letter_of(i),
      std::string(ceilings::provenance_name(comparison.archives[i].provenance))};
  if (figure) {
    values.insert(values.end(),
                  {figure->id, figure->value, known(figure->low), known(figure->high),
                   std::int64_t{figure->units}, known(figure->per_unit), known(figure->per_cycle),
                   text_cell(flag_names(figure->flags)).raw, text_cell(figure->source).raw});
  } else {
    values.resize(kBeforeRatios);
  }
  if (figure && base) {
    values.insert(
        values.end(),
        {known(ceilings::ratio_of(*figure, *base, row.name)),
         known(part_ratio(figure->per_unit, base->per_unit, row.name)),
         known(part_ratio(figure->per_cycle, base->per_cycle, row.name)),
         std::string(i == comparison.baseline ? "baseline"
                                              : ceilings::significance_name(
                                                    ceilings::significance_of(*figure, *base)))});
  }
  values.resize(kKeys.size());
  Row line;
  for (Raw& value : values) line.cells.push_back({"", std::move(value)});
  return line;
}

// Whether anything can be said of them per unit or per cycle.
bool has_parts(const ceilings::ComparedRow& row, std::size_t base, std::size_t other) {
  if (!row.figures[base] || !row.figures[other] || row.name.kind == "link") return false;
  const ceilings::Figure& first = *row.figures[base];
  const ceilings::Figure& second = *row.figures[other];
  const bool units = row.name.unit != "s" && first.per_unit > 0 && second.per_unit > 0;
  return units || first.per_cycle > 0 || second.per_cycle > 0;
}

// Of one row of two archives: the ratio per unit, then per cycle.
Row part_row(const ceilings::ComparedRow& row, std::size_t base, std::size_t other) {
  const ceilings::Figure& first = *row.figures[base];
  const ceilings::Figure& second = *row.figures[other];
  const double units = part_ratio(second.per_unit, first.per_unit, row.name);
  const double cycles = part_ratio(second.per_cycle, first.per_cycle, row.name);
  return {{text_cell(title_of(row.name)),
           row.name.unit == "s" ? Cell{} : positive_cell(units, ratio_text(units)),
           positive_cell(first.per_cycle, plain_text(first.per_cycle)),
           positive_cell(second.per_cycle, plain_text(second.per_cycle)),
           positive_cell(cycles, ratio_text(cycles))}};
}

}  // namespace

std::vector<Table> compared_ceilings(const Comparison& comparison,
                                     const std::vector<ceilings::ComparedRow>& rows) {
  std::vector<Table> tables;
  if (comparison.archives.size() == 2) {
    tables.push_back(pair_table(comparison, rows));
  } else {
    for (const bool ratios : {false, true}) {
      const std::size_t first = tables.size();
      for (const auto& block : blocks_of(comparison)) {
        Table table = block_table(comparison, rows, block, ratios);
        if (table.columns.size() > 1) tables.push_back(std::move(table));
      }
      if (ratios) tables[first].title = "Ratios to " + letter_of(comparison.baseline);
    }
  }
  tables.front().title = "Ceilings: " + direction_text(comparison);
  tables.back().below = compared_legend(comparison, rows);
  if (rows.empty()) tables.back().below.emplace_back("There is no ceiling in any of them.");
  return tables;
}

Table compared_parts(const Comparison& comparison, const std::vector<ceilings::ComparedRow>& rows,
                     std::size_t other) {
  const std::size_t base = comparison.baseline;
  const std::string a = letter_of(base), b = letter_of(other), ratio = b + "/" + a;
  Table table{"",
              "Per core or SM, and per cycle of its clock (bytes, FLOP, or cycles a load)",
              Audience::people,
              {{"", "ceiling"},
               {"", ratio + " per unit", true},
               {"", a + " per cycle", true, 1},
               {"", b + " per cycle", true, 1},
               {"", ratio + " per cycle", true}}};
  for (const ceilings::ComparedRow& row : rows) {
    if (has_parts(row, base, other)) table.rows.push_back(part_row(row, base, other));
  }
  return table;
}

Table compared_data(const Comparison& comparison, const std::vector<ceilings::ComparedRow>& rows) {
  Table table{"ceilings", "", Audience::programs};
  for (const char* key : kKeys) {
    table.columns.push_back({key, key});
  }
  for (const ceilings::ComparedRow& row : rows) {
    for (std::size_t i = 0; i < row.figures.size(); ++i) {
      table.rows.push_back(data_row(comparison, row, i));
    }
  }
  return table;
}

}  // namespace ridgeline::bench
