// What one x86-64 core does per cycle.
#pragma once

#include <string>

#include "ceilings/limits/limits.hpp"

namespace ridgeline::ceilings {

struct CpuModel {
  std::string vendor;                       // as CPUID gives it: "AuthenticAMD", "GenuineIntel"
  int family = 0, model = 0, stepping = 0;  // display family and model
};

// Known x86-64 cores by CPUID's display family and model. Where a model does not tell how wide its
// cores are (hybrid processors, unconfirmed variants) only what holds for all of them is listed.
Microarchitecture cpu_microarchitecture(const CpuModel& cpu);

}  // namespace ridgeline::ceilings
