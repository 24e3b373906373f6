// See causes.hpp.
#include "ceilings/place/diagnosis/causes.hpp"

#include <algorithm>
#include <cmath>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/place/diagnosis/phrases.hpp"
#include "ceilings/place/diagnosis/thresholds.hpp"

namespace ridgeline::ceilings {
namespace {

bool is_number(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

// The profiler names a device that the archive is not of.
bool is_elsewhere(const PlacedKernel& kernel, const Archive& archive) {
  const std::string here = lower(archive.device.model), there = lower(kernel.run.device);
  if (here.empty() || there.empty() || is_number(there)) return false;
  return here.find(there) == std::string::npos && there.find(here) == std::string::npos;
}

bool near(double value, double wanted) { return std::abs(value - wanted) <= kNearDouble * wanted; }

// What is wrong if the rate is right: a precision under whose roof it would be possible, or the
// same one's tensor cores.
std::string roomier_text(const PlacedKernel& kernel, const Roofline& roofline) {
  if (!kernel.rate || has_several_precisions(kernel)) return "";
  for (const std::string& name : precision_names(roofline)) {
    const Line* roof = is_floating(name) != kernel.integer ? compute_roof(roofline, name) : nullptr;
    if (roof == nullptr || roof->value * kAboveRoof < *kernel.rate) continue;
    const std::string found = precision_name(*roof->ceiling);
    const bool same = roof->ceiling->precision == kernel.types.front().count.precision;
    return same ? "a wrong path: it would fit under " + found + " on tensor cores"
                : "a wrong precision: it would fit under " + found;
  }
  return "";
}

void add_compute_excess(std::vector<std::string>& causes, const PlacedKernel& kernel,
                        const Roofline& roofline, double factor) {
  const bool matrix =
      std::any_of(kernel.types.begin(), kernel.types.end(), [](const TypeResult& type) {
        return type.roof && is_matrix_path(type.roof->line->ceiling->path);
      });
  if (near(factor, 2)) {
    causes.push_back(
        "operations counted twice: each multiply-add is 2 FLOP, and what counts FLOP "
        "already must not be doubled");
    if (matrix) causes.emplace_back("a 2:4-sparse rate or count held against a dense ceiling");
  }
  const std::string roomier = roomier_text(kernel, roofline);
  if (!roomier.empty()) return causes.push_back(roomier);
  causes.push_back(
      "a wrong count of operations (MACs and FLOP mixed up, the sum of many "
      "launches against the time of one), or a time in another unit" +
      std::string(has_several_precisions(kernel)
                      ? ""
                      : ": no precision of this archive reaches that rate"));
}

void add_level_excess(std::vector<std::string>& causes, const PlacedKernel& kernel,
                      const LevelResult& level) {
  const std::string& name = level.counted.level;
  if (kernel.run.bytes_from == BytesFrom::hand) {
    causes.push_back("bytes counted by hand that did not all reach " + name +
                     ": the rest must have come from a cache; count them with hardware counters or "
                     "place them at the level that served them");
  } else {
    causes.push_back("cache hits counted as " + name +
                     " bytes, or counters that saw more than this kernel");
  }
}

}  // namespace

std::vector<std::string> excess_causes(const PlacedKernel& kernel, const Roofline& roofline,
                                       const Archive& archive) {
  std::vector<std::string> causes;
  const double factor = kernel.roof_share.value_or(0);
  const LevelResult* level = roof_level(kernel);
  if (level != nullptr) add_level_excess(causes, kernel, *level);
  if (level == nullptr) add_compute_excess(causes, kernel, roofline, factor);
  const bool clocked = level == nullptr || !is_memory_name(level->counted.level);
  if (factor <= kBoost && clocked) {
    causes.emplace_back("a boost clock above the one that the ceiling was measured at");
  }
  const bool elsewhere = is_elsewhere(kernel, archive);
  const std::string model =
      archive.device.model.empty() ? archive.device.device_class : archive.device.model;
  const std::string other =
      elsewhere ? "another device: it ran on " + kernel.run.device + ", the archive is of " + model
                : "another device's archive";
  causes.insert(elsewhere ? causes.begin() : causes.end(), other);
  return causes;
}

std::vector<std::string> causes_of(const PlacedKernel& kernel, const Archive& archive) {
  std::vector<std::string> causes;
  const LaunchFacts& facts = kernel.run.facts;
  const double units = archive.device.units;
  const bool gpu = archive.device.kind == "gpu";
  const double launches = static_cast<double>(std::max<std::uint64_t>(1, kernel.run.launches));
  if (gpu && kernel.run.seconds && *kernel.run.seconds / launches < kShortLaunch) {
    causes.emplace_back("launch overhead");
  }
  if (facts.blocks && units > 0 && *facts.blocks < units) causes.emplace_back("few blocks");
  // A second, partly filled wave of blocks takes as long as a full one.
  if (facts.blocks && units > 0 && *facts.blocks > units && *facts.blocks < 2 * units) {
    causes.emplace_back("tail");
  }
  if (facts.threads && units > 0 && *facts.threads < units) causes.emplace_back("idle cores");
  if (facts.occupancy && *facts.occupancy < kLowOccupancy) causes.emplace_back("low occupancy");
  if (facts.active_lanes && *facts.active_lanes < kDivergent) causes.emplace_back("divergence");
  if (facts.sectors_per_request && *facts.sectors_per_request > kScattered) {
    causes.emplace_back("scattered accesses");
  }
  return causes;
}

}  // namespace ridgeline::ceilings
