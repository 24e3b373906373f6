// Ceilings below a kernel's own, and the techniques whose lack leaves a kernel there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ceilings/place/place.hpp"

namespace ridgeline::ceilings {

// A ceiling below the kernel's own, and the technique whose lack leaves a kernel there.
struct LowerCeiling {
  const Ceiling* ceiling = nullptr;
  std::string technique;   // "FMA", "SIMD width", "ILP", "occupancy", "coalescing", ...
  std::string level;       // of bandwidths; else empty
  double value = 0;        // B/s, FLOP/s or OP/s of the whole roofline
  double seconds = 0;      // what the kernel's work takes at it
  double tolerance = 0;    // half of its interval, relative
  bool supported = false;  // a fact of the kernel says that the technique is missing
};

// Ceilings below the kernel's own that no fact of the kernel contradicts.
std::vector<LowerCeiling> lower_ceilings(const PlacedKernel& kernel, const Roofline& roofline,
                                         const Archive& archive);
// The technique that the kernel's own compute path lacks, as a ceiling, and the faster one's time.
struct MissingTechnique {
  LowerCeiling own;
  double better_seconds = 0;
};
std::optional<MissingTechnique> missing_technique(const PlacedKernel& kernel,
                                                  const Roofline& roofline);

}  // namespace ridgeline::ceilings
