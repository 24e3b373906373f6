// See empirical.hpp.
#include "bench/print/archive/empirical.hpp"

#include <algorithm>

#include "bench/print/add_once.hpp"
#include "bench/print/archive/names.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

// The points of all precisions at one place and intensity: a line of the table.
struct PointsAt {
  std::string place;
  double intensity = 0;
  std::vector<const ceilings::EmpiricalPoint*> points;  // by precision; null: none
};

std::string place_of(const ceilings::EmpiricalPoint& point) {
  return point.level + " " + mix_text(point.mix, point.path) + ", " + point.scope;
}

std::vector<std::string> precisions_of(const ceilings::Archive& archive) {
  std::vector<std::string> all;
  for (const ceilings::EmpiricalPoint& point : archive.empirical) add_once(all, point.precision);
  return all;
}

// Places in the archive's order, intensities rising.
std::vector<PointsAt> lines_of(const ceilings::Archive& archive,
                               const std::vector<std::string>& precisions) {
  std::vector<PointsAt> lines;
  std::vector<std::string> places;
  for (const ceilings::EmpiricalPoint& point : archive.empirical) {
    const std::string place = place_of(point);
    add_once(places, place);
    const auto column = static_cast<std::size_t>(
        std::find(precisions.begin(), precisions.end(), point.precision) - precisions.begin());
    auto line = std::find_if(lines.begin(), lines.end(), [&](const PointsAt& one) {
      return one.place == place && one.intensity == point.intensity &&
             one.points[column] == nullptr;
    });
    if (line == lines.end()) {
      lines.push_back({place, point.intensity, {precisions.size(), nullptr}});
      line = lines.end() - 1;
    }
    line->points[column] = &point;
  }
  std::stable_sort(lines.begin(), lines.end(), [&](const PointsAt& a, const PointsAt& b) {
    const auto place_a = std::find(places.begin(), places.end(), a.place);
    const auto place_b = std::find(places.begin(), places.end(), b.place);
    return place_a != place_b ? place_a < place_b : a.intensity < b.intensity;
  });
  return lines;
}

}  // namespace

Table empirical_table(const ceilings::Archive& archive) {
  const std::vector<std::string> precisions = precisions_of(archive);
  Table table{"",
              "Kernels of known intensity against the roof of their own mix",
              Audience::people,
              {{"", "place"}, {"", "FLOP/B", true}}};
  for (const std::string& precision : precisions) {
    table.columns.push_back({"", precision, true, 1});
    table.columns.push_back({"", "reached", true});
    table.columns.push_back({"", ""});
  }
  bool near = false;
  std::string place;
  for (const PointsAt& line : lines_of(archive, precisions)) {
    Row row{{text_cell(line.place == place ? "" : line.place),
             number_cell(line.intensity, plain_text(line.intensity))}};
    place = line.place;
    for (const ceilings::EmpiricalPoint* point : line.points) {
      if (point == nullptr) {
        row.cells.insert(row.cells.end(), 3, Cell{"", {}});
        continue;
      }
      row.cells.push_back(number_cell(point->rate, format_rate(point->rate, "FLOP/s")));
      row.cells.push_back(number_cell(point->ratio, format_percent(point->ratio)));
      row.cells.push_back(text_cell(point->near_ridge ? "~" : ""));
      near = near || point->near_ridge;
    }
    table.rows.push_back(row);
  }
  if (near) {
    table.below.push_back(
        "~  within about a factor of two of the ridge, where neither line is reached");
  }
  std::vector<std::string> notes;
  for (const ceilings::EmpiricalPoint& point : archive.empirical) {
    if (!point.note.empty()) add_once(notes, point.note);
  }
  table.below.insert(table.below.end(), notes.begin(), notes.end());
  return table;
}

Table empirical_data(const ceilings::Archive& archive) {
  Table table = program_table(
      "empirical", {"sample", "level", "scope", "mix", "precision", "path", "intensity", "rate",
                    "attainable", "ratio", "near_ridge", "note"});
  for (const ceilings::EmpiricalPoint& point : archive.empirical) {
    table.rows.push_back({{text_cell(point.sample), text_cell(point.level), text_cell(point.scope),
                           text_cell(point.mix), text_cell(point.precision), text_cell(point.path),
                           number_cell(point.intensity, ""), number_cell(point.rate, ""),
                           number_cell(point.attainable, ""), number_cell(point.ratio, ""),
                           flag_cell(point.near_ridge), text_cell(point.note)}});
  }
  return table;
}

}  // namespace ridgeline::bench
