// Hardware events of CPUs, as perf and LIKWID name them: the FLOP and bytes they stand for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

// One event's share of a tally.
struct CpuEvent {
  enum class Kind : std::uint8_t { operations, all_operations, read, written, line_misses };
  Kind kind = Kind::operations;
  std::string precision, path;  // of operations
  double each = 0;              // FLOP, or bytes
};

// "fp_arith_inst_retired.256b_packed_double", "FP_ARITH_INST_RETIRED_256B_PACKED_DOUBLE:PMC2",
// "uncore_imc_0/cas_count_read/", "fp_ret_sse_avx_ops.all:u". Nothing: of no use here.
std::optional<CpuEvent> cpu_event(std::string_view name);

// What several events of one run make together.
struct CpuTally {
  std::vector<OperationCount> operations;
  std::optional<double> all_operations;  // of any type; counts where no single types were collected
  bool collected = false;                // some events of operations were
  std::optional<double> read, written, line_misses;  // bytes of DRAM
};

// `unit_bytes`: where the tool has already scaled the count to bytes, their number; else 0.
void add(const CpuEvent& event, double count, double unit_bytes, CpuTally& tally);

// Moves it into a run; a run that has bytes of DRAM or operations already keeps those.
void finish(const CpuTally& tally, KernelRun& run);

}  // namespace ridgeline::ceilings
