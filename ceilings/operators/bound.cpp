// See bound.hpp.
#include "ceilings/operators/bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/roofline/theoretical.hpp"

namespace ridgeline::ceilings {
namespace {

Roofline only_units(const Roofline& roofline, bool matrix) {
  Roofline kept;
  for (const Line& line : roofline.computes) {
    if (is_matrix_path(line.ceiling->path) == matrix) kept.computes.push_back(line);
  }
  return kept;
}

// The line in `roofline` that a line of its filtered copy was made from.
const Line* same_line(const Roofline& roofline, const Line* line) {
  if (line == nullptr) return nullptr;
  const auto found =
      std::find_if(roofline.computes.begin(), roofline.computes.end(),
                   [&](const Line& other) { return other.ceiling == line->ceiling; });
  return &*found;
}

const Line* roof_on(const Roofline& roofline, const std::string& precision, bool matrix) {
  const Roofline kept = only_units(roofline, matrix);
  return same_line(roofline, compute_roof(kept, precision));
}

std::string wanted_precision(const OperatorWork& work) {
  const bool same = work.accumulate.empty() || work.accumulate == work.precision;
  return same ? work.precision : work.precision + "->" + work.accumulate;
}

const Line* product_roof(const Roofline& roofline, const OperatorWork& work, UnitChoice choice) {
  const std::string precision = wanted_precision(work);
  const Line* matrix = roof_on(roofline, precision, true);
  const Line* vector = roof_on(roofline, precision, false);
  if (choice == UnitChoice::matrix) return matrix;
  if (choice == UnitChoice::vector) return vector;
  if (matrix == nullptr || vector == nullptr) return matrix == nullptr ? vector : matrix;
  return matrix->value >= vector->value ? matrix : vector;
}

[[noreturn]] void no_ceiling(const Roofline& roofline, const OperatorWork& work,
                             UnitChoice choice) {
  std::string names;
  for (const std::string& name : precision_names(roofline)) {
    names += (names.empty() ? "" : ", ") + name;
  }
  const std::string units = choice == UnitChoice::matrix && work.products    ? " on matrix units"
                            : choice == UnitChoice::vector || !work.products ? " on vector units"
                                                                             : "";
  throw UsageError("the archive has no ceiling of " + wanted_precision(work) + units +
                   "; its precisions are " + (names.empty() ? "none" : names) +
                   "; take another --dtype, or leave out --on");
}

// What a small type is converted to where vector units have no arithmetic in it; empty: nothing.
std::string wider(const std::string& precision) {
  if (precision == "fp16" || precision == "bf16") return "fp32";
  return precision == "int8" ? "int32" : "";
}

// On a GPU a wider type is no answer for products, which its matrix units do faster, measured or
// not.
bool may_widen(const OperatorWork& work, UnitChoice choice, bool gpu) {
  const bool on_vectors =
      !work.products || choice == UnitChoice::vector || (choice == UnitChoice::automatic && !gpu);
  return on_vectors && !wider(work.precision).empty();
}

WorkBound work_bound(const Roofline& roofline, const OperatorWork& work, UnitChoice choice,
                     bool gpu) {
  WorkBound bound;
  if (work.operations == 0) return bound;
  bound.line = work.products ? product_roof(roofline, work, choice)
                             : roof_on(roofline, work.precision, false);
  if (bound.line == nullptr && may_widen(work, choice, gpu)) {
    bound.line = roof_on(roofline, wider(work.precision), false);
    bound.note = "the archive has no " + work.precision + " ceiling of vector units; that of " +
                 wider(work.precision) + " stands in";
  }
  if (bound.line == nullptr) no_ceiling(roofline, work, choice);
  if (gpu && !wider(work.precision).empty() && work.products && choice == UnitChoice::automatic &&
      !is_matrix_path(bound.line->ceiling->path)) {
    bound.note = "the archive has no " + work.precision +
                 " ceiling of tensor cores; that of vector units counts, and the device may be "
                 "faster";
  }
  if (is_theoretical(*bound.line->ceiling)) {
    bound.note += bound.note.empty() ? "" : "; ";
    bound.note += "THEORETICAL: no ceiling of " + precision_name(*bound.line->ceiling) + " on " +
                  (is_matrix_path(bound.line->ceiling->path) ? "matrix" : "vector") +
                  " units was measured; the documented peak stands in (" +
                  bound.line->ceiling->source + "), which programs seldom reach";
  }
  bound.seconds = static_cast<double>(work.operations) / bound.line->value;
  return bound;
}

// Written bytes over all of "2:1", "0:1-nt"; negative: no such mix.
double written_share(const std::string& mix) {
  const std::size_t colon = mix.find(':');
  if (colon == std::string::npos) return -1;
  const double read = std::strtod(mix.c_str(), nullptr);
  const double written = std::strtod(mix.c_str() + colon + 1, nullptr);
  return read + written > 0 ? written / (read + written) : -1;
}

// The highest primary line among those whose mix is nearest to the traffic's.
const Line* nearest_mix(const Roofline& roofline, const std::string& level,
                        const Traffic& traffic) {
  if (traffic.bytes == 0) return nullptr;
  const double wanted =
      static_cast<double>(traffic.bytes_written) / static_cast<double>(traffic.bytes);
  const Line* best = nullptr;
  double distance = std::numeric_limits<double>::infinity();
  for (const Line& line : roofline.bandwidths) {
    const double share = written_share(line.ceiling->mix);
    if (level_name(*line.ceiling) != level || share < 0 || line.ceiling->role != "primary") {
      continue;
    }
    const double gap = std::abs(share - wanted);
    const bool same = best != nullptr && std::abs(gap - distance) < 1e-9;
    if (same ? line.value <= best->value : gap >= distance) continue;
    best = &line;
    distance = gap;
  }
  return best;
}

// Bytes of a level that the roofline's units can reach together. "L2@near" is a part of L2.
std::uint64_t capacity_of(const Archive& archive, const Roofline& roofline,
                          const std::string& level) {
  const std::string name = level.substr(0, level.find('@'));
  const bool whole = roofline.scope == "chip" || roofline.scope == "all";
  std::uint64_t bytes = 0;
  for (const NominalLevel& nominal : archive.device.levels) {
    const bool node =
        level.find("@node") == std::string::npos || level == name + "@" + nominal.node;
    if (nominal.name != name || !node) continue;
    const auto instances = static_cast<std::uint64_t>(std::max(1, nominal.instances));
    bytes = whole ? bytes + nominal.bytes * instances : std::max(bytes, nominal.bytes);
  }
  if (bytes == 0 && is_memory_name(name)) return archive.device.memory_bytes;
  return bytes;
}

// `low`, `high`: the interval of the compute rate.
Side side_of(double intensity, double low, double high, const Line& bandwidth) {
  if (intensity < low / bandwidth.high) return Side::left;
  return intensity > high / bandwidth.low ? Side::right : Side::ridge;
}

// The rate of all parts together at one end of their intervals, operations/s.
double mixed_rate(const OperatorCost& cost, const OperatorBound& bound, double Line::*end) {
  double seconds = 0;
  for (std::size_t i = 0; i < cost.work.size(); ++i) {
    const Line* line = bound.work[i].line;
    if (line != nullptr) seconds += static_cast<double>(cost.work[i].operations) / line->*end;
  }
  return seconds > 0 ? static_cast<double>(cost.operations) / seconds : 0;
}

LevelBound level_bound(const OperatorCost& cost, const Traffic& traffic, const OperatorBound& bound,
                       const Roofline& roofline, const std::string& level) {
  LevelBound result;
  result.level = level;
  result.bandwidth = bandwidth_roof(roofline, level);
  if (result.bandwidth == nullptr) return result;
  const double bytes = static_cast<double>(traffic.bytes);
  const double rate = mixed_rate(cost, bound, &Line::value);
  result.ridge = rate / result.bandwidth->value;
  result.attainable = std::min(rate, traffic.intensity * result.bandwidth->value);
  result.memory_seconds = bytes / result.bandwidth->value;
  result.seconds = std::max(bound.compute_seconds, result.memory_seconds);
  result.side = cost.operations == 0
                    ? Side::left
                    : side_of(traffic.intensity, mixed_rate(cost, bound, &Line::low),
                              mixed_rate(cost, bound, &Line::high), *result.bandwidth);
  result.own_mix = nearest_mix(roofline, level, traffic);
  if (result.own_mix != nullptr) {
    result.own_mix_seconds = std::max(bound.compute_seconds, bytes / result.own_mix->value);
  }
  return result;
}

}  // namespace

OperatorBound bound_of(const OperatorCost& cost, const Traffic& traffic, const Archive& archive,
                       const Roofline& roofline, UnitChoice choice) {
  OperatorBound bound;
  const bool products = std::any_of(cost.work.begin(), cost.work.end(),
                                    [](const OperatorWork& work) { return work.products; });
  if (choice == UnitChoice::matrix && !products) {
    throw UsageError(cost.name + " has no products of matrices; leave out --path matrix");
  }
  for (const OperatorWork& work : cost.work) {
    bound.work.push_back(work_bound(roofline, work, choice, archive.device.kind == "gpu"));
    bound.compute_seconds += bound.work.back().seconds;
    const std::string& note = bound.work.back().note;
    const bool new_note =
        std::find(bound.notes.begin(), bound.notes.end(), note) == bound.notes.end();
    if (!note.empty() && new_note) bound.notes.push_back(note);
  }
  for (const std::string& level : level_names(roofline)) {
    LevelBound one = level_bound(cost, traffic, bound, roofline, level);
    if (one.bandwidth == nullptr) continue;
    one.capacity = capacity_of(archive, roofline, level);
    one.fits = one.capacity == 0 || traffic.working_set <= one.capacity;
    bound.levels.push_back(one);
  }
  if (bound.levels.empty()) {
    throw UsageError("the archive has no bandwidth ceilings of the scope '" + roofline.scope +
                     "'; take an archive that has, or another --scope");
  }
  return bound;
}

}  // namespace ridgeline::ceilings
