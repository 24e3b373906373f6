// Documented limits per cycle, each with its source. Unknown hardware has none: never a default.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline {

struct CpuModel {
  std::string vendor;                       // as CPUID gives it: "AuthenticAMD", "GenuineIntel"
  int family = 0, model = 0, stepping = 0;  // display family and model
};

struct Microarchitecture {
  std::string name;         // "Zen 5"; empty: unknown
  std::vector<Peak> peaks;  // per cycle and core (or SM)
};

// Known x86-64 cores by CPUID's display family and model. Where a model does not tell how wide its
// cores are (hybrid processors, unconfirmed variants) only what holds for all of them is listed.
Microarchitecture cpu_microarchitecture(const CpuModel& cpu);

// Lanes and rates of an NVIDIA compute capability (x 10). Empty for unknown ones. With the device's
// number of SMs also what is documented of a whole chip, where that number tells which one it is.
Microarchitecture gpu_microarchitecture(int sm, int units = 0);

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

}  // namespace ridgeline
