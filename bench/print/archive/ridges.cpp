// See ridges.hpp.
#include "bench/print/archive/ridges.hpp"

#include <algorithm>

#include "bench/print/add_once.hpp"
#include "bench/print/archive/names.hpp"

namespace ridgeline::bench {
namespace {

std::string standing_of(const ceilings::Ceiling& ceiling) {
  return ceiling.reference ? (ceiling.roof ? "reference and highest" : "reference") : "highest";
}

// What one column is about, whatever the scope: "fp64, fma-avx512".
std::string peak_title(const ceilings::Archive& archive, const std::string& id) {
  const ceilings::Ceiling* compute = find_ceiling(archive, id);
  if (compute == nullptr) return id;
  return ceiling_text(*compute) + (compute->reference ? "" : " (highest)");
}

Row row_of(const ceilings::Archive& archive, const std::string& id, std::size_t peaks) {
  Row row{{text_cell(id), Cell{"", {}}}};
  if (const ceilings::Ceiling* bandwidth = find_ceiling(archive, id)) {
    row.cells = {text_cell(ceiling_text(*bandwidth)),
                 text_cell(units_text(bandwidth->scope, bandwidth->units, archive.device))};
  }
  row.cells.resize(2 + peaks);
  return row;
}

}  // namespace

Table ridge_table(const ceilings::Archive& archive) {
  std::vector<std::string> lines, peaks;
  for (const ceilings::Ridge& ridge : archive.ridges) {
    add_once(lines, ridge.bandwidth);
    add_once(peaks, peak_title(archive, ridge.compute));
  }
  Table table{"",
              "Ridge points: FLOP per byte from which arithmetic binds",
              Audience::people,
              {{"bandwidth", "bandwidth"}, {"scope", "on"}}};
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    table.columns.push_back({"", peaks[i], true, static_cast<int>(i)});
  }
  for (const std::string& line : lines) table.rows.push_back(row_of(archive, line, peaks.size()));
  const auto place = [](const std::vector<std::string>& all, const std::string& one) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), one) - all.begin());
  };
  for (const ceilings::Ridge& ridge : archive.ridges) {
    const std::size_t column = 2 + place(peaks, peak_title(archive, ridge.compute));
    table.rows[place(lines, ridge.bandwidth)].cells[column] =
        number_cell(ridge.intensity, plain_text(ridge.intensity));
  }
  return table;
}

Table ridge_data(const ceilings::Archive& archive) {
  Table table = program_table("ridges", {"bandwidth", "scope", "compute", "standing", "intensity"});
  for (const ceilings::Ridge& ridge : archive.ridges) {
    const ceilings::Ceiling* bandwidth = find_ceiling(archive, ridge.bandwidth);
    const ceilings::Ceiling* compute = find_ceiling(archive, ridge.compute);
    table.rows.push_back(
        {{text_cell(ridge.bandwidth), text_cell(bandwidth == nullptr ? "" : bandwidth->scope),
          text_cell(ridge.compute), text_cell(compute == nullptr ? "" : standing_of(*compute)),
          number_cell(ridge.intensity, "")}});
  }
  return table;
}

}  // namespace ridgeline::bench
