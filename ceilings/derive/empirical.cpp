// Points of the intensity sweep and the lines of the roofline above them.
#include "ceilings/derive/empirical.hpp"

#include <algorithm>
#include <functional>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/paths.hpp"
#include "ceilings/samples/series.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline::ceilings {
namespace {

// Either way, where neither line is reached; the tenth above two keeps intensities that lie a power
// of two from the ridge on one side of it, whatever the scatter of both lines.
constexpr double kNearRidge = 2.2;

const Ceiling* highest(const std::vector<Ceiling>& ceilings,
                       const std::function<bool(const Ceiling&)>& wanted) {
  const Ceiling* best = nullptr;
  for (const Ceiling& ceiling : ceilings) {
    if (is_failed(ceiling) || ceiling.value <= 0 || !wanted(ceiling)) continue;
    if (best == nullptr || ceiling.value > best->value) best = &ceiling;
  }
  return best;
}

const Ceiling* compute_line(const Sample& sample, const std::vector<Ceiling>& ceilings,
                            std::string& note) {
  const auto belongs = [&](const Ceiling& c) {
    return c.kind == "compute" && c.scope == sample.scope && c.precision == sample.precision &&
           c.accumulate == accumulator_of(sample);
  };
  const std::string isa = isa_of(sample.path);
  const std::string own = isa.empty() ? "fma" : "fma-" + isa;
  const Ceiling* line =
      highest(ceilings, [&](const Ceiling& c) { return belongs(c) && c.path == own; });
  if (line != nullptr) return line;
  line = highest(ceilings, [&](const Ceiling& c) { return belongs(c) && c.roof; });
  note = line == nullptr ? "no compute ceiling" : "against the compute roof " + line->id;
  return line;
}

const Ceiling* bandwidth_line(const Sample& sample, const std::vector<Ceiling>& ceilings,
                              std::string& note) {
  const std::string level = plain_level(sample.level);
  const std::string node = sample.node.empty() ? variant_of(sample.level) : sample.node;
  const auto belongs = [&](const Ceiling& c) {
    return c.kind == "bandwidth" && c.level == level && c.node == node && c.scope == sample.scope;
  };
  const std::string isa = isa_of(sample.path);
  const auto own_mix = [&](const Ceiling& c) { return belongs(c) && c.mix == sample.mix; };
  const auto own_isa = [&](const Ceiling& c) {
    return own_mix(c) && isa_of(c.path) == isa;  // none on GPUs, where all paths are alike in that
  };
  // Intensity kernels store where they loaded from, as updates do; copies have the same mix.
  const Ceiling* line = highest(
      ceilings, [&](const Ceiling& c) { return own_isa(c) && operation_of(c.path) == "update"; });
  if (line == nullptr) line = highest(ceilings, own_isa);
  if (line == nullptr) line = highest(ceilings, own_mix);
  if (line != nullptr) return line;
  line = highest(ceilings, [&](const Ceiling& c) { return belongs(c) && c.roof; });
  if (!note.empty()) note += "; ";
  note += line == nullptr
              ? "no bandwidth ceiling of " + sample.level
              : "no ceiling of mix " + sample.mix + ": against the level's roof " + line->id;
  return line;
}

EmpiricalPoint point_of(const Sample& sample, const std::vector<Ceiling>& ceilings) {
  EmpiricalPoint point;
  point.sample = sample.name;
  point.level = sample.level;
  point.scope = sample.scope;
  point.mix = sample.mix;
  point.precision = sample.precision;
  point.path = sample.path;
  point.intensity = sample.work.operations / (sample.work.bytes_read + sample.work.bytes_written);
  point.rate = median(series_of(sample).values);
  const Ceiling* compute = compute_line(sample, ceilings, point.note);
  const Ceiling* bandwidth = bandwidth_line(sample, ceilings, point.note);
  if (compute == nullptr || bandwidth == nullptr) return point;
  point.attainable = std::min(compute->value, bandwidth->value * point.intensity);
  point.ratio = point.rate / point.attainable;
  const double ridge = compute->value / bandwidth->value;
  point.near_ridge = point.intensity >= ridge / kNearRidge && point.intensity <= ridge * kNearRidge;
  return point;
}

}  // namespace

std::vector<EmpiricalPoint> empirical_points(const Archive& archive) {
  std::vector<EmpiricalPoint> points;
  for (const Sample& sample : archive.samples) {
    const double bytes = sample.work.bytes_read + sample.work.bytes_written;
    const bool usable = sample.stage == Stage::empirical && sample.status == Status::ok &&
                        sample.family == "intensity" && bytes > 0 && sample.work.operations > 0;
    if (usable && !series_of(sample).values.empty()) {
      points.push_back(point_of(sample, archive.ceilings));
    }
  }
  return points;
}

}  // namespace ridgeline::ceilings
