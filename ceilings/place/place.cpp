// Intensities, rates, bounds and shares of one kernel, and launches of one as one. See place.hpp.
#include "ceilings/place/place.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "ceilings/place/level_ceilings.hpp"
#include "ceilings/place/type_ceilings.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kWorthNoting = 0.05;  // of the compute time
constexpr std::size_t kNotes = 12;     // different ones that anyone would read

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

void add_operation(std::vector<OperationCount>& sum, const OperationCount& count) {
  const auto same = std::find_if(sum.begin(), sum.end(), [&](const OperationCount& other) {
    return other.precision == count.precision && other.accumulate == count.accumulate &&
           other.path == count.path;
  });
  if (same == sum.end()) {
    sum.push_back(count);
  } else {
    same->operations += count.operations;
  }
}

// Two counts of one type and path are one; counts of nothing are none.
std::vector<OperationCount> merged(const std::vector<OperationCount>& counts) {
  std::vector<OperationCount> result;
  for (const OperationCount& count : counts) {
    if (positive(count.operations)) add_operation(result, count);
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

// What was collected of a launch: sums over launches of which only some have a figure would be too
// small, so that these stay apart.
std::string collected(const KernelRun& run) {
  std::string text = run.seconds ? "t" : "-";
  text += run.operations ? "o" : "-";
  text += run.bytes_from == BytesFrom::hand ? "h" : "c";
  std::vector<std::string> levels;
  for (const LevelBytes& level : run.bytes) levels.push_back(level.level);
  std::sort(levels.begin(), levels.end());
  for (const std::string& level : levels) text += '\x1f' + level;
  return text;
}

void add_known(std::optional<double>& sum, const std::optional<double>& more) {
  sum = sum && more ? std::optional(*sum + *more) : std::nullopt;
}

void add_bytes(std::vector<LevelBytes>& sum, const std::vector<LevelBytes>& more) {
  for (const LevelBytes& bytes : more) {
    const auto same = std::find_if(sum.begin(), sum.end(), [&](const LevelBytes& other) {
      return other.level == bytes.level;
    });
    if (same == sum.end()) continue;  // collected() is the same of both
    same->bytes += bytes.bytes;
    add_known(same->read, bytes.read);
    add_known(same->written, bytes.written);
  }
}

// A mean by launches; what only one of them knows is taken as it is.
void add_fact(std::optional<double>& mean, double weight, const std::optional<double>& more,
              double more_weight) {
  if (!mean) {
    mean = more;
  } else if (more) {
    mean = (*mean * weight + *more * more_weight) / (weight + more_weight);
  }
}

void add_facts(KernelRun& sum, const KernelRun& run) {
  const double had = static_cast<double>(sum.launches), has = static_cast<double>(run.launches);
  LaunchFacts& facts = sum.facts;
  add_fact(facts.blocks, had, run.facts.blocks, has);
  add_fact(facts.threads_per_block, had, run.facts.threads_per_block, has);
  add_fact(facts.occupancy, had, run.facts.occupancy, has);
  add_fact(facts.sectors_per_request, had, run.facts.sectors_per_request, has);
  add_fact(facts.active_lanes, had, run.facts.active_lanes, has);
  add_fact(facts.threads, had, run.facts.threads, has);
}

void add_run(KernelRun& sum, const KernelRun& run) {
  add_facts(sum, run);
  add_known(sum.seconds, run.seconds);
  if (sum.operations && run.operations) {
    for (const OperationCount& count : *run.operations) add_operation(*sum.operations, count);
  }
  add_bytes(sum.bytes, run.bytes);
  sum.launches += run.launches;
  for (const std::string& note : run.notes) {
    if (sum.notes.size() >= kNotes) break;
    const bool known = std::find(sum.notes.begin(), sum.notes.end(), note) != sum.notes.end();
    if (!known) sum.notes.push_back(note);
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

std::vector<KernelRun> grouped(const std::vector<KernelRun>& runs) {
  std::vector<KernelRun> groups;
  std::map<std::string, std::size_t> places;
  for (const KernelRun& run : runs) {
    const std::string key = run.name + '\x1e' + run.device + '\x1e' + collected(run);
    const auto [place, fresh] = places.try_emplace(key, groups.size());
    if (fresh) {
      groups.push_back(run);
    } else {
      add_run(groups[place->second], run);
    }
  }
  return groups;
}

}  // namespace ridgeline::ceilings
