// See fusion.hpp.
#include "bench/print/operators/fusion.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "bench/print/operators/operators.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

struct FusionRow {
  std::string name;
  std::uint64_t operations = 0, bytes = 0;
  std::vector<double> seconds;  // under each archive
};

double memory_time(const ceilings::OperatorCost& cost, const Measured& on,
                   ceilings::UnitChoice choice) {
  const bool products =
      choice == ceilings::UnitChoice::matrix &&
      !std::any_of(cost.work.begin(), cost.work.end(),
                   [](const ceilings::OperatorWork& work) { return work.products; });
  // In a chain, the choice is one of the operators that have it.
  const ceilings::UnitChoice own = products ? ceilings::UnitChoice::automatic : choice;
  return ceilings::bound_of(cost, cost.traffic.front(), on.archive, on.roofline, own)
      .levels.back()
      .seconds;
}

FusionRow row_of(const ceilings::OperatorCost& cost, const std::vector<Measured>& measured,
                 ceilings::UnitChoice choice) {
  FusionRow row{cost.name, cost.operations, cost.traffic.front().bytes, {}};
  for (const Measured& on : measured) row.seconds.push_back(memory_time(cost, on, choice));
  return row;
}

FusionRow sum_of(const std::vector<FusionRow>& steps, std::uint64_t bytes) {
  FusionRow sum{"one after the other", 0, bytes, {}};
  sum.seconds.resize(steps.front().seconds.size(), 0);
  for (const FusionRow& step : steps) {
    sum.operations += step.operations;
    for (std::size_t i = 0; i < step.seconds.size(); ++i) sum.seconds[i] += step.seconds[i];
  }
  return sum;
}

std::vector<Cell> cells_of(const FusionRow& row) {
  const double intensity =
      row.bytes == 0 ? 0 : static_cast<double>(row.operations) / static_cast<double>(row.bytes);
  std::vector<Cell> cells{text_cell(row.name),
                          count_cell(row.operations, digits_text(row.operations)),
                          count_cell(row.bytes, digits_text(row.bytes)),
                          number_cell(intensity, per_byte_text(intensity))};
  for (const double seconds : row.seconds) {
    cells.push_back(number_cell(seconds, format_seconds(seconds)));
  }
  return cells;
}

// "Fusing saves 134 217 728 B (128 MiB), 57.1 %, ...".
std::vector<std::string> saving_lines(const ceilings::Fusion& fusion, const FusionRow& apart,
                                      const FusionRow& one, const std::vector<Measured>& measured) {
  std::vector<std::string> lines{
      "Fused, " + bytes_text(fusion.bytes_saved) + " less are moved (" +
      format_percent(static_cast<double>(fusion.bytes_saved) /
                     static_cast<double>(fusion.bytes_apart)) +
      "): what one operator hands to the next is neither written nor read."};
  for (std::size_t i = 0; i < measured.size(); ++i) {
    std::array<char, 32> factor{};
    std::snprintf(factor.data(), factor.size(), "%.2f", apart.seconds[i] / one.seconds[i]);
    lines.push_back(measured[i].name + ": best possible time " + format_seconds(one.seconds[i]) +
                    " instead of " + format_seconds(apart.seconds[i]) + ", " + factor.data() +
                    " times as fast.");
  }
  return lines;
}

}  // namespace

Document fusion_document(const ceilings::Fusion& fusion, const std::vector<Measured>& measured,
                         ceilings::UnitChoice choice) {
  Document document = cost_document(fusion.fused);
  add_banners(document, measured);
  const auto saved = static_cast<std::int64_t>(fusion.bytes_saved);
  document.facts.push_back({"bytes_apart", "", count_cell(fusion.bytes_apart)});
  document.facts.push_back(
      {"bytes_saved", "saved by fusing", count_cell(saved, bytes_text(fusion.bytes_saved))});
  Table table{"fusion",
              "What fusing saves",
              Audience::all,
              {{"name", "operator"},
               {"operations", fusion.fused.unit, true, 1},
               {"bytes", "bytes moved", true},
               {"intensity", fusion.fused.unit + "/B", true}}};
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const std::string which = measured.size() == 1 ? "" : ", " + measured[i].name;
    const std::string key = i == 0 ? "" : "_" + std::to_string(i + 1);
    table.columns.push_back({"best_seconds" + key, "best time" + which, true});
  }
  std::vector<FusionRow> steps;
  for (const ceilings::OperatorCost& step : fusion.steps)
    steps.push_back(row_of(step, measured, choice));
  const FusionRow apart = sum_of(steps, fusion.bytes_apart);
  FusionRow one = row_of(fusion.fused, measured, choice);
  one.name = "fused";
  for (const FusionRow& step : steps) table.rows.push_back({cells_of(step)});
  table.rows.push_back({cells_of(apart)});
  table.rows.push_back({cells_of(one), Emphasis::strong, 0});
  table.below = saving_lines(fusion, apart, one, measured);
  document.tables.push_back(std::move(table));
  if (!measured.empty()) add_bounds(document, fusion.fused, measured, choice);
  document.main_table = "fusion";
  return document;
}

}  // namespace ridgeline::bench
