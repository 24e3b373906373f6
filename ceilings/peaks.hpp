// Documented limits per cycle, each with its source. Unknown hardware has none: never a default.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline {

struct CpuModel {
  std::string vendor;  // as CPUID gives it: "AuthenticAMD", "GenuineIntel"
  int family = 0, model = 0, stepping = 0;  // display family and model
};

struct Microarchitecture {
  std::string name;         // "Zen 5"; empty: unknown
  std::vector<Peak> peaks;  // per cycle and core
};

Microarchitecture cpu_microarchitecture(const CpuModel& cpu);

// Lanes and rates of an NVIDIA compute capability (x 10). Empty for unknown ones.
Microarchitecture gpu_microarchitecture(int sm);

// The limit of a ceiling in its unit at a clock: per_cycle x clock x units, or per_second.
// 0 and no source where nothing is documented.
struct DocumentedLimit {
  double value = 0;
  std::string source;
};
DocumentedLimit limit_of(const Ceiling& ceiling, const DeviceRecord& device);

}  // namespace ridgeline
