// Kernels on a GPU with known verdicts. See cases.hpp.
#pragma once

#include "tests/ceilings/place/diagnosis/cases.hpp"

namespace ridgeline::ceilings::cases {

// On the ceilings, at the ridge, and above.
inline std::vector<Case> roof_cases() {
  using enum Verdict;
  const std::string half = "fp16->fp32";
  return {
      {gpu, Kernel("AI 50, no time").untimed().flop(half, 50e9, "matrix").bytes("DRAM", 1e9),
       not_timed, "bandwidth/DRAM/chip/1:0/ld16B", "50 FLOP/B x 2 TB/s = 100 of 312 TFLOP/s"},
      {gpu, Kernel("AI 500, no time").untimed().flop(half, 500e9, "matrix").bytes("DRAM", 1e9),
       not_timed, "compute/fp16->fp32/wgmma-n256/chip", "500 x 2 = 1000 > 312 TFLOP/s"},
      {gpu, Kernel("axpy").flop("fp32", 0.3e9, "fma").bytes("DRAM", 1.82e9), on_bandwidth,
       "bandwidth/DRAM/chip/1:0/ld16B", "1.82 of 2 TB/s"},
      {gpu, Kernel("transpose").none().mix("DRAM", 0.75e9, 0.75e9), on_bandwidth,
       "bandwidth/DRAM/chip/1:1/copy", "1.5 of copy's 1.8 TB/s: 83 %; of read's it is 75 %"},
      {gpu, Kernel("transpose, mix unknown").none().bytes("DRAM", 1.5e9), between,
       "bandwidth/DRAM/chip/1:0/ld16B", "without its mix it stands against the roof: 75 %"},
      {gpu, Kernel("memset").none().mix("DRAM", 0, 1.75e9), on_bandwidth,
       "bandwidth/DRAM/chip/0:1/st16B", "1.09 x its own mix, but 0.88 x the roof: possible"},
      {gpu, Kernel("gemm").flop(half, 280e9, "matrix").bytes("DRAM", 0.3e9), on_compute,
       "compute/fp16->fp32/wgmma-n256/chip", "280 of 312; DRAM 15 %"},
      {gpu, Kernel("sgemm").flop("fp32", 18e9, "fma").bytes("DRAM", 0.3e9), on_compute,
       "compute/fp32/fma/chip", "18 of 20"},
      {gpu, Kernel("balanced").flop("fp32", 18e9, "fma").bytes("DRAM", 1.8e9), at_ridge, "",
       "AI 10 = 20 TFLOP/s / 2 TB/s, at 90 % of both",
       true},  // its numbers move against each other by up to 2 %
      {gpu, Kernel("AI 9").flop("fp32", 16.2e9, "fma").bytes("DRAM", 1.8e9), on_bandwidth,
       "bandwidth/DRAM/chip/1:0/ld16B", "10 % left of the ridge, at 90 %"},
      {gpu, Kernel("AI 11").flop("fp32", 18e9, "fma").bytes("DRAM", 1.636e9), on_compute,
       "compute/fp32/fma/chip", "10 % right of the ridge, at 90 %"},
      {gpu,
       Kernel("L2 resident").flop("fp32", 0.5e9, "fma").bytes("DRAM", 0.2e9).bytes("L2", 7.4e9),
       on_bandwidth, "bandwidth/L2@near/chip/1:0/ld16B", "7.4 of 8 TB/s in L2, DRAM idle"},
      {gpu, Kernel("L1 bound").flop("fp32", 4e9, "fma").bytes("L1", 27e9).bytes("L2", 1e9),
       on_bandwidth, "bandwidth/L1/chip/1:0/ld16B-ca", "27 of 30 TB/s"},
      {gpu, Kernel("DRAM half, L2 full").none().bytes("DRAM", 1e9).bytes("L2", 7e9), on_bandwidth,
       "bandwidth/L2@near/chip/1:0/ld16B", "the longest of the levels binds: 87 % against 50 %"},
      {gpu,
       Kernel("mixed precision")
           .flop(half, 150e9, "matrix")
           .flop("fp32", 9e9, "fma")
           .bytes("DRAM", 0.1e9),
       on_compute, "compute/fp16->fp32/wgmma-n256/chip",
       "150/312 + 9/20 = 0.93 of its time; alone each is below half"},
      {gpu, Kernel("flops=1e15").hand().flop("", 1e15).bytes("DRAM", 1e9), above_roof,
       "a wrong count of operations", "1e18 FLOP/s is 3200 x the highest roof"},
      {gpu, Kernel("FLOP doubled").flop("fp32", 39e9, "fma"), above_roof, "counted twice",
       "1.95 x: a multiply-add counted as 4"},
      {gpu, Kernel("boosted").flop("fp32", 21.8e9, "fma"), above_roof, "a boost clock", "1.09 x"},
      {gpu, Kernel("wrong precision").flop("fp32", 100e9), above_roof,
       "a wrong precision: it would fit under fp16->fp32", "5 x fp32, a third of fp16->fp32"},
      {gpu, Kernel("cached saxpy").hand().flop("fp32", 0.5e9, "fma").bytes("DRAM", 3e9), above_roof,
       "must have come from a cache", "hand-counted 3 TB/s of 2: served by L2"},
      {gpu, Kernel("other device").flop("fp32", 0.5e9, "fma").bytes("DRAM", 2.2e9), above_roof,
       "another device's archive", "counted 1.1 x DRAM; no clock of the SMs changes that"},
      {gpu, Kernel("at the limit").flop("fp32", 20.2e9, "fma"), on_compute, "compute/fp32/fma/chip",
       "1.01 x is within the 2 % that ceilings are known to", true},
      {gpu, Kernel("at 80 %").none().bytes("DRAM", 1.61e9), on_bandwidth,
       "bandwidth/DRAM/chip/1:0/ld16B", "80.5 %: on the roof starts at 80", true},
  };
}

// Under ceilings that a missing technique explains, and under none.
inline std::vector<Case> low_cases() {
  using enum Verdict;
  const std::string half = "fp16->fp32";
  return {
      {gpu, Kernel("unfused").flop("fp32", 9.5e9, "mul-add").bytes("DRAM", 0.1e9), under_secondary,
       "FMA", "95 % of the mul-add line, known to be unfused"},
      {gpu, Kernel("perhaps unfused").flop("fp32", 9.8e9).bytes("DRAM", 0.1e9), under_secondary,
       "FMA", "98 % of the mul-add line, path unknown"},
      {gpu, Kernel("fused").flop("fp32", 9.8e9, "fma").bytes("DRAM", 0.1e9), between,
       "compute/fp32/fma/chip", "the same rate, but known to be FMAs: not the lack of FMA"},
      {gpu, Kernel("one chain").flop("fp32", 4.9e9).bytes("DRAM", 0.1e9), under_secondary, "ILP",
       "98 % of the one-chain line"},
      {gpu, Kernel("many warps").flop("fp32", 4.9e9).bytes("DRAM", 0.1e9).occupancy(0.8), between,
       "compute/fp32/fma/chip", "80 % of the warps are resident: no lack of parallelism"},
      {gpu, Kernel("half2").flop("fp16", 36e9, "fma").bytes("DRAM", 0.1e9), under_secondary,
       "tensor path", "90 % of the vector line, while tensor cores do 312"},
      {gpu, Kernel("old mma").flop(half, 195e9, "matrix").bytes("DRAM", 0.1e9), under_secondary,
       "wgmma", "97.5 % of mma.sync's line"},
      {gpu, Kernel("strided").flop("fp32", 0.1e9, "fma").bytes("DRAM", 0.44e9).sectors(32),
       under_secondary, "coalescing", "88 % of the strided line, and 32 sectors a request"},
      {gpu, Kernel("coalesced").flop("fp32", 0.1e9, "fma").bytes("DRAM", 0.49e9).sectors(4),
       between, "bandwidth/DRAM/chip/1:0/ld16B",
       "the strided line's rate, but 4 sectors: not strided"},
      {gpu, Kernel("perhaps strided").flop("fp32", 0.1e9, "fma").bytes("DRAM", 0.49e9),
       under_secondary, "coalescing", "98 % of the strided line, sectors unknown"},
      {gpu, Kernel("few blocks").flop("fp32", 1.9e9, "fma").bytes("DRAM", 0.05e9).blocks(10),
       under_secondary, "occupancy", "10 of 100 SMs work: 1.9 of their 2 TFLOP/s"},
      {gpu, Kernel("few slow blocks").flop("fp32", 0.2e9, "fma").bytes("DRAM", 0.05e9).blocks(10),
       far_under, "few blocks", "a tenth of what its 10 SMs could do"},
      {gpu, Kernel("5 %, left").flop("fp32", 0.1e9, "fma").bytes("DRAM", 0.1e9), far_under, "",
       "AI 1 is left of 10, but 5 % of DRAM is not memory-bound"},
      {gpu, Kernel("5 %, right").flop("fp32", 1e9, "fma").bytes("DRAM", 0.01e9), far_under, "",
       "AI 100 is right of 10, and 5 % of fp32"},
      {gpu, Kernel("short", 4e-6).flop("fp32", 4e6, "fma").bytes("DRAM", 1e6), far_under,
       "launch overhead", "4 us is what a launch takes"},
      {gpu, Kernel("short launches").launches(250).flop("fp32", 1e9, "fma").bytes("DRAM", 0.1e9),
       far_under, "launch overhead", "1 ms, but of 250 launches: 4 us each"},
      {gpu, Kernel("starved").flop("fp32", 1.5e9, "fma").bytes("DRAM", 0.1e9).occupancy(0.1),
       far_under, "low occupancy", "7.5 % with a tenth of the warps"},
      {gpu, Kernel("divergent").flop("fp32", 3e9, "fma").bytes("DRAM", 0.1e9).lanes(8), far_under,
       "divergence", "15 % with 8 of 32 lanes active"},
      {gpu, Kernel("scattered").none().bytes("DRAM", 0.2e9).sectors(24), far_under,
       "scattered accesses", "a tenth of DRAM, below even the strided line"},
      {gpu, Kernel("tail").flop("fp32", 2.5e9, "fma").bytes("DRAM", 0.1e9).blocks(130), far_under,
       "tail", "130 blocks on 100 SMs: the second wave is a third full"},
      {gpu, Kernel("half way").flop("fp32", 13e9, "fma").bytes("DRAM", 0.1e9), between,
       "compute/fp32/fma/chip", "65 % of fp32, and no line near"},
      {gpu, Kernel("slow copy").none().mix("DRAM", 0.3e9, 0.3e9), between,
       "bandwidth/DRAM/chip/1:1/copy", "33 % of copy; strided and random are of reads"},
  };
}

// What is zero, of integers, not archived or not collected.
inline std::vector<Case> special_cases() {
  using enum Verdict;
  return {
      {gpu, Kernel("hash").flop("int32", 9e9), on_compute, "compute/int32/mad/chip",
       "integers have a ceiling here: 90 %"},
      {gpu, Kernel("bits").flop("int4", 9e9), no_ceiling, "", "no int4 ceiling, and no bytes"},
      {gaming, Kernel("radix sort").flop("int32", 9e9).bytes("DRAM", 1.8e9), on_bandwidth,
       "bandwidth/DRAM/chip/1:0/ld16B", "no integer ceiling, but DRAM at 90 %"},
      {gaming, Kernel("integers").flop("int32", 9e9).bytes("DRAM", 0.6e9), no_ceiling, "",
       "no integer ceiling, and DRAM does not bind"},
      {gpu, Kernel("addresses").flop("fp32", 18e9, "fma").flop("int32", 9e9), on_compute,
       "compute/fp32/fma/chip", "integers beside floating point add no time: 90 %, not 180 %"},
      {gpu, Kernel("in registers").flop("fp32", 18e9, "fma").bytes("DRAM", 0), on_compute,
       "compute/fp32/fma/chip", "no bytes at all: infinite intensity, compute binds"},
      {gpu, Kernel("empty").none().bytes("DRAM", 0), no_ceiling, "", "collected, and nothing done"},
      {gpu, Kernel("unknown"), not_collected, "", "nothing was collected"},
      {gpu, Kernel("bytes only, fast").bytes("DRAM", 1.8e9), on_bandwidth,
       "bandwidth/DRAM/chip/1:0/ld16B", "DRAM binds at 90 %, whatever it computes"},
      {gpu, Kernel("bytes only, slow").bytes("DRAM", 0.6e9), not_collected, "",
       "30 % of DRAM: arithmetic may bind, and was not collected"},
      {gpu, Kernel("FLOP only, fast").flop("fp32", 18e9, "fma"), on_compute,
       "compute/fp32/fma/chip", "fp32 binds at 90 %, whatever it moves"},
      {gpu, Kernel("FLOP only, slow").flop("fp32", 6e9, "fma"), not_collected, "",
       "30 % of fp32: memory may bind, and was not collected"},
      {gpu, Kernel("fp8").flop("fp8->fp32", 200e9, "matrix").bytes("DRAM", 0.2e9), no_ceiling, "",
       "the archive has no fp8, and no other number stands in"},
      {gpu, Kernel("vector bf16").flop("bf16", 20e9, "fma").bytes("DRAM", 0.2e9), no_ceiling, "",
       "only a tensor line of bf16: it says nothing of the vector units"},
      {gaming, Kernel("fp64 on a gaming card").flop("fp64", 0.9e9, "fma").bytes("DRAM", 0.1e9),
       on_compute, "compute/fp64/fma/chip", "90 % of fp64, though 1.3 % of fp32"},
      {gaming,
       Kernel("tile_gemm", 7.340032e-3).flop("fp64", 17180917760, "fma").bytes("DRAM", 939524096),
       above_roof, "it would fit under fp32", "2.34 TFLOP/s of 1 in fp64"},
      {gpu, Kernel("copy without bytes known").none(), not_collected, "",
       "no operations, and bytes not collected: nothing to place"},
  };
}

}  // namespace ridgeline::ceilings::cases
