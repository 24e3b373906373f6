// Where bandwidth ends to be what binds: ridge points, and the empirical points that check the
// roof's two lines. See table.hpp.
#include <algorithm>

#include "bench/table.hpp"
#include "bench/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

std::string standing_of(const Ceiling& ceiling) {
  return ceiling.reference ? (ceiling.roof ? "reference and highest" : "reference") : "highest";
}

}  // namespace

Table ridge_table(const Archive& archive) {
  Table table{"ridges",
              "Ridge points: FLOP per byte from which arithmetic binds",
              Audience::all,
              {{"bandwidth", "bandwidth", false, 0},
               {"scope", "on", false, 0},
               {"compute", "compute", false, 0},
               {"standing", "of the precision", false, 2},
               {"intensity", "FLOP/B", true, 0}},
              {},
              {}};
  for (const Ridge& ridge : archive.ridges) {
    const Ceiling* bandwidth = find_ceiling(archive, ridge.bandwidth);
    const Ceiling* compute = find_ceiling(archive, ridge.compute);
    Cell first = text_cell(ridge.bandwidth), place, second = text_cell(ridge.compute), standing;
    if (bandwidth != nullptr) {
      first.text = ceiling_text(*bandwidth);
      place = {place_text(bandwidth->scope, bandwidth->units, archive.device), bandwidth->scope};
    }
    if (compute != nullptr) {
      second.text = ceiling_text(*compute);
      standing = text_cell(standing_of(*compute));
    }
    table.rows.push_back({{first, place, second, standing,
                           number_cell(ridge.intensity, plain_text(ridge.intensity))},
                          Emphasis::plain,
                          0});
  }
  return table;
}

Table empirical_table(const Archive& archive) {
  Table table{"empirical",
              "Kernels of known intensity against the roof of their own mix",
              Audience::all,
              {{"precision", "kernel", false, 0},
               {"level", "level", false, 1},
               {"scope", "scope", false, 0},
               {"intensity", "FLOP/B", true, 0},
               {"rate", "rate", true, 0},
               {"attainable", "attainable", true, 2},
               {"ratio", "reached", true, 0},
               {"near_ridge", "", false, 0},
               {"note", "note", false, 8},
               {"sample", "sample", false, 9}},
              {},
              {}};
  bool near = false;
  for (const EmpiricalPoint& point : archive.empirical) {
    const std::string level = point.level + " " + mix_text(point.mix, point.path);
    Cell sample = text_cell(point.sample);
    sample.text = "";  // its name repeats the other columns
    table.rows.push_back({{{point.precision + ", " + point.path, point.precision},
                           {level, point.level},
                           text_cell(point.scope),
                           number_cell(point.intensity, plain_text(point.intensity)),
                           number_cell(point.rate, format_rate(point.rate, "FLOP/s")),
                           number_cell(point.attainable, format_rate(point.attainable, "FLOP/s")),
                           number_cell(point.ratio, format_percent(point.ratio)),
                           {point.near_ridge ? "~" : "", point.near_ridge},
                           text_cell(point.note),
                           sample},
                          Emphasis::plain,
                          0});
    near = near || point.near_ridge;
  }
  if (near) {
    table.below.push_back("~  within a factor of two of the ridge, where neither line is reached");
  }
  return table;
}

}  // namespace ridgeline
