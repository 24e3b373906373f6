// Kernels on a CPU with known verdicts; times are 1 s. See cases.hpp.
#pragma once

#include "tests/ceilings/place/diagnosis/cases.hpp"

namespace ridgeline::ceilings::cases {

inline std::vector<Case> cpu_cases() {
  using enum Verdict;
  return {
      {cpu, Kernel("copy, counted", 1).none().mix("DRAM", 72e9, 36e9), on_bandwidth,
       "bandwidth/DRAM/all/1:1/copy-avx512", "2:1 in traffic is a copy with its allocation: 90 %"},
      {cpu, Kernel("update, counted", 1).none().mix("DRAM", 50e9, 50e9), on_bandwidth,
       "bandwidth/DRAM/all/1:1/update-avx512", "1:1 in traffic is an update in place: 91 %"},
      {cpu, Kernel("copy, by hand", 1).hand().none().mix("DRAM", 36e9, 36e9), between,
       "bandwidth/DRAM/all/1:1/update-avx512",
       "the highest 1:1 line is 110 GB/s: avoiding the allocation would help"},
      {cpu, Kernel("read", 1).none().mix("DRAM", 93e9, 1e9), on_bandwidth,
       "bandwidth/DRAM/all/1:0/avx512", "94 % of read, the nearest mix"},
      {cpu, Kernel("dgemm", 1).flop("fp64", 0.9e12, "avx512").bytes("DRAM", 5e9), on_compute,
       "compute/fp64/fma-avx512/all", "90 %"},
      {cpu, Kernel("scalar", 1).flop("fp64", 60e9, "scalar").bytes("DRAM", 5e9), under_secondary,
       "SIMD width", "96 % of scalar code's line, 6 % of AVX-512's"},
      {cpu, Kernel("avx2", 1).flop("fp64", 450e9, "avx2").bytes("DRAM", 5e9), under_secondary,
       "SIMD width", "90 % of AVX2's line"},
      {cpu, Kernel("slow scalar", 1).flop("fp64", 20e9, "scalar").bytes("DRAM", 1e9), between,
       "compute/fp64/fma-scalar/all", "32 % of its own path's line"},
      {cpu, Kernel("scalar stream", 1).flop("fp64", 8e9, "scalar").bytes("DRAM", 100e9),
       on_bandwidth, "bandwidth/DRAM/all/1:1/copy-avx512",
       "83 % of the highest traffic there is, copy's with its allocation: SIMD would gain nothing"},
      {cpu, Kernel("unfused", 1).flop("fp64", 470e9, "mul-add-avx512").bytes("DRAM", 5e9),
       under_secondary, "FMA", "94 % of the line without FMA"},
      {cpu, Kernel("recurrence", 1).flop("fp64", 123e9, "fma-avx512").bytes("DRAM", 5e9),
       under_secondary, "ILP", "98 % of the one-chain line: a reduction with one accumulator"},
      {cpu, Kernel("far memory", 1).flop("fp64", 5e9).bytes("DRAM", 39e9), under_secondary,
       "NUMA placement", "97.5 % of what far memory gives"},
      {cpu, Kernel("one thread", 1).flop("fp64", 60e9, "fma-avx512").bytes("DRAM", 1e9).threads(1),
       under_secondary, "all cores", "one of 16 cores, at 96 % of its part"},
      {cpu, Kernel("waiting", 1).flop("fp64", 20e9, "avx512").bytes("DRAM", 3e9).threads(16),
       far_under, "", "2 % of fp64, 3 % of memory, all threads there"},
      {cpu, Kernel("L3 resident", 1).flop("fp64", 40e9).bytes("L3", 360e9).bytes("DRAM", 5e9),
       on_bandwidth, "bandwidth/L3/all/1:0/avx512", "90 % of L3"},
      {cpu, Kernel("no L2 ceiling", 1).flop("fp64", 0.9e12, "avx512").bytes("L2", 50e9), on_compute,
       "compute/fp64/fma-avx512/all", "this archive has no L2: fp64 binds at 90 %"},
  };
}

}  // namespace ridgeline::ceilings::cases
