// Looks an x86-64 core up in the tables of microarchitectures and writes its limits as peaks.
#include "ceilings/peaks_x86.hpp"

#include "ceilings/peaks.hpp"

namespace ridgeline {
namespace {

const x86::Core* find_core(std::span<const x86::Models> table, const CpuModel& cpu) {
  for (const x86::Models& models : table) {
    const bool inside = models.first <= cpu.model && cpu.model <= models.last;
    if (models.family == cpu.family && inside) return models.core;
  }
  return nullptr;
}

void add(std::vector<Peak>& peaks, const std::string& key, double per_cycle, const char* source) {
  if (per_cycle > 0) peaks.push_back({key, per_cycle, 0, source});
}

}  // namespace

Microarchitecture cpu_microarchitecture(const CpuModel& cpu) {
  const x86::Core* core = nullptr;
  if (cpu.vendor == "AuthenticAMD") core = find_core(x86::amd_models(), cpu);
  if (cpu.vendor == "GenuineIntel") core = find_core(x86::intel_models(), cpu);
  if (core == nullptr) return {};

  Microarchitecture known{core->name, {}};
  for (std::size_t width = 0; width < x86::kIsa.size(); ++width) {
    const std::string isa = x86::kIsa[width];
    const double fp32 = core->fma[width] * (width == 0 ? 1 : 2);
    add(known.peaks, "compute/fp64/fma-" + isa, core->fma[width], core->fma_source);
    add(known.peaks, "compute/fp32/fma-" + isa, fp32, core->fma_source);
    add(known.peaks, "bandwidth/L1/1:0/" + isa, core->load[width], core->memory_source);
    add(known.peaks, "bandwidth/L1/1:1/update-" + isa, core->update[width], core->memory_source);
  }
  add(known.peaks, "bandwidth/L2/1:0", core->l2, core->memory_source);
  add(known.peaks, "bandwidth/L3/1:0", core->l3, core->memory_source);
  return known;
}

}  // namespace ridgeline
