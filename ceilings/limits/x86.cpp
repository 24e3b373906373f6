// Looks an x86-64 core up in the tables of microarchitectures and writes its limits as peaks.
#include "ceilings/limits/x86.hpp"

#include "ceilings/limits/amd.hpp"
#include "ceilings/limits/intel.hpp"
#include "ceilings/limits/x86_core.hpp"

namespace ridgeline::ceilings {
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

void add_compute(std::vector<Peak>& peaks, const x86::Core& core, std::size_t width) {
  const std::string isa = x86::kIsa[width];
  const double lanes = core.fma_latency > 0 ? static_cast<double>(1u << width) : 0;  // fp64
  const double chain = lanes > 0 && core.fma[width] > 0 ? 2 * lanes / core.fma_latency : 0;
  const double fp32 = width == 0 ? 1 : 2;
  const struct {
    const char* operation;
    double per_cycle;
    const char* source;
  } rows[] = {{"fma-", core.fma[width], core.fma_source},
              {"fma-add-", core.fma_add[width], core.other_source},
              {"mul-add-", core.mul_add[width], core.other_source},
              {"add-", core.add[width], core.other_source},
              {"fma-one-chain-", chain, core.fma_source}};
  for (const auto& row : rows) {
    add(peaks, "compute/fp64/" + (row.operation + isa), row.per_cycle, row.source);
    add(peaks, "compute/fp32/" + (row.operation + isa), row.per_cycle * fp32, row.source);
  }
  add(peaks, "compute/int32/add-" + isa, core.int_add[width], core.other_source);
  add(peaks, "compute/int32/mul-add-" + isa, core.int_mul_add[width], core.other_source);
  add(peaks, "compute/int8->int32/dot-" + isa, core.dot_int8[width], core.other_source);
}

void add_l1(std::vector<Peak>& peaks, const x86::Core& core, std::size_t width) {
  const std::string isa = x86::kIsa[width];
  const bool own_triad = width == 0 && core.triad_scalar > 0;
  const double triad = own_triad ? core.triad_scalar : core.two_to_one[width];
  const char* source = core.memory_source;
  add(peaks, "bandwidth/L1/1:0/" + isa, core.load[width], source);
  add(peaks, "bandwidth/L1/0:1/write-" + isa, core.store[width], source);
  add(peaks, "bandwidth/L1/1:1/update-" + isa, core.copy[width], source);
  add(peaks, "bandwidth/L1/1:1/copy-" + isa, core.copy[width], source);
  add(peaks, "bandwidth/L1/2:1/update-" + isa, core.two_to_one[width], source);
  add(peaks, "bandwidth/L1/2:1/triad-" + isa, triad, source);
}

}  // namespace

Microarchitecture cpu_microarchitecture(const CpuModel& cpu) {
  const x86::Core* core = nullptr;
  if (cpu.vendor == "AuthenticAMD") core = find_core(x86::amd_models(), cpu);
  if (cpu.vendor == "GenuineIntel") core = find_core(x86::intel_models(), cpu);
  if (core == nullptr) return {};

  Microarchitecture known{core->name, {}};
  for (std::size_t width = 0; width < x86::kIsa.size(); ++width) {
    add_compute(known.peaks, *core, width);
    add_l1(known.peaks, *core, width);
  }
  add(known.peaks, "compute/fp16/fma-avx512", core->fp16, core->other_source);
  add(known.peaks, "compute/bf16->fp32/dot-avx512", core->dot_bf16, core->bf16_source);
  add(known.peaks, "compute/int8->int32/amx", core->amx_int8, core->other_source);
  add(known.peaks, "compute/bf16->fp32/amx", core->amx_bf16, core->other_source);
  add(known.peaks, "bandwidth/L2/1:0", core->l2, core->memory_source);
  add(known.peaks, "bandwidth/L3/1:0", core->l3, core->memory_source);
  return known;
}

}  // namespace ridgeline::ceilings
