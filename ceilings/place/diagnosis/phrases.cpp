// See phrases.hpp.
#include "ceilings/place/diagnosis/phrases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "ceilings/paths.hpp"
#include "ceilings/place/type_ceilings.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

std::string number(double value) {
  std::array<char, 32> text{};
  const double size = std::abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) {
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
  }
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

// Counts are whole, but for the mean over launches.
std::string count_text(double value) {
  return value == std::floor(value) && value < 1e6 ? std::to_string(std::lround(value))
                                                   : number(value);
}

const char* first_of(const std::string& key, const auto& table) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const auto& entry) { return key == entry.first; });
  return found == table.end() ? "" : found->second;
}

constexpr double kAlmostAll = 0.9;  // of the compute time: the rest is not worth a word

using Entry = std::pair<const char*, const char*>;

// Nvidia, Kernel Profiling Guide and CUDA C++ Best Practices Guide; for techniques Williams et al.
// 2009, section 5 (the in-core and bandwidth ceilings and what lifts a kernel over each).
constexpr std::array kRemedies{
    Entry{"launch overhead",
          "Fuse launches, or submit them as a CUDA graph; a kernel this short measures its launch"},
    Entry{"few blocks", "Launch several blocks for each SM: split the work finer, or batch it"},
    Entry{"tail",
          "Choose a grid that fills whole waves, or blocks that fetch their work in a loop"},
    Entry{"idle cores", "Run it on all cores, with threads pinned"},
    Entry{"low occupancy",
          "Use fewer registers or less shared memory a block, or more loads in flight a thread"},
    Entry{"divergence", "Let the lanes of a warp take the same branch: sort, or split the kernel"},
    Entry{"scattered accesses",
          "Let neighbouring lanes read neighbouring addresses (structure of arrays, transposing in "
          "shared memory)"}};
constexpr std::array kTechniques{
    Entry{"FMA",
          "Let the compiler contract multiplications and additions (-ffp-contract=fast, no "
          "-fmad=false), or write fma()"},
    Entry{"SIMD width",
          "Vectorise for the widest instruction set: -march, contiguous data, no "
          "dependence between iterations"},
    Entry{"ILP",
          "Break the chain of dependences: unroll with several accumulators, or run more "
          "warps"},
    Entry{"occupancy",
          "Launch at least one block for each SM, better several: split the work finer"},
    Entry{"all cores", "Run it on all cores, with threads pinned"},
    Entry{"coalescing",
          "Let neighbouring lanes read neighbouring addresses (structure of arrays, "
          "transposing in shared memory)"},
    Entry{"NUMA placement",
          "Bind threads and memory to the same node, and let the threads that use "
          "the data touch it first"},
    Entry{"non-temporal stores",
          "Store past the caches what is not read again soon (streaming stores): a plain store "
          "first reads the line that it overwrites"},
    Entry{"near partition",
          "Keep each SM's data in its own half of L2, or take the far half's rate "
          "as the ceiling"},
    Entry{"tensor path", "Use the tensor cores: mma, a library's product, or CUTLASS"},
    Entry{"access width", "Load 16 bytes a lane (float4) where the alignment allows it"},
    Entry{"alignment", "Align the data, each row of a matrix too, to what a warp or vector moves"},
    Entry{"disjoint ranges", "Let the blocks work on different lines at a time"},
    Entry{"hand-written kernel", "It is as fast as the library's own product: little is left"},
    Entry{"huge pages", "Let the data lie on huge pages"}};

}  // namespace

std::string times_text(double factor) { return number(factor) + " x"; }

std::string intensity_text(double intensity, const PlacedKernel& kernel) {
  return number(intensity) + (kernel.integer ? " OP/B" : " FLOP/B");
}

std::string match_text(const CeilingMatch& match, const std::string& unit) {
  return format_rate(match.value, unit) + " (" + match.line->ceiling->id + ")";
}

const LevelResult* binding_level_of(const PlacedKernel& kernel) {
  if (kernel.binding_level.empty()) return nullptr;
  for (const LevelResult& level : kernel.levels) {
    if (level.counted.level == kernel.binding_level) return &level;
  }
  return nullptr;
}

const TypeResult* binding_type(const PlacedKernel& kernel) {
  if (!kernel.binding_level.empty()) return nullptr;
  const TypeResult* longest = nullptr;
  for (const TypeResult& type : kernel.types) {
    const bool more = longest == nullptr || type.bound.seconds > longest->bound.seconds;
    if (type.own && more) longest = &type;
  }
  return longest;
}

bool has_several_precisions(const PlacedKernel& kernel) {
  return std::any_of(kernel.types.begin(), kernel.types.end(), [&](const TypeResult& type) {
    return type.count.precision != kernel.types.front().count.precision;
  });
}

const LevelResult* roof_level(const PlacedKernel& kernel) {
  const LevelResult* longest = nullptr;
  for (const LevelResult& level : kernel.levels) {
    const bool more = level.roof_seconds > kernel.compute_roof_seconds &&
                      (longest == nullptr || level.roof_seconds > longest->roof_seconds);
    if (more) longest = &level;
  }
  return longest;
}

std::string binding_text(const PlacedKernel& kernel) {
  if (!kernel.binding_level.empty()) return kernel.binding_level;
  const TypeResult* type = binding_type(kernel);
  if (type == nullptr) return "compute";
  if (type->bound.seconds >= kAlmostAll * kernel.compute.seconds) return type_name(type->count);
  const bool one = std::all_of(
      kernel.types.begin(), kernel.types.end(),
      [type](const TypeResult& other) { return other.count.precision == type->count.precision; });
  return one ? type->count.precision + " of several paths"
             : "mixed precision, mostly " + type_name(type->count);
}

bool is_mixed(const PlacedKernel& kernel) {
  return kernel.binding_level.empty() && binding_text(kernel).starts_with("mixed");
}

std::string binding_id(const PlacedKernel& kernel) {
  return kernel.binding != nullptr ? kernel.binding->ceiling->id : "";
}

const char* unit_of(const PlacedKernel& kernel) { return kernel.integer ? "OP/s" : "FLOP/s"; }

std::string work_text(const PlacedKernel& kernel) {
  if (!kernel.operations) return "Operations were not collected. ";
  if (*kernel.operations <= 0) return "No floating-point work. ";
  return kernel.integer ? "No floating-point work, integers only. " : "";
}

std::string ridge_sentence(const PlacedKernel& kernel) {
  const LevelResult* level = binding_level_of(kernel);
  const std::string side = side_text(kernel);
  if (level == nullptr || side.empty()) return side.empty() ? "" : " It lies " + side + ".";
  return " Its " + intensity_text(*level->intensity, kernel) + " lie " + side + ".";
}

std::string percent_text(double share) {
  return share > 0 && share < 0.0005 ? "less than 0.1 %" : format_percent(share);
}

std::string side_text(const PlacedKernel& kernel) {
  const LevelResult* level = binding_level_of(kernel);
  if (level == nullptr) {
    for (const LevelResult& other : kernel.levels) {
      const bool nearer = level == nullptr || other.bound.seconds > level->bound.seconds;
      if (other.own && other.intensity && nearer) level = &other;
    }
  }
  if (level == nullptr || !level->intensity || kernel.compute.seconds <= 0) return "";
  // Where the level's slanted line meets the rate of this mix of operations.
  const double ridge = *kernel.operations / kernel.compute.seconds / level->own->value;
  return std::string(*level->intensity < ridge ? "left" : "right") + " of the ridge at " +
         intensity_text(ridge, kernel) + " of " + level->counted.level;
}

std::string cause_text(const std::string& cause, const PlacedKernel& kernel,
                       const Archive& archive) {
  const LaunchFacts& facts = kernel.run.facts;
  const std::string units =
      std::to_string(archive.device.units) + " " + archive.device.unit_name + "s";
  if (cause == "launch overhead") {
    const double launches = static_cast<double>(kernel.run.launches);
    return "launch overhead (" + format_seconds(*kernel.run.seconds / launches) + " a launch)";
  }
  if (cause == "few blocks")
    return "few blocks (" + count_text(*facts.blocks) + " for " + units + ")";
  if (cause == "tail") return "a tail (" + count_text(*facts.blocks) + " blocks for " + units + ")";
  if (cause == "idle cores") {
    return "idle cores (" + count_text(*facts.threads) +
           (*facts.threads == 1 ? " thread" : " threads") + " for " + units + ")";
  }
  if (cause == "low occupancy") return "low occupancy (" + format_percent(*facts.occupancy) + ")";
  if (cause == "divergence") {
    return "divergence (" + number(*facts.active_lanes) + " of 32 lanes active)";
  }
  return "scattered accesses (" + number(*facts.sectors_per_request) + " sectors a request)";
}

std::string remedy_text(const std::string& cause) {
  const std::string text = first_of(cause, kRemedies);
  return text.empty() ? "" : text + ".";
}

std::string technique_remedy(const std::string& technique) {
  std::string text = first_of(technique, kTechniques);
  for (const TensorPath& path : tensor_paths()) {
    if (technique == path.name) text = path.remedy;
  }
  return text.empty() ? "" : text + ".";
}

std::string wanted_facts(const PlacedKernel& kernel, const Archive& archive) {
  const LaunchFacts& facts = kernel.run.facts;
  if (archive.device.kind != "gpu") {
    return facts.threads ? ""
                         : "Say how many threads ran (--facts threads=N, or a list's column "
                           "threads), and look at imbalance and waiting between them.";
  }
  std::string list;
  const auto want = [&list](bool known, const char* name) {
    if (!known) list += std::string(list.empty() ? "" : ", ") + name;
  };
  want(facts.blocks.has_value(), "grid size");
  want(facts.occupancy.has_value(), "achieved occupancy");
  want(facts.sectors_per_request.has_value(), "sectors per request");
  want(facts.active_lanes.has_value(), "active threads per warp");
  return list.empty() ? "" : "Collect what is missing to tell more: " + list + ".";
}

}  // namespace ridgeline::ceilings
