// Where bandwidth ends to be what binds: the ridge points. See table.hpp.
#include <algorithm>

#include "bench/print/archive/archive_document.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline {
namespace {

std::string standing_of(const Ceiling& ceiling) {
  return ceiling.reference ? (ceiling.roof ? "reference and highest" : "reference") : "highest";
}

// What one column is about, whatever the scope: "fp64, fma-avx512".
std::string peak_title(const Archive& archive, const std::string& id) {
  const Ceiling* compute = find_ceiling(archive, id);
  if (compute == nullptr) return id;
  return ceiling_text(*compute) + (compute->reference ? "" : " (highest)");
}

std::vector<std::string> distinct(const std::vector<std::string>& all) {
  std::vector<std::string> kept;
  for (const std::string& one : all) {
    if (std::find(kept.begin(), kept.end(), one) == kept.end()) kept.push_back(one);
  }
  return kept;
}

Row row_of(const Archive& archive, const std::string& id, std::size_t peaks) {
  Row row{{text_cell(id), Cell{"", {}}}, Emphasis::plain, 0};
  if (const Ceiling* bandwidth = find_ceiling(archive, id)) {
    row.cells = {text_cell(ceiling_text(*bandwidth)),
                 text_cell(place_text(bandwidth->scope, bandwidth->units, archive.device))};
  }
  row.cells.resize(2 + peaks);
  return row;
}

}  // namespace

Table ridge_table(const Archive& archive) {
  std::vector<std::string> lines, peaks;
  for (const Ridge& ridge : archive.ridges) {
    lines.push_back(ridge.bandwidth);
    peaks.push_back(peak_title(archive, ridge.compute));
  }
  lines = distinct(lines);
  peaks = distinct(peaks);
  Table table{"",
              "Ridge points: FLOP per byte from which arithmetic binds",
              Audience::people,
              {{"bandwidth", "bandwidth", false, 0}, {"scope", "on", false, 0}},
              {},
              {}};
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    table.columns.push_back({"", peaks[i], true, static_cast<int>(i)});
  }
  for (const std::string& line : lines) table.rows.push_back(row_of(archive, line, peaks.size()));
  const auto place = [](const std::vector<std::string>& all, const std::string& one) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), one) - all.begin());
  };
  for (const Ridge& ridge : archive.ridges) {
    const std::size_t column = 2 + place(peaks, peak_title(archive, ridge.compute));
    table.rows[place(lines, ridge.bandwidth)].cells[column] =
        number_cell(ridge.intensity, plain_text(ridge.intensity));
  }
  return table;
}

Table ridge_data(const Archive& archive) {
  Table table{"ridges",
              "",
              Audience::programs,
              {{"bandwidth", "", false, 0},
               {"scope", "", false, 0},
               {"compute", "", false, 0},
               {"standing", "", false, 0},
               {"intensity", "", false, 0}},
              {},
              {}};
  for (const Ridge& ridge : archive.ridges) {
    const Ceiling* bandwidth = find_ceiling(archive, ridge.bandwidth);
    const Ceiling* compute = find_ceiling(archive, ridge.compute);
    table.rows.push_back(
        {{text_cell(ridge.bandwidth), text_cell(bandwidth == nullptr ? "" : bandwidth->scope),
          text_cell(ridge.compute), text_cell(compute == nullptr ? "" : standing_of(*compute)),
          number_cell(ridge.intensity, "")},
         Emphasis::plain,
         0});
  }
  return table;
}

}  // namespace ridgeline
