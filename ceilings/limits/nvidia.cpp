// What NVIDIA's streaming multiprocessors do per clock, by compute capability. Rates are dense;
// 0 means "not there" or "not documented". Where a product, not the compute capability, decides
// (FP32 accumulation of GeForce boards), the higher one is given: it is a limit.
#include "ceilings/limits/nvidia.hpp"

#include <span>

namespace ridgeline::ceilings {
namespace {

// Scalar results a clock of the vector units; an FMA is two FLOP.
struct Lanes {
  int sm;
  int fp32, fp64, fp16, bf16;  // results of FMA; fp16 and bf16 in packed instructions
  int int32_add, int32_mad;
  int shared, l1;  // B per clock
  int narrow_l1;   // the same by loads of 4 B a lane, where that is less; 0: it is not, or unknown
};

// CUDA C++ Programming Guide, arithmetic throughput table. Apart from it: bf16 from the white
// papers of A100, GA102, Ada, Hopper and Blackwell RTX; fp16 of 8.6 from the GA102 white paper (the
// guide prints twice that); fp64 and fp16 of 10.3 as measured on a B300. 7.2's fp64 is not listed.
// L1: 64 B measured on a T4 and, by loads of 4 B, on an A40 and an L40, where wide ones reach 128.
constexpr Lanes kLanes[] = {
    {60, 64, 32, 128, 0, 64, 0, 128, 0, 0},        {61, 128, 4, 2, 0, 128, 0, 128, 0, 0},
    {62, 128, 4, 256, 0, 128, 0, 128, 0, 0},       {70, 64, 32, 128, 0, 64, 64, 128, 128, 0},
    {72, 64, 0, 128, 0, 64, 64, 128, 128, 0},      {75, 64, 2, 128, 0, 64, 64, 128, 64, 0},
    {80, 64, 32, 256, 128, 64, 64, 128, 128, 0},   {86, 128, 2, 128, 128, 64, 64, 128, 128, 64},
    {87, 128, 2, 256, 0, 64, 64, 128, 128, 0},     {89, 128, 2, 128, 128, 64, 64, 128, 128, 64},
    {90, 128, 64, 256, 256, 64, 64, 128, 128, 0},  {100, 128, 64, 128, 128, 64, 64, 128, 128, 0},
    {103, 128, 2, 128, 128, 64, 64, 128, 128, 0},  {120, 128, 2, 128, 128, 128, 64, 128, 128, 0},
    {121, 128, 2, 128, 128, 128, 64, 128, 128, 0},
};

constexpr const char* kGuide = "CUDA C++ Programming Guide, arithmetic throughput table";
constexpr const char* kBf16 = "white papers of A100, GA102, Ada, H100 and RTX Blackwell";
constexpr const char* kShared = "CUDA C++ Programming Guide: 32 banks of 4 B a clock";
constexpr const char* kL1 = "same 128 B data path as shared memory; measured on 7.0, 8.0, 8.9, 9.0";
constexpr const char* kNarrowL1 = "measured: 63.7 B on a T4; 64.0 B by loads of 4 B on A40 and L40";
constexpr const char* kSpecial =
    "CUDA C++ Programming Guide, arithmetic throughput table: 16 special-function units an SM";
constexpr const char* kSeparate = "multiplications and additions issue as FMAs do: half their FLOP";
constexpr const char* kChain =
    "an FMA's result after 4 cycles (measured on 7.0 to 10.3), one warp on each of 4 schedulers";
constexpr const char* kDp4a =
    "half of the integer issue rate, 8 operations each; 39 to 59 of 64 a clock were measured";

struct TensorRate {
  int sm;
  const char* types;  // "fp16->fp32"
  const char* path;
  int operations;  // FLOP or OP per SM and clock
  const char* source;
};

constexpr const char* kTuring =
    "T4 data sheet: 65 TFLOP/s, 130 TOP/s (GeForce: half for fp32 sums)";
constexpr const char* kA100 = "A100 white paper";
constexpr const char* kGa102 = "A10 data sheet, GA102 white paper (GeForce: half for fp32 sums)";
constexpr const char* kAda = "L40S data sheet, Ada white paper (GeForce: half for fp32 sums)";
constexpr const char* kH100 = "H100 white paper";
constexpr const char* kH100Mma = "H100 white paper; mma.sync is known to reach about 63 % of it";
constexpr const char* kB200 = "CUTLASS, Blackwell functionality: twice Hopper's rates";
constexpr const char* kB300 = "measured on a B300: 128 cycles per m128n256k16";
constexpr const char* kRtx = "RTX Blackwell white paper (GeForce: half for fp32 sums)";

constexpr TensorRate kTensorRates[] = {
    {70, "fp16", "mma", 1024, "V100 data sheet: 125 TFLOP/s"},
    {70, "fp16->fp32", "mma", 1024, "V100 data sheet: 125 TFLOP/s"},
    {75, "fp16", "mma", 1024, kTuring},
    {75, "fp16->fp32", "mma", 1024, kTuring},
    {75, "int8->int32", "mma", 2048, kTuring},
    {80, "fp16", "mma", 2048, kA100},
    {80, "fp16->fp32", "mma", 2048, kA100},
    {80, "bf16->fp32", "mma", 2048, kA100},
    {80, "tf32->fp32", "mma", 1024, kA100},
    {80, "fp64", "mma", 128, kA100},
    {80, "int8->int32", "mma", 4096, kA100},
    {86, "fp16", "mma", 1024, kGa102},
    {86, "fp16->fp32", "mma", 1024, kGa102},
    {86, "bf16->fp32", "mma", 1024, kGa102},
    {86, "tf32->fp32", "mma", 512, kGa102},
    {86, "int8->int32", "mma", 2048, kGa102},
    {89, "fp16", "mma", 1024, kAda},
    {89, "fp16->fp32", "mma", 1024, kAda},
    {89, "bf16->fp32", "mma", 1024, kAda},
    {89, "tf32->fp32", "mma", 512, kAda},
    {89, "fp8->fp16", "mma", 2048, kAda},
    {89, "fp8->fp32", "mma", 2048, kAda},
    {89, "int8->int32", "mma", 2048, kAda},
    {90, "fp16", "wgmma", 4096, kH100},
    {90, "fp16->fp32", "wgmma", 4096, kH100},
    {90, "bf16->fp32", "wgmma", 4096, kH100},
    {90, "tf32->fp32", "wgmma", 2048, kH100},
    {90, "fp8->fp16", "wgmma", 8192, kH100},
    {90, "fp8->fp32", "wgmma", 8192, kH100},
    {90, "int8->int32", "wgmma", 8192, kH100},
    {90, "fp64", "mma", 256, kH100},
    {90, "fp16", "mma", 4096, kH100Mma},
    {90, "fp16->fp32", "mma", 4096, kH100Mma},
    {90, "bf16->fp32", "mma", 4096, kH100Mma},
    {90, "tf32->fp32", "mma", 2048, kH100Mma},
    {90, "int8->int32", "mma", 8192, kH100Mma},
    {100, "fp16", "tcgen05", 8192, kB200},
    {100, "fp16->fp32", "tcgen05", 8192, kB200},
    {100, "bf16->fp32", "tcgen05", 8192, kB200},
    {100, "tf32->fp32", "tcgen05", 4096, kB200},
    {100, "fp8->fp32", "tcgen05", 16384, kB200},
    {100, "fp6->fp32", "tcgen05", 16384, kB200},
    {100, "fp4->fp32", "tcgen05", 32768, kB200},
    {100, "int8->int32", "tcgen05", 16384, kB200},
    {100, "fp64", "mma", 128, "B200 data sheet: 37 TFLOP/s"},
    {103, "fp16", "tcgen05", 8192, kB300},
    {103, "fp16->fp32", "tcgen05", 8192, kB300},
    {103, "bf16->fp32", "tcgen05", 8192, kB300},
    {103, "tf32->fp32", "tcgen05", 4096, kB300},
    {103, "fp8->fp32", "tcgen05", 16384, kB300},
    {103, "fp6->fp32", "tcgen05", 16384, kB300},
    {120, "fp16", "mma", 1024, kRtx},
    {120, "fp16->fp32", "mma", 1024, kRtx},
    {120, "bf16->fp32", "mma", 1024, kRtx},
    {120, "tf32->fp32", "mma", 512, kRtx},
    {120, "fp8->fp16", "mma", 2048, kRtx},
    {120, "fp8->fp32", "mma", 2048, kRtx},
    {120, "fp6->fp32", "mma", 2048, "as fp8, whose instruction it is (GeForce: half, as measured)"},
    {120, "fp4->fp32", "mma", 4096, kRtx},
    {120, "int8->int32", "mma", 2048, kRtx},
};

void add(std::vector<Peak>& peaks, const std::string& key, int per_clock, const char* source) {
  if (per_clock > 0) peaks.push_back({key, static_cast<double>(per_clock), 0, source});
}

// One chain for a warp on each scheduler. Before 7.0 latencies were 6, after 10.3 nobody has
// published them.
constexpr bool has_known_latency(int sm) { return sm >= 70 && sm <= 103; }

void add_lanes(std::vector<Peak>& peaks, const Lanes& lanes) {
  const char* measured = lanes.sm == 103 ? "measured on a B300" : kGuide;
  add(peaks, "compute/fp32/fma", 2 * lanes.fp32, kGuide);
  add(peaks, "compute/fp64/fma", 2 * lanes.fp64, measured);
  add(peaks, "compute/fp16/fma", 2 * lanes.fp16,
      lanes.sm == 86 ? "GA102 white paper: as fp32" : measured);
  add(peaks, "compute/bf16/fma", 2 * lanes.bf16, lanes.sm == 103 ? measured : kBf16);
  add(peaks, "compute/fp32/mul-add", lanes.fp32, kSeparate);
  add(peaks, "compute/fp64/mul-add", lanes.fp64, kSeparate);
  add(peaks, "compute/fp16/mul-add-half2", lanes.fp16, kSeparate);
  add(peaks, "compute/bf16/mul-add-bf16x2", lanes.bf16, kSeparate);
  if (has_known_latency(lanes.sm)) add(peaks, "compute/fp32/fma-one-chain", 2 * 4 * 32 / 4, kChain);
  add(peaks, "compute/int32/add", lanes.int32_add, kGuide);
  add(peaks, "compute/int32/mad", 2 * lanes.int32_mad, kGuide);
  if (lanes.sm >= 75 && lanes.sm <= 103) add(peaks, "compute/int8->int32/dp4a", 8 * 64, kDp4a);
  if (lanes.sm >= 70) add(peaks, "compute/fp32/special", 16, kSpecial);
  add(peaks, "bandwidth/shared", lanes.shared, kShared);
  add(peaks, "bandwidth/L1", lanes.l1, lanes.sm == 75 ? kNarrowL1 : kL1);
  add(peaks, "bandwidth/L1/1:0/ld4B", lanes.narrow_l1, kNarrowL1);
}

// Of a whole chip, B per clock.
struct Chip {
  int sm, units;
  int l2_read;
  const char* source;
};
constexpr Chip kChips[] = {
    {70, 80, 2048, "A100 white paper: 64 B a clock from each of 32 slices of a V100's L2"},
    {80, 108, 5120, "A100 white paper: 64 B a clock from each of 80 slices of its L2"},
};

}  // namespace

Microarchitecture gpu_microarchitecture(int sm, int units) {
  Microarchitecture known;
  for (const Lanes& lanes : kLanes) {
    if (lanes.sm != sm) continue;
    known.name = "sm_" + std::to_string(sm);
    add_lanes(known.peaks, lanes);
  }
  for (const TensorRate& tensor : kTensorRates) {
    if (tensor.sm != sm) continue;
    const std::string key = std::string("compute/") + tensor.types + "/" + tensor.path;
    add(known.peaks, key, tensor.operations, tensor.source);
  }
  for (const Chip& chip : kChips) {
    if (chip.sm != sm || chip.units != units) continue;
    known.peaks.push_back({"bandwidth/L2/1:0", 1.0 * chip.l2_read / units, 0, chip.source});
  }
  return known;
}

}  // namespace ridgeline::ceilings
