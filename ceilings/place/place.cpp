// Intensities, rates, bounds and shares of one kernel. See placement.hpp.
#include "ceilings/place/place.hpp"

#include <algorithm>
#include <cmath>

namespace ridgeline {
namespace {

constexpr double kWorthNoting = 0.05;  // of the compute time

bool positive(double value) { return std::isfinite(value) && value > 0; }

BoundTime time_of(double work, const CeilingMatch& match) {
  return {work / match.value, work / match.high, work / match.low};
}

void add(BoundTime& sum, const BoundTime& part) {
  sum.seconds += part.seconds;
  sum.least += part.least;
  sum.most += part.most;
}

bool is_integer(const OperationCount& count) {
  return !count.precision.empty() && !is_floating(count.precision);
}

// Two counts of one type and path are one; counts of nothing are none.
std::vector<OperationCount> merged(const std::vector<OperationCount>& counts) {
  std::vector<OperationCount> result;
  for (const OperationCount& count : counts) {
    if (!positive(count.operations)) continue;
    const auto same = std::find_if(result.begin(), result.end(), [&](const OperationCount& other) {
      return other.precision == count.precision && other.accumulate == count.accumulate &&
             other.path == count.path;
    });
    if (same == result.end()) {
      result.push_back(count);
    } else {
      same->operations += count.operations;
    }
  }
  return result;
}

TypeResult placed(const OperationCount& count, const Roofline& roofline) {
  TypeResult type = type_ceilings(count, roofline);
  if (type.own) type.bound = time_of(count.operations, *type.own);
  if (type.roof) type.roof_seconds = count.operations / type.roof->value;
  return type;
}

void note(PlacedKernel& kernel, const std::string& text) {
  if (text.empty()) return;
  const auto known = std::find(kernel.notes.begin(), kernel.notes.end(), text);
  if (known == kernel.notes.end()) kernel.notes.push_back(text);
}

// Vector units and tensor cores (or AMX) work at the same time; what shares one of the two adds up.
double longer_unit(const std::vector<TypeResult>& types) {
  double vector = 0, matrix = 0;
  for (const TypeResult& type : types) {
    const bool tensor = type.roof && is_matrix_path(type.roof->line->ceiling->path);
    (tensor ? matrix : vector) += type.roof_seconds;
  }
  return std::max(vector, matrix);
}

// Integers beside floating-point work are addresses and counters for the most part; units of their
// own compute them, and their time does not add to that of the floating-point work.
void place_operations(PlacedKernel& kernel, const Roofline& roofline) {
  if (!kernel.run.operations) return;
  const std::vector<OperationCount> counts = merged(*kernel.run.operations);
  kernel.integer = !counts.empty() && std::all_of(counts.begin(), counts.end(), is_integer);
  kernel.operations = 0;
  for (const OperationCount& count : counts) {
    TypeResult type = placed(count, roofline);
    if (is_integer(count) && !kernel.integer) {
      kernel.beside.push_back(std::move(type));
      continue;
    }
    if (!type.own) {
      kernel.lacks_ceiling = true;
      note(kernel, "the archive has no ceiling of " + type_name(count) +
                       (type.roof ? " (only " + type.roof->line->ceiling->id + ")" : "") +
                       ": these operations are in no bound");
    }
    *kernel.operations += count.operations;
    add(kernel.compute, type.bound);
    kernel.types.push_back(std::move(type));
  }
  kernel.compute_roof_seconds = longer_unit(kernel.types);
  // What stands in for a sliver of the work is not worth a line.
  for (const TypeResult& type : kernel.types) {
    if (type.bound.seconds >= kWorthNoting * kernel.compute.seconds) note(kernel, type.note);
  }
}

void place_level(PlacedKernel& kernel, const LevelBytes& counted, const Roofline& roofline) {
  LevelResult level;
  level.counted = counted;
  const bool moved = positive(counted.bytes);
  if (moved && kernel.run.seconds && positive(*kernel.run.seconds)) {
    level.bandwidth = counted.bytes / *kernel.run.seconds;
  }
  if (moved && kernel.operations && positive(*kernel.operations)) {
    level.intensity = *kernel.operations / counted.bytes;
  }
  LevelCeilings ceilings = level_ceilings(counted, kernel.run.bytes_from, roofline);
  level.own = ceilings.own;
  level.roof = ceilings.roof;
  level.own_mix = ceilings.own_mix;
  if (level.own && moved) {
    level.bound = time_of(counted.bytes, *level.own);
    level.roof_seconds = counted.bytes / level.roof->value;
    if (level.bandwidth) level.share = *level.bandwidth / level.own->value;
  }
  if (!level.own) note(kernel, "the archive has no " + counted.level + " ceiling in this scope");
  if (!moved) {
    note(kernel, "no bytes moved at " + counted.level + ": it binds nothing, and has no intensity");
  }
  kernel.levels.push_back(std::move(level));
}

void set_attainable(PlacedKernel& kernel) {
  if (!kernel.operations || !positive(*kernel.operations)) return;
  for (LevelResult& level : kernel.levels) {
    const double seconds = std::max(level.bound.seconds, kernel.compute.seconds);
    const bool whole = level.bound.seconds > 0 && !kernel.lacks_ceiling;
    if (whole && seconds > 0) level.attainable = *kernel.operations / seconds;
  }
  if (kernel.bound.seconds > 0) kernel.attainable = *kernel.operations / kernel.bound.seconds;
}

double upper_end(const CeilingMatch& match) {
  return match.value > 0 ? match.high / match.value : 1;
}

void bind_compute(PlacedKernel& kernel) {
  kernel.bound = kernel.compute;
  kernel.roof_seconds = kernel.compute_roof_seconds;
  const TypeResult* longest = nullptr;
  for (const TypeResult& type : kernel.types) {
    if (!type.roof) continue;
    const bool more = longest == nullptr || type.bound.seconds > longest->bound.seconds;
    if (more) longest = &type;
  }
  if (longest == nullptr) return;
  kernel.binding = longest->own ? longest->own->line : longest->roof->line;
  kernel.roof_high = upper_end(*longest->roof);
}

void bind_levels(PlacedKernel& kernel) {
  for (const LevelResult& level : kernel.levels) {
    if (level.bound.seconds > kernel.bound.seconds) {
      kernel.bound = level.bound;
      kernel.binding = level.own->line;
      kernel.binding_level = level.counted.level;
    }
    if (level.roof_seconds > kernel.roof_seconds) {
      kernel.roof_seconds = level.roof_seconds;
      kernel.roof_high = upper_end(*level.roof);
    }
  }
}

}  // namespace

PlacedKernel place(const KernelRun& run, const Roofline& roofline) {
  PlacedKernel kernel;
  kernel.run = run;
  for (const std::string& text : run.notes) note(kernel, text);
  place_operations(kernel, roofline);
  for (const LevelBytes& counted : run.bytes) place_level(kernel, counted, roofline);
  bind_compute(kernel);
  bind_levels(kernel);
  const bool moved = std::any_of(kernel.levels.begin(), kernel.levels.end(),
                                 [](const LevelResult& l) { return positive(l.counted.bytes); });
  const bool bound = std::any_of(kernel.levels.begin(), kernel.levels.end(),
                                 [](const LevelResult& l) { return l.bound.seconds > 0; });
  kernel.lacks_ceiling = kernel.lacks_ceiling || (moved && !bound);
  set_attainable(kernel);
  if (!run.seconds || !positive(*run.seconds)) return kernel;
  if (kernel.operations && positive(*kernel.operations))
    kernel.rate = *kernel.operations / *run.seconds;
  if (kernel.bound.seconds > 0) kernel.share = kernel.bound.seconds / *run.seconds;
  if (kernel.roof_seconds > 0) kernel.roof_share = kernel.roof_seconds / *run.seconds;
  return kernel;
}

}  // namespace ridgeline
