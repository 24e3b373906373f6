// See lower_ceilings.hpp.
#include "ceilings/place/diagnosis/lower_ceilings.hpp"

#include <algorithm>
#include <cmath>

#include "ceilings/archive/level_names.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/paths.hpp"
#include "ceilings/place/diagnosis/phrases.hpp"
#include "ceilings/place/diagnosis/thresholds.hpp"
#include "ceilings/place/type_ceilings.hpp"

namespace ridgeline::ceilings {
namespace {

// A line as near to the kernel's own as that leads nowhere else.
constexpr double kBelow = 0.95;

enum class Evidence : std::uint8_t { against, none, in_favour };

Evidence evidence(bool favour, bool against) {
  return favour ? Evidence::in_favour : against ? Evidence::against : Evidence::none;
}

bool is_unfused(const std::string& path) {
  const std::string operation = operation_of(path);
  return operation == "mul-add" || operation == "add";
}

bool is_vector_word(const std::string& path) {
  return path == "fma" || is_unfused(path) || !isa_of(path).empty();
}

// The type whose operations take most of the compute time; null: none takes four fifths of it.
const TypeResult* main_type(const PlacedKernel& kernel) {
  for (const TypeResult& type : kernel.types) {
    const bool most = type.bound.seconds >= 0.8 * kernel.compute.seconds;
    if (type.own && type.bound.seconds > 0 && most) return &type;
  }
  return nullptr;
}

std::string technique_of(const Ceiling& ceiling, const TypeResult& type) {
  if (ceiling.lacks == "tensor cores") return "tensor path";
  if (!ceiling.lacks.empty()) {
    return ceiling.lacks == "bare instructions" ? "hand-written kernel" : ceiling.lacks;
  }
  const bool tensor = is_matrix_path(type.own->line->ceiling->path);
  return tensor && !is_matrix_path(ceiling.path) ? "tensor path" : "";
}

Evidence of_compute(const Ceiling& ceiling, const std::string& technique,
                    const PlacedKernel& kernel, const std::string& path) {
  const bool matrix = path == "matrix" || is_matrix_path(path);
  const std::string isa = isa_of(path), line_isa = isa_of(ceiling.path);
  if (!isa.empty() && isa != line_isa) return Evidence::against;
  if (technique == "tensor path") return evidence(is_vector_word(path), matrix);
  if (is_matrix_path(ceiling.path)) return evidence(false, is_vector_word(path));
  if (matrix) return Evidence::against;
  if (technique == "FMA") return evidence(is_unfused(path), operation_of(path) == "fma");
  if (technique != "ILP") return Evidence::none;
  // Where half of the warps are resident they hide each other's latency.
  return evidence(false, kernel.run.facts.occupancy.value_or(0) >= 0.5 || is_unfused(path));
}

double half_interval(const Ceiling& ceiling) {
  if (ceiling.low <= 0 || ceiling.high <= ceiling.low || ceiling.value <= 0) return 0;
  return (ceiling.high - ceiling.low) / 2 / ceiling.value;
}

void add_computes(std::vector<LowerCeiling>& found, const PlacedKernel& kernel,
                  const Roofline& roofline) {
  const TypeResult* type = main_type(kernel);
  if (type == nullptr) return;
  const OperationCount& count = type->count;
  for (const Line& line : roofline.computes) {
    const Ceiling& ceiling = *line.ceiling;
    const bool same = ceiling.precision == count.precision &&
                      (count.accumulate.empty() || ceiling.accumulate.empty() ||
                       ceiling.accumulate == count.accumulate);
    if (!same || line.value > kBelow * type->own->value) continue;
    const std::string technique = technique_of(ceiling, *type);
    if (technique.empty() || ceiling.path.ends_with("-constant")) continue;
    const Evidence known = of_compute(ceiling, technique, kernel, count.path);
    if (known == Evidence::against) continue;
    const double others = kernel.compute.seconds - type->bound.seconds;
    found.push_back({&ceiling, technique, "", line.value, count.operations / line.value + others,
                     half_interval(ceiling), known == Evidence::in_favour});
  }
}

// Fewer blocks than SMs, or threads than cores: the rest of the device does nothing.
void add_partial(std::vector<LowerCeiling>& found, const PlacedKernel& kernel) {
  const TypeResult* type = main_type(kernel);
  const LaunchFacts& facts = kernel.run.facts;
  const std::optional<double>& workers = facts.threads ? facts.threads : facts.blocks;
  if (type == nullptr || !workers || *workers <= 0) return;
  const Ceiling& ceiling = *type->own->line->ceiling;
  const double part = *workers / std::max(1, ceiling.units);
  if (part > kBelow) return;
  const double others = kernel.compute.seconds - type->bound.seconds;
  found.push_back({&ceiling, facts.threads ? "all cores" : "occupancy", "", type->own->value * part,
                   type->bound.seconds / part + others, half_interval(ceiling), true});
}

std::string bandwidth_technique(const Ceiling& ceiling, const Ceiling& own) {
  if (!ceiling.lacks.empty()) return ceiling.lacks == "locality" ? "coalescing" : ceiling.lacks;
  const bool elsewhere = ceiling.node != own.node || ceiling.scope != own.scope;
  const bool comparable = ceiling.mix == own.mix || ceiling.mix == "1:0";
  if (!elsewhere || !comparable) return "";
  return is_memory_name(ceiling.level) ? "NUMA placement" : "near partition";
}

Evidence of_bandwidth(const Ceiling& ceiling, const std::string& technique,
                      const PlacedKernel& kernel) {
  const std::optional<double>& sectors = kernel.run.facts.sectors_per_request;
  if (technique == "coalescing") {
    return evidence(sectors.value_or(0) > kScattered, sectors && *sectors <= kScattered);
  }
  if (technique != "SIMD width") return Evidence::none;
  bool favour = false, against = false;
  for (const TypeResult& type : kernel.types) {
    const std::string isa = isa_of(type.count.path);
    favour = favour || (!isa.empty() && isa == isa_of(ceiling.path));
    against = against || (!isa.empty() && isa != isa_of(ceiling.path));
  }
  return evidence(favour, against);
}

// A store that caches allocate for reads what it overwrites; one past them (non-temporal) does not.
bool allocates(const Line& line) { return line.traffic > line.value * (1 + kSameBound); }

// What the same accesses reach without the lack: the best line of the mix and kind of access.
double without_lack(const Ceiling& ceiling, const Roofline& roofline) {
  double best = 0;
  for (const Line& line : roofline.bandwidths) {
    const Ceiling& other = *line.ceiling;
    const bool same = other.lacks.empty() && other.level == ceiling.level &&
                      other.node == ceiling.node && other.mix == ceiling.mix &&
                      operation_of(other.path) == operation_of(ceiling.path);
    if (same) best = std::max(best, line.value);
  }
  return best;
}

// Plain stores where others go past the caches; of copies and updates alike the counts are 1:1.
void add_allocating(std::vector<LowerCeiling>& found, const LevelResult& level, bool counters,
                    const Roofline& roofline) {
  const Ceiling& own = *level.own->line->ceiling;
  if (!level.own_mix || allocates(*level.own->line)) return;
  for (const Line& line : roofline.bandwidths) {
    const Ceiling& ceiling = *line.ceiling;
    const double value = counters ? line.traffic : line.value;
    const bool same = ceiling.level == own.level && ceiling.node == own.node &&
                      ceiling.role == "primary" && allocates(line);
    const bool mix = counters ? ceiling.mix == "0:1" && own.mix == "1:1" : ceiling.mix == own.mix;
    if (!same || !mix || value > kBelow * level.own->value) continue;
    found.push_back({&ceiling, "non-temporal stores", level.counted.level, value,
                     level.counted.bytes / value, half_interval(ceiling), false});
  }
}

// Ceilings of the level, and of far memory, which is a scope of its own ("all.far").
void add_bandwidths(std::vector<LowerCeiling>& found, const PlacedKernel& kernel,
                    const LevelResult& level, const Roofline& roofline, const Archive& archive) {
  const Ceiling& own = *level.own->line->ceiling;
  const bool counters = kernel.run.bytes_from == BytesFrom::counters;
  const auto consider = [&](const Ceiling& ceiling, double factor) {
    const bool mix = !level.own_mix || ceiling.mix == own.mix;
    if (ceiling.level != own.level || &ceiling == &own || !mix || is_failed(ceiling)) return;
    const std::string technique = bandwidth_technique(ceiling, own);
    const double value = ceiling.value * factor;
    if (technique.empty() || value <= 0 || value > kBelow * level.own->value) return;
    const double better = ceiling.lacks.empty() ? 0 : without_lack(ceiling, roofline);
    if (better > 0 && ceiling.value > kBelow * better) return;  // it is not what is missing
    const Evidence known = of_bandwidth(ceiling, technique, kernel);
    if (known == Evidence::against) return;
    found.push_back({&ceiling, technique, level.counted.level, value, level.counted.bytes / value,
                     half_interval(ceiling), known == Evidence::in_favour});
  };
  for (const Line& line : roofline.bandwidths) {
    consider(*line.ceiling, (counters ? line.traffic : line.value) / line.ceiling->value);
  }
  for (const Ceiling& ceiling : archive.ceilings) {
    if (ceiling.scope == roofline.scope + ".far" && ceiling.kind == "bandwidth" &&
        ceiling.value > 0) {
      const bool allocates = counters && ceiling.traffic > 0;
      consider(ceiling, allocates ? ceiling.traffic / ceiling.value : 1);
    }
  }
}

// Vector units that do what tensor cores do faster, in types that tensor cores are made for.
const Line* tensor_line(const TypeResult& type, const Roofline& roofline) {
  const std::string& precision = type.count.precision;
  if (precision != "fp16" && precision != "bf16" && precision != "int8") return nullptr;
  const TypeResult matrix = type_ceilings({precision, "", "matrix", 1}, roofline);
  return matrix.own && is_matrix_path(matrix.own->line->ceiling->path) ? matrix.own->line : nullptr;
}

}  // namespace

std::vector<LowerCeiling> lower_ceilings(const PlacedKernel& kernel, const Roofline& roofline,
                                         const Archive& archive) {
  std::vector<LowerCeiling> found;
  add_computes(found, kernel, roofline);
  add_partial(found, kernel);
  for (const LevelResult& level : kernel.levels) {
    if (level.bound.seconds <= 0) continue;
    add_bandwidths(found, kernel, level, roofline, archive);
    add_allocating(found, level, kernel.run.bytes_from == BytesFrom::counters, roofline);
  }
  // What published figures lack ("a measured clock") need not be anything that a kernel could do.
  std::erase_if(found, [](const LowerCeiling& s) { return technique_remedy(s.technique).empty(); });
  return found;
}

std::optional<MissingTechnique> missing_technique(const PlacedKernel& kernel,
                                                  const Roofline& roofline) {
  const TypeResult* type = main_type(kernel);
  if (type == nullptr || is_matrix_path(type->own->line->ceiling->path)) return std::nullopt;
  const Ceiling& own = *type->own->line->ceiling;
  MissingTechnique lack{{&own, own.lacks, "", type->own->value, kernel.compute.seconds, 0, true},
                        0};
  if (technique_remedy(own.lacks).empty()) lack.own.technique.clear();
  if (is_unfused(type->count.path)) lack.own.technique = "FMA";
  double better = type_ceilings({type->count.precision, type->count.accumulate, "fma", 1}, roofline)
                      .own.value_or(CeilingMatch{})
                      .value;
  const Line* tensor = tensor_line(*type, roofline);
  if (tensor != nullptr && (lack.own.technique.empty() || tensor->value > 2 * better)) {
    lack.own.technique = "tensor path";
    better = tensor->value;
  }
  if (lack.own.technique.empty() || better * kOnRoof <= type->own->value) return std::nullopt;
  lack.better_seconds =
      kernel.compute.seconds - type->bound.seconds + type->count.operations / better;
  return lack;
}

}  // namespace ridgeline::ceilings
