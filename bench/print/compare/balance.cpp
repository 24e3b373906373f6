// See balance.hpp.
#include "bench/print/compare/balance.hpp"

#include <algorithm>

#include "bench/print/archive/names.hpp"
#include "bench/print/compare/names.hpp"
#include "ceilings/compare/compare.hpp"
#include "ceilings/compare/crossover.hpp"

namespace ridgeline::bench {
namespace {

struct Pair {
  std::string name, base, other;  // "B/A", "A", "B"
  std::vector<ceilings::Crossover> crossovers;
};

std::vector<Pair> pairs_of(const Comparison& comparison) {
  std::vector<Pair> pairs;
  const std::string base = letter_of(comparison.baseline);
  for (std::size_t i = 0; i < comparison.archives.size(); ++i) {
    if (i == comparison.baseline) continue;
    const std::string other = letter_of(i);
    pairs.push_back(
        {other + "/" + base, base, other,
         ceilings::crossovers(comparison.archives[comparison.baseline], comparison.archives[i])});
  }
  return pairs;
}

// For people: the level farthest away, which most kernels are bound by, unless all are asked for.
bool is_shown(const Comparison& comparison, const Pair& pair, const ceilings::Crossover& one) {
  return comparison.all || one.level == pair.crossovers.back().level;
}

// Who is faster where.
std::string winner_text(const Pair& pair, const ceilings::Crossover& c) {
  if (c.intensity > 0) {
    const bool other_first = c.other_bandwidth > c.base_bandwidth;
    return (other_first ? pair.other : pair.base) + " below, " +
           (other_first ? pair.base : pair.other) + " above";
  }
  const double ends[2] = {c.other_bandwidth - c.base_bandwidth, c.other_compute - c.base_compute};
  if (ends[0] == 0 && ends[1] == 0) return "the same everywhere";
  const bool other = ends[0] > 0 || ends[1] > 0;
  const std::string name = other ? pair.other : pair.base;
  if (ends[0] == 0) return name + ", but the same at low AI";
  if (ends[1] == 0) return name + ", but the same at high AI";
  return name + " everywhere";
}

std::string plain_number(double value) {
  std::string text = plain_text(value);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// One pair needs no name.
void drop_first_column(Table& table) {
  table.columns.erase(table.columns.begin());
  for (Row& row : table.rows) row.cells.erase(row.cells.begin());
}

Table crossover_table(const Comparison& comparison, const std::vector<Pair>& pairs,
                      Audience audience) {
  const bool people = audience == Audience::people;
  Table table{
      people ? "" : "crossovers",
      "Rooflines (roof against roof): where they cross in FLOP/B (AI), which one is faster, "
      "and the ratio of attainable rates at some AI",
      audience,
      {{"pair", "ratio"},
       {"level", "level"},
       {"precision", "precision"},
       {"crossover", "cross at", true},
       {"faster", "faster", false, 2}}};
  for (const double at : comparison.at) {
    const std::string text = plain_number(at);
    table.columns.push_back({"ratio_at_" + text, "AI " + text, true, people ? 1 : 0});
  }
  for (const Pair& pair : pairs) {
    for (const ceilings::Crossover& one : pair.crossovers) {
      if (people && !is_shown(comparison, pair, one)) continue;
      Row row{{text_cell(pair.name), text_cell(one.level), text_cell(one.precision),
               one.intensity > 0 ? number_cell(one.intensity, plain_text(one.intensity)) : Cell{},
               text_cell(winner_text(pair, one))}};
      for (const double at : comparison.at) {
        row.cells.push_back(
            number_cell(ceilings::ratio_at(one, at), ratio_text(ceilings::ratio_at(one, at))));
      }
      table.rows.push_back(std::move(row));
    }
  }
  if (people && pairs.size() == 1) drop_first_column(table);
  return table;
}

Table ridge_shifts(const Comparison& comparison, const std::vector<Pair>& pairs,
                   Audience audience) {
  const bool people = audience == Audience::people;
  Table table{people ? "" : "ridges",
              "Ridge points of the roofs, FLOP/B: with less, memory binds",
              audience,
              {{"pair", "ratio"},
               {"level", "level"},
               {"precision", "precision"},
               {"base_ridge", people ? letter_of(comparison.baseline) : "", true},
               {"other_ridge", people && pairs.size() == 1 ? pairs[0].other : "the other", true},
               {"shift", "shift", true}}};
  for (const Pair& pair : pairs) {
    for (const ceilings::Crossover& one : pair.crossovers) {
      if (people && !is_shown(comparison, pair, one)) continue;
      const double shift = one.other_ridge / one.base_ridge;
      table.rows.push_back({{text_cell(pair.name), text_cell(one.level), text_cell(one.precision),
                             number_cell(one.base_ridge, plain_text(one.base_ridge)),
                             number_cell(one.other_ridge, plain_text(one.other_ridge)),
                             number_cell(shift, "x " + ratio_text(shift))}});
    }
  }
  if (people && pairs.size() == 1) drop_first_column(table);
  return table;
}

}  // namespace

std::vector<Table> compared_balances(const Comparison& comparison) {
  const std::vector<Pair> pairs = pairs_of(comparison);
  std::vector<Table> tables;
  for (const Audience audience : {Audience::people, Audience::programs}) {
    tables.push_back(ridge_shifts(comparison, pairs, audience));
    tables.push_back(crossover_table(comparison, pairs, audience));
  }
  const bool none = std::all_of(pairs.begin(), pairs.end(),
                                [](const Pair& pair) { return pair.crossovers.empty(); });
  if (none) {
    tables[1].below.emplace_back(
        "The archives have no memory level and floating-point precision in common.");
  }
  return tables;
}

}  // namespace ridgeline::bench
