// The steps of chains in bf16. See fma_steps.cuh.
#pragma once

#include "kernels/cuda/arithmetic/chains.cuh"

namespace ridgeline::kernels {

// Before sm_90 the format knows no addition of its own: the register that multiplies and adds comes
// from the start by instructions of fp32, which has the same exponents (x & 0 would be no
// register).
struct FmaBf16x2Step : OnDevice<FmaBf16x2> {
  static constexpr bool kShared = true;
  static __device__ Word third(Word x, const GpuScalars& s) {
    const float number = __uint_as_float(x & 0xFFFF0000);
    return __float_as_uint(__fsub_rn(number, number)) | s.bf16x2[0];
  }
  static __device__ Word step(Word x, Word, Word both, const GpuScalars&) {
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %1;" : "+r"(x) : "r"(both));
    return x;
  }
};

struct MulAddBf16x2Step : OnDevice<MulAddBf16x2> {
  static __device__ Word step(Word x, Word, Word, const GpuScalars& s) {
    asm volatile("mul.rn.bf16x2 %0, %0, %1;" : "+r"(x) : "r"(s.bf16x2[0]));
    asm volatile("add.rn.bf16x2 %0, %0, %1;" : "+r"(x) : "r"(s.bf16x2[1]));
    return x;
  }
};

}  // namespace ridgeline::kernels
