// The steps of fma_sm75's chains. Written so that the assembler can neither fuse, split nor fold
// them: intrinsics that round where they say, arguments of the launch for what is the same for all
// chains, and PTX where the language has no word.
#pragma once

#include "kernels/cuda/arithmetic/chains.cuh"

namespace ridgeline::kernels {

// The multiplier is an argument, so a constant or uniform operand of the instruction; the addend
// has to be a register, the same for all chains: two different register sources. Left to itself the
// assembler puts both into registers on sm_90 and later, and three sources need a third more time
// on parts with 128 lanes. x - x + a is no argument to it, as x could be infinite.
template <class Kind>
struct FmaStepF32 : OnDevice<Kind> {
  static constexpr bool kShared = true;
  static __device__ float third(float x, const GpuScalars& s) {
    return __fadd_rn(__fsub_rn(x, x), s.f32[1]);
  }
  static __device__ float step(float x, float, float addend, const GpuScalars& s) {
    return __fmaf_rn(x, s.f32[0], addend);
  }
};
using FmaF32Step = FmaStepF32<FmaF32>;
using FmaF32AloneStep = FmaStepF32<FmaF32Alone>;

// Three registers, all of them the chain's own: none is at hand from the instruction before.
struct FmaF32ThreeStep : OnDevice<FmaF32Three> {
  static __device__ float third(float y, const GpuScalars& s) {
    return __fadd_rn(__fsub_rn(y, y), s.f32[0]);
  }
  static __device__ float step(float x, float y, float multiplier, const GpuScalars&) {
    return __fmaf_rn(x, multiplier, y);
  }
};

struct MulAddF32Step : OnDevice<MulAddF32> {
  static __device__ float step(float x, float, float, const GpuScalars& s) {
    return __fadd_rn(__fmul_rn(x, s.f32[0]), s.f32[1]);
  }
};

template <class Kind>
struct FmaStepF64 : OnDevice<Kind> {
  static constexpr bool kShared = true;
  static __device__ double third(double x, const GpuScalars& s) {
    return __dadd_rn(__dsub_rn(x, x), s.f64[1]);
  }
  static __device__ double step(double x, double, double addend, const GpuScalars& s) {
    return __fma_rn(x, s.f64[0], addend);
  }
};
using FmaF64Step = FmaStepF64<FmaF64>;
using FmaF64AloneStep = FmaStepF64<FmaF64Alone>;

struct MulAddF64Step : OnDevice<MulAddF64> {
  static __device__ double step(double x, double, double, const GpuScalars& s) {
    return __dadd_rn(__dmul_rn(x, s.f64[0]), s.f64[1]);
  }
};

struct FmaHalf2Step : OnDevice<FmaHalf2> {
  static constexpr bool kShared = true;
  static __device__ Word third(Word x, const GpuScalars& s) {
    Word zero;
    asm volatile("sub.rn.f16x2 %0, %1, %1;" : "=r"(zero) : "r"(x));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(zero) : "r"(s.f16x2[0]));
    return zero;
  }
  static __device__ Word step(Word x, Word, Word both, const GpuScalars&) {
    asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(x) : "r"(both));
    return x;
  }
};

struct MulAddHalf2Step : OnDevice<MulAddHalf2> {
  static __device__ Word step(Word x, Word, Word, const GpuScalars& s) {
    asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(x) : "r"(s.f16x2[0]));
    asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(x) : "r"(s.f16x2[1]));
    return x;
  }
};

struct MadI32Step : OnDevice<MadI32> {
  static __device__ Word third(Word y, const GpuScalars&) { return y | 1; }
  static __device__ Word step(Word x, Word, Word odd, const GpuScalars& s) {
    asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(odd), "r"(s.i32[1]));
    return x;
  }
};

struct AddXorI32Step : OnDevice<AddXorI32> {
  static __device__ Word step(Word x, Word y, Word, const GpuScalars& s) {
    asm volatile("neg.s32 %0, %0;" : "+r"(x));
    asm volatile("sub.s32 %0, %0, %1;" : "+r"(x) : "r"(y));
    asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(s.i32[1]));
    return x;
  }
};

struct Dp4aStep : OnDevice<Dp4a> {
  static __device__ Word step(Word x, Word y, Word, const GpuScalars& s) {
    asm volatile("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(x) : "r"(y), "r"(s.i32[0]));
    asm volatile("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(x) : "r"(y), "r"(s.i32[1]));
    return x;
  }
};

// The forms that are one instruction of the unit each, without scaling around it. Reciprocals are
// not among them: the assembler cancels the second of two.
template <class Kind>
struct SpecialStep : OnDevice<Kind> {
  static __device__ std::int32_t finish(float x) { return __float2int_rn(x * 1024.0f); }
};
struct SpecialRsqrtStep : SpecialStep<SpecialRsqrt> {
  static __device__ float step(float x, float, float, const GpuScalars&) {
    asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
  }
};
struct SpecialEx2Lg2Step : SpecialStep<SpecialEx2Lg2> {
  static __device__ float step(float x, float, float, const GpuScalars&) {
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
    asm volatile("lg2.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
  }
};

}  // namespace ridgeline::kernels
