// Intensities, rates, bounds and shares of one kernel. See placement.hpp.
#include "ceilings/place/place.hpp"

#include <algorithm>
#include <cmath>

namespace ridgeline {
namespace {

constexpr double kWorthNoting = 0.05;  // of the compute time

bool positive(double value) { return std::isfinite(value) && value > 0; }

BoundTime time_of(double work, const Held& held) {
  return {work / held.value, work / held.high, work / held.low};
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

TypePlace placed(const OperationCount& count, const Roofline& roofline) {
  TypePlace type = type_ceilings(count, roofline);
  if (type.own) type.bound = time_of(count.operations, *type.own);
  if (type.roof) type.roof_seconds = count.operations / type.roof->value;
  return type;
}

void note(Placement& place, const std::string& text) {
  if (text.empty()) return;
  const auto known = std::find(place.notes.begin(), place.notes.end(), text);
  if (known == place.notes.end()) place.notes.push_back(text);
}

// Vector units and tensor cores (or AMX) work at the same time; what shares one of the two adds up.
double longer_unit(const std::vector<TypePlace>& types) {
  double vector = 0, matrix = 0;
  for (const TypePlace& type : types) {
    const bool tensor = type.roof && is_matrix_path(type.roof->line->ceiling->path);
    (tensor ? matrix : vector) += type.roof_seconds;
  }
  return std::max(vector, matrix);
}

// Integers beside floating-point work are addresses and counters for the most part; units of their
// own compute them, and their time does not add to that of the floating-point work.
void place_operations(Placement& place, const Roofline& roofline) {
  if (!place.run.operations) return;
  const std::vector<OperationCount> counts = merged(*place.run.operations);
  place.integer = !counts.empty() && std::all_of(counts.begin(), counts.end(), is_integer);
  place.operations = 0;
  for (const OperationCount& count : counts) {
    TypePlace type = placed(count, roofline);
    if (is_integer(count) && !place.integer) {
      place.beside.push_back(std::move(type));
      continue;
    }
    if (!type.own) {
      place.lacks_ceiling = true;
      note(place, "the archive has no ceiling of " + type_name(count) +
                      (type.roof ? " (only " + type.roof->line->ceiling->id + ")" : "") +
                      ": these operations are in no bound");
    }
    *place.operations += count.operations;
    add(place.compute, type.bound);
    place.types.push_back(std::move(type));
  }
  place.compute_roof_seconds = longer_unit(place.types);
  // What stands in for a sliver of the work is not worth a line.
  for (const TypePlace& type : place.types) {
    if (type.bound.seconds >= kWorthNoting * place.compute.seconds) note(place, type.note);
  }
}

void place_level(Placement& place, const LevelBytes& counted, const Roofline& roofline) {
  LevelPlace level;
  level.counted = counted;
  const bool moved = positive(counted.bytes);
  if (moved && place.run.seconds && positive(*place.run.seconds)) {
    level.bandwidth = counted.bytes / *place.run.seconds;
  }
  if (moved && place.operations && positive(*place.operations)) {
    level.intensity = *place.operations / counted.bytes;
  }
  LevelCeilings ceilings = level_ceilings(counted, place.run.bytes_from, roofline);
  level.own = ceilings.own;
  level.roof = ceilings.roof;
  level.own_mix = ceilings.own_mix;
  if (level.own && moved) {
    level.bound = time_of(counted.bytes, *level.own);
    level.roof_seconds = counted.bytes / level.roof->value;
    if (level.bandwidth) level.share = *level.bandwidth / level.own->value;
  }
  if (!level.own) note(place, "the archive has no " + counted.level + " ceiling in this scope");
  if (!moved) {
    note(place, "no bytes moved at " + counted.level + ": it binds nothing, and has no intensity");
  }
  place.levels.push_back(std::move(level));
}

void set_attainable(Placement& place) {
  if (!place.operations || !positive(*place.operations)) return;
  for (LevelPlace& level : place.levels) {
    const double seconds = std::max(level.bound.seconds, place.compute.seconds);
    const bool whole = level.bound.seconds > 0 && !place.lacks_ceiling;
    if (whole && seconds > 0) level.attainable = *place.operations / seconds;
  }
  if (place.bound.seconds > 0) place.attainable = *place.operations / place.bound.seconds;
}

double upper_end(const Held& held) { return held.value > 0 ? held.high / held.value : 1; }

void bind_compute(Placement& place) {
  place.bound = place.compute;
  place.roof_seconds = place.compute_roof_seconds;
  const TypePlace* longest = nullptr;
  for (const TypePlace& type : place.types) {
    if (!type.roof) continue;
    const bool more = longest == nullptr || type.bound.seconds > longest->bound.seconds;
    if (more) longest = &type;
  }
  if (longest == nullptr) return;
  place.binding = longest->own ? longest->own->line : longest->roof->line;
  place.roof_high = upper_end(*longest->roof);
}

void bind_levels(Placement& place) {
  for (const LevelPlace& level : place.levels) {
    if (level.bound.seconds > place.bound.seconds) {
      place.bound = level.bound;
      place.binding = level.own->line;
      place.binding_level = level.counted.level;
    }
    if (level.roof_seconds > place.roof_seconds) {
      place.roof_seconds = level.roof_seconds;
      place.roof_high = upper_end(*level.roof);
    }
  }
}

}  // namespace

Placement place(const KernelRun& run, const Roofline& roofline) {
  Placement place;
  place.run = run;
  for (const std::string& text : run.notes) note(place, text);
  place_operations(place, roofline);
  for (const LevelBytes& counted : run.bytes) place_level(place, counted, roofline);
  bind_compute(place);
  bind_levels(place);
  const bool moved = std::any_of(place.levels.begin(), place.levels.end(),
                                 [](const LevelPlace& l) { return positive(l.counted.bytes); });
  const bool held = std::any_of(place.levels.begin(), place.levels.end(),
                                [](const LevelPlace& l) { return l.bound.seconds > 0; });
  place.lacks_ceiling = place.lacks_ceiling || (moved && !held);
  set_attainable(place);
  if (!run.seconds || !positive(*run.seconds)) return place;
  if (place.operations && positive(*place.operations))
    place.rate = *place.operations / *run.seconds;
  if (place.bound.seconds > 0) place.share = place.bound.seconds / *run.seconds;
  if (place.roof_seconds > 0) place.roof_share = place.roof_seconds / *run.seconds;
  return place;
}

}  // namespace ridgeline
