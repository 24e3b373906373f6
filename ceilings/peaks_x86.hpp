// What one x86-64 core does per cycle: the form of the tables in peaks_amd.cpp and peaks_intel.cpp.
#pragma once

#include <array>
#include <span>

namespace ridgeline::x86 {

// Indices of the arrays below: scalar, 128, 256, 512 bits.
using PerWidth = std::array<double, 4>;
inline constexpr std::array kIsa = {"scalar", "sse", "avx2", "avx512"};

struct Core {
  const char* name;
  PerWidth fma;     // fp64 FLOP per cycle; fp32 vectors twice that, fp32 scalar the same
  PerWidth load;    // B per cycle from L1; scalar: 8-byte loads to general registers
  PerWidth update;  // B per cycle, one byte stored per byte loaded, in L1
  double l2;        // B per cycle from L2 to L1, reads
  double l3;        // B per cycle from L3 to L2, reads
  const char* fma_source;
  const char* memory_source;
};

struct Models {
  int family, first, last;  // display family; models, both ends included
  const Core* core;
};

// By display family and model; an earlier row goes before a later one.
std::span<const Models> amd_models();
std::span<const Models> intel_models();

}  // namespace ridgeline::x86
