// See ert.hpp.
#include "ceilings/export/ert.hpp"

#include <nlohmann/json.hpp>

#include "ceilings/archive/json/json.hpp"
#include "ceilings/export/lines.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kGiga = 1e9;

Json pairs_of(const std::vector<std::pair<std::string, double>>& values) {
  Json data = Json::array();
  for (const auto& [name, value] : values) data.push_back({name, value / kGiga});
  return Json{{"data", data}};
}

}  // namespace

std::string ert_json(const Archive& archive, const ExportChoice& choice) {
  const Roofline roofline = roofline_of(archive, choice.scope);
  const Line* compute = chosen_compute(roofline, choice);
  std::vector<std::pair<std::string, double>> bandwidths, limits;
  for (const Line* line : chosen_bandwidths(roofline, choice)) {
    const std::string level = level_name(*line->ceiling);
    bandwidths.emplace_back(level, line->value);
    const double scale = line->value / line->ceiling->value;
    if (line->ceiling->limit > 0) limits.emplace_back(level, line->ceiling->limit * scale);
  }
  std::vector<std::pair<std::string, double>> peaks;
  if (compute->ceiling->limit > 0) peaks.emplace_back("GFLOPs", compute->ceiling->limit);

  Json about;
  about["TOOL"] = archive.tool.name + " " + archive.tool.version;
  about["DEVICE"] = archive.device.model;
  about["CREATED"] = archive.created;
  about["PROVENANCE"] = provenance_name(archive.provenance);
  if (!archive.citation.empty()) about["CITATION"] = archive.citation;
  about["PRECISION"] = precision_name(*compute->ceiling);
  about["SCOPE"] = roofline.scope;
  Json empirical;
  empirical["metadata"] = about;
  empirical["gbytes"] = pairs_of(bandwidths);
  empirical["gbytes"]["metadata"] = Json::object();
  empirical["gflops"] = pairs_of({{"GFLOPs", compute->value}});
  empirical["gflops"]["metadata"] = Json::object();
  Json document;
  document["empirical"] = empirical;
  document["spec"] = {{"gbytes", pairs_of(limits)}, {"gflops", pairs_of(peaks)}};
  return valid_utf8(document.dump(3, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace ridgeline::ceilings
