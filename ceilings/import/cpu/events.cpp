// Sources: Intel's event lists (https://perfmon-events.intel.com): FP_ARITH_INST_RETIRED counts an
// FMA twice, so that an event is as many FLOP as it has lanes; CAS_COUNT counts lines of 64 B.
// AMD's PPR (PMCx003, Retired SSE/AVX FLOPs): counts FLOP, a multiply-add as two.
#include "ceilings/import/cpu/events.hpp"

#include <algorithm>
#include <array>

#include "ceilings/import/reading/text.hpp"

namespace ridgeline::ceilings {
namespace {

using Kind = CpuEvent::Kind;
constexpr double kLine = 64;

struct Width {
  std::string_view name;
  const char* path;
  double bits;
};
constexpr std::array kWidths{Width{"scalar", "scalar", 0}, Width{"128b_packed", "sse", 128},
                             Width{"256b_packed", "avx2", 256},
                             Width{"512b_packed", "avx512", 512}};
struct Type {
  std::string_view name;
  const char* precision;
  double bits;
};
constexpr std::array kTypes{Type{"double", "fp64", 64}, Type{"single", "fp32", 32},
                            Type{"half", "fp16", 16}};

struct Fixed {
  std::string_view name;
  Kind kind;
  const char* precision;
  const char* path;
  double each;
};
constexpr std::array kFixed{
    Fixed{"fp_ret_sse_avx_ops_all", Kind::all_operations, "", "", 1},
    Fixed{"retired_sse_avx_flops_all", Kind::all_operations, "", "", 1},
    Fixed{"fp_ret_sse_avx_ops_add_sub_flops", Kind::operations, "", "mul-add", 1},
    Fixed{"fp_ret_sse_avx_ops_mult_flops", Kind::operations, "", "mul-add", 1},
    Fixed{"fp_ret_sse_avx_ops_div_flops", Kind::operations, "", "", 1},
    Fixed{"fp_ret_sse_avx_ops_mac_flops", Kind::operations, "", "fma", 1},
    Fixed{"fp_ret_sse_avx_ops_dp_add_sub_flops", Kind::operations, "fp64", "mul-add", 1},
    Fixed{"fp_ret_sse_avx_ops_dp_mult_flops", Kind::operations, "fp64", "mul-add", 1},
    Fixed{"fp_ret_sse_avx_ops_dp_div_flops", Kind::operations, "fp64", "", 1},
    Fixed{"fp_ret_sse_avx_ops_dp_mult_add_flops", Kind::operations, "fp64", "fma", 1},
    Fixed{"fp_ret_sse_avx_ops_sp_add_sub_flops", Kind::operations, "fp32", "mul-add", 1},
    Fixed{"fp_ret_sse_avx_ops_sp_mult_flops", Kind::operations, "fp32", "mul-add", 1},
    Fixed{"fp_ret_sse_avx_ops_sp_div_flops", Kind::operations, "fp32", "", 1},
    Fixed{"fp_ret_sse_avx_ops_sp_mult_add_flops", Kind::operations, "fp32", "fma", 1},
    Fixed{"retired_sse_avx_flops_double_all", Kind::operations, "fp64", "", 1},
    Fixed{"retired_sse_avx_flops_single_all", Kind::operations, "fp32", "", 1},
    Fixed{"cas_count_read", Kind::read, "", "", kLine},
    Fixed{"cas_count_write", Kind::written, "", "", kLine},
    Fixed{"cas_count_rd", Kind::read, "", "", kLine},
    Fixed{"cas_count_wr", Kind::written, "", "", kLine},
    Fixed{"unc_m_cas_count_rd", Kind::read, "", "", kLine},
    Fixed{"unc_m_cas_count_wr", Kind::written, "", "", kLine},
    Fixed{"umc_cas_cmd_rd", Kind::read, "", "", kLine},
    Fixed{"umc_cas_cmd_wr", Kind::written, "", "", kLine},
    Fixed{"data_read", Kind::read, "", "", kLine},
    Fixed{"data_write", Kind::written, "", "", kLine},
    Fixed{"data_reads", Kind::read, "", "", kLine},
    Fixed{"data_writes", Kind::written, "", "", kLine},
    Fixed{"imc_free_running_read", Kind::read, "", "", kLine},
    Fixed{"imc_free_running_write", Kind::written, "", "", kLine},
    Fixed{"unc_mc0_rdcas_count_freerun", Kind::read, "", "", kLine},
    Fixed{"unc_mc1_rdcas_count_freerun", Kind::read, "", "", kLine},
    Fixed{"unc_mc0_wrcas_count_freerun", Kind::written, "", "", kLine},
    Fixed{"unc_mc1_wrcas_count_freerun", Kind::written, "", "", kLine},
    Fixed{"llc_load_misses", Kind::line_misses, "", "", kLine},
};

// Lower case, without unit, modifiers and counter's name, '.' and '-' as '_'.
std::string plain_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  // Servers' free-running counters are called just "read" and "write".
  const std::string unit(name.starts_with("uncore_imc_free_running") ? "imc_free_running_" : "");
  if (slash != name.npos) {
    name.remove_prefix(slash + 1);
    name = name.substr(0, name.find('/'));
  }
  name = name.substr(0, name.find(':'));
  name = name.substr(0, name.find(" ["));  // the unit's name, where perf does not merge them
  std::string plain = lower_case(trimmed(name));
  for (char& c : plain) c = c == '.' || c == '-' ? '_' : c;
  return plain == "read" || plain == "write" ? unit + plain : plain;
}

std::optional<CpuEvent> arithmetic(std::string_view name) {
  for (const std::string_view start : {"fp_arith_inst_retired_", "fp_arith_inst_retired2_"}) {
    if (!name.starts_with(start)) continue;
    name.remove_prefix(start.size());
    for (const Width& width : kWidths) {
      for (const Type& type : kTypes) {
        if (name != std::string(width.name) + "_" + std::string(type.name)) continue;
        const double lanes = width.bits == 0 ? 1 : width.bits / type.bits;
        return CpuEvent{Kind::operations, type.precision, width.path, lanes};
      }
    }
  }
  return std::nullopt;
}

void add_to(std::optional<double>& sum, double value) { sum = sum.value_or(0) + value; }

}  // namespace

std::optional<CpuEvent> cpu_event(std::string_view name) {
  const std::string plain = plain_name(name);
  if (const auto found = arithmetic(plain)) return found;
  for (const Fixed& fixed : kFixed) {
    if (fixed.name == plain) return CpuEvent{fixed.kind, fixed.precision, fixed.path, fixed.each};
  }
  return std::nullopt;
}

void add(const CpuEvent& event, double count, double unit_bytes, CpuTally& tally) {
  const double value = unit_bytes > 0 ? count * unit_bytes : count * event.each;
  if (event.kind == Kind::read) return add_to(tally.read, value);
  if (event.kind == Kind::written) return add_to(tally.written, value);
  if (event.kind == Kind::line_misses) return add_to(tally.line_misses, value);
  tally.collected = true;
  if (event.kind == Kind::all_operations) return add_to(tally.all_operations, value);
  if (value <= 0) return;
  for (OperationCount& known : tally.operations) {
    if (known.precision != event.precision || known.path != event.path) continue;
    known.operations += value;
    return;
  }
  tally.operations.push_back({event.precision, "", event.path, value});
}

void finish(const CpuTally& tally, KernelRun& run) {
  if (tally.collected && !run.operations) {
    run.operations = tally.operations;
    const double all = tally.all_operations.value_or(0);
    if (run.operations->empty() && all > 0) run.operations->push_back({"", "", "", all});
  }
  const auto is_dram = [](const LevelBytes& level) { return level.level == "DRAM"; };
  if (std::any_of(run.bytes.begin(), run.bytes.end(), is_dram)) return;
  if (tally.read || tally.written) {
    run.bytes.push_back(
        {"DRAM", tally.read.value_or(0) + tally.written.value_or(0), tally.read, tally.written});
    if (!tally.read || !tally.written) {
      run.notes.push_back(std::string("bytes of DRAM are a lower bound: only those ") +
                          (tally.read ? "read" : "written") + " were counted");
    }
    return;
  }
  if (!tally.line_misses) return;
  run.bytes.push_back({"DRAM", *tally.line_misses, tally.line_misses, std::nullopt});
  run.notes.emplace_back(
      "bytes of DRAM are a lower bound: last-level load misses x 64 B, without prefetches and "
      "stores");
}

}  // namespace ridgeline::ceilings
