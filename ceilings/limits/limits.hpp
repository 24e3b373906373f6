// Documented limits per cycle, each with its source. Unknown hardware has none: never a default.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

struct Microarchitecture {
  std::string name;         // "Zen 5"; empty: unknown
  std::vector<Peak> peaks;  // per cycle and core (or SM)
};

// The device's peak that a ceiling is compared with; null where nothing is documented, and for
// latencies. Tried in this order, the first that exists wins:
//   bandwidth: level/mix/path, level/mix/path up to its first '-', level/mix, level; each first
//              with the level's "@node" (or "@near", "@far"), then without
//   compute:   precision->accumulate/path, the same with the path up to its first '-' ("wgmma" for
//              "wgmma-n256", but never "fma" for "fma-one-chain", which waits for results),
//              precision->accumulate
//   link:      its id, its id without the engine
const Peak* peak_of(const Ceiling& ceiling, const DeviceRecord& device);

// The limit of a ceiling in its unit at a clock: per_cycle x clock x units, else per_second, the
// latter only where the ceiling's units are the whole device.
// 0 and no source where nothing is documented, or where the clock it needs is unknown.
struct DocumentedLimit {
  double value = 0;
  std::string source;
};
DocumentedLimit limit_of(const Ceiling& ceiling, const DeviceRecord& device);

}  // namespace ridgeline::ceilings
