// What one x86-64 core does per cycle: the form of the tables in amd.cpp and intel.cpp.
#pragma once

#include <array>

namespace ridgeline::ceilings::x86 {

// Indices of the arrays below: scalar, 128, 256, 512 bits. 0: not known, or not there.
using PerWidth = std::array<double, 4>;
inline constexpr std::array kIsa = {"scalar", "sse", "avx2", "avx512"};

struct Core {
  const char* name;
  // fp64 FLOP per cycle; fp32 vectors twice that, fp32 scalar the same.
  PerWidth fma{};
  PerWidth fma_add{};  // an FMA and an addition by turns: 3 FLOP a pair
  PerWidth mul_add{};  // a multiplication and an addition, not fused
  PerWidth add{};
  double fma_latency = 0;  // cycles, from the operand that is added to or multiplied
  // 32-bit integers, OP per cycle.
  PerWidth int_add{}, int_mul_add{};
  PerWidth dot_int8{};                // VPDPBUSD, OP per cycle
  double fp16 = 0;                    // 512-bit FMA on fp16, FLOP per cycle
  double dot_bf16 = 0;                // 512-bit VDPBF16PS, FLOP per cycle
  double amx_int8 = 0, amx_bf16 = 0;  // tiles, OP and FLOP per cycle
  // Bytes per cycle between L1 and registers. Scalar: 8 bytes, general registers.
  PerWidth load{}, store{};
  PerWidth copy{};          // a byte stored per byte loaded; updates in place as well
  PerWidth two_to_one{};    // two bytes loaded per byte stored
  double triad_scalar = 0;  // the same through scalar floating-point registers
  double l2 = 0;            // from L2 to L1, reads
  double l3 = 0;            // from L3 to L2, reads
  const char* fma_source = "";
  const char* other_source = "";  // of all other arithmetic
  const char* bf16_source = "";   // of VDPBF16PS
  const char* memory_source = "";
};

// The same core under another name.
constexpr Core named(const char* name, Core core) {
  core.name = name;
  return core;
}

struct Models {
  int family, first, last;  // display family; models, both ends included
  const Core* core;
};

}  // namespace ridgeline::ceilings::x86
