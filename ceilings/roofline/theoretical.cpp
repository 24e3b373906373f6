// See theoretical.hpp.
#include "ceilings/roofline/theoretical.hpp"

#include <algorithm>
#include <optional>

#include "ceilings/archive/ids.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr const char* kMark = "-theoretical";

// A peak's key is an id without its scope: "compute/fp32/fma".
std::optional<Ceiling> ceiling_of(const Peak& peak, const std::string& scope) {
  const std::string id = peak.key + kMark + "/" + scope;
  if (peak.per_second <= 0 || !peak.key.starts_with("compute/") || id_fault(id)) {
    return std::nullopt;
  }
  Ceiling ceiling;
  ceiling.id = id;
  ceiling.kind = "compute";
  complete_from_id(ceiling);
  ceiling.unit = is_floating(ceiling.precision) ? "FLOP/s" : "OP/s";
  ceiling.value = ceiling.limit = peak.per_second;
  ceiling.limit_source = ceiling.source = peak.source;
  ceiling.share = 1;
  ceiling.roof = ceiling.reference = true;
  ceiling.notes = {"theoretical: a documented peak, not measured"};
  return ceiling;
}

}  // namespace

bool is_theoretical(const Ceiling& ceiling) { return ceiling.path.ends_with(kMark); }

std::vector<std::string> add_theoretical(Archive& archive) {
  const Roofline roofline = roofline_of(archive);
  const std::string scope = roofline.scope.empty() ? "chip" : roofline.scope;
  std::vector<Ceiling> added;
  for (const Peak& peak : archive.device.peaks) {
    const auto ceiling = ceiling_of(peak, scope);
    if (!ceiling) continue;
    const bool measured =
        std::any_of(roofline.computes.begin(), roofline.computes.end(), [&](const Line& line) {
          const bool whole = line.ceiling->role == "primary" || line.ceiling->roof;
          return whole && precision_name(*line.ceiling) == precision_name(*ceiling) &&
                 is_matrix_path(line.ceiling->path) == is_matrix_path(ceiling->path);
        });
    if (!measured) added.push_back(*ceiling);
  }
  std::vector<std::string> precisions;
  for (Ceiling& ceiling : added) {
    const std::string name = precision_name(ceiling);
    if (std::find(precisions.begin(), precisions.end(), name) == precisions.end()) {
      precisions.push_back(name);
    }
    archive.ceilings.push_back(std::move(ceiling));
  }
  return precisions;
}

}  // namespace ridgeline::ceilings
