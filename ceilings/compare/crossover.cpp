// See crossover.hpp.
#include "ceilings/compare/crossover.hpp"

#include <algorithm>

#include "ceilings/compare/compare.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {
namespace {

// Null: the archive has no roof of this row's level or precision, or the row is no roof's.
const Figure* roof_in(const ComparedRow& row, std::size_t archive) {
  const bool roof = row.name.standing == "roof" || row.name.standing == "reference and roof";
  return roof && row.figures[archive] ? &*row.figures[archive] : nullptr;
}

double crossing(const Crossover& c) {
  const bool moves_faster = c.other_bandwidth > c.base_bandwidth;
  const bool computes_faster = c.other_compute > c.base_compute;
  const bool moves_slower = c.other_bandwidth < c.base_bandwidth;
  const bool computes_slower = c.other_compute < c.base_compute;
  if (moves_faster && computes_slower) return c.other_compute / c.base_bandwidth;
  if (moves_slower && computes_faster) return c.base_compute / c.other_bandwidth;
  return 0;
}

}  // namespace

std::vector<Crossover> crossovers(const Archive& base, const Archive& other) {
  const std::vector<ComparedRow> rows = compared_rows({main_figures(base), main_figures(other)});
  std::vector<Crossover> all;
  for (const ComparedRow& level : rows) {
    const Figure* base_bytes = roof_in(level, 0);
    const Figure* other_bytes = roof_in(level, 1);
    if (level.name.kind != "bandwidth" || base_bytes == nullptr || other_bytes == nullptr) continue;
    for (const ComparedRow& precision : rows) {
      const Figure* base_flop = roof_in(precision, 0);
      const Figure* other_flop = roof_in(precision, 1);
      if (precision.name.kind != "compute" || !is_floating(precision.name.subject)) continue;
      if (base_flop == nullptr || other_flop == nullptr) continue;
      Crossover one{level.name.subject,
                    precision.name.subject,
                    base_bytes->value,
                    base_flop->value,
                    other_bytes->value,
                    other_flop->value,
                    base_flop->value / base_bytes->value,
                    other_flop->value / other_bytes->value,
                    0};
      one.intensity = crossing(one);
      all.push_back(one);
    }
  }
  return all;
}

double ratio_at(const Crossover& c, double intensity) {
  const double base = std::min(c.base_compute, c.base_bandwidth * intensity);
  const double other = std::min(c.other_compute, c.other_bandwidth * intensity);
  return base > 0 ? other / base : 0;
}

}  // namespace ridgeline::ceilings
