// See lines.hpp.
#include "ceilings/export/lines.hpp"

#include "ceilings/errors.hpp"

namespace ridgeline::ceilings {

std::vector<const Line*> chosen_bandwidths(const Roofline& roofline, const ExportChoice& choice) {
  std::vector<const Line*> lines;
  for (const std::string& level : level_names(roofline)) {
    const bool roof = choice.line == ExportLine::roof;
    lines.push_back(roof ? bandwidth_roof(roofline, level) : bandwidth_reference(roofline, level));
  }
  if (lines.empty()) throw ArchiveError("the archive has no bandwidth ceilings to export");
  return lines;
}

const Line* chosen_compute(const Roofline& roofline, const ExportChoice& choice) {
  if (roofline.computes.empty()) {
    throw ArchiveError("the archive has no compute ceilings to export");
  }
  std::string precision = choice.precision;
  if (precision.empty()) {
    precision = compute_roof(roofline, "fp64") != nullptr
                    ? "fp64"
                    : precision_name(*roofline.computes.front().ceiling);
  }
  const bool roof = choice.line == ExportLine::roof;
  const Line* line =
      roof ? compute_roof(roofline, precision) : compute_reference(roofline, precision);
  if (line == nullptr) {
    std::string list;
    for (const std::string& name : precision_names(roofline)) {
      list += (list.empty() ? "" : ", ") + name;
    }
    throw UsageError("the archive has no ceiling of precision '" + precision + "'; it has " + list);
  }
  return line;
}

}  // namespace ridgeline::ceilings
