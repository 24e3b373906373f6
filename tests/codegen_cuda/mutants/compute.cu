// Arithmetic from registers, broken on purpose: see mutants.cuh.
#include "mutants.cuh"

namespace ridgeline::kernels {
namespace {

constexpr int kSteps = 32;  // of a chain in a pass

// How one chain goes on. `own`: numbers that each chain loads for itself.
struct Fma {
  using Word = float;
  static __device__ float step(float x, const float*, const GpuScalars& s) {
    return __fmaf_rn(x, s.f32[0], s.f32[1]);
  }
};
// Form: three registers, all different.
struct FmaThree : Fma {
  static __device__ float step(float x, const float* own, const GpuScalars&) {
    return __fmaf_rn(x, own[0], own[1]);
  }
};
struct MulAdd : Fma {
  static __device__ float step(float x, const float*, const GpuScalars& s) {
    return __fadd_rn(__fmul_rn(x, s.f32[0]), s.f32[1]);
  }
};
// FMA: without a rounding mode the assembler makes one of two.
struct Fused : Fma {
  static __device__ float step(float x, const float*, const GpuScalars& s) {
    asm volatile("mul.f32 %0, %0, %1;" : "+f"(x) : "f"(s.f32[0]));
    asm volatile("add.f32 %0, %0, %1;" : "+f"(x) : "f"(s.f32[1]));
    return x;
  }
};
// Memory: the addend is loaded in each step.
struct Loading : Fma {
  static __device__ float step(float x, const float*, const GpuScalars& s) {
    extern __shared__ float numbers[];
    return __fmaf_rn(x, s.f32[0], *static_cast<volatile float*>(numbers + threadIdx.x));
  }
};
// Call: a function of its own.
__device__ __noinline__ float called(float x, float a, float b) { return __fmaf_rn(x, a, b); }
struct Calling : Fma {
  static __device__ float step(float x, const float*, const GpuScalars& s) {
    return called(x, s.f32[0], s.f32[1]);
  }
};

struct Mad {
  using Word = std::uint32_t;
  static __device__ Word step(Word x, const Word*, const GpuScalars& s) {
    asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(s.i32[0]), "r"(s.i32[1]));
    return x;
  }
};
// Count: sixteen steps by literals are one.
struct MadLiteral : Mad {
  static __device__ Word step(Word x, const Word*, const GpuScalars&) { return x * 3 + 1; }
};
struct AddXor : Mad {
  static __device__ Word step(Word x, const Word*, const GpuScalars& s) {
    asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(s.i32[0]));
    asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(s.i32[1]));
    return x;
  }
};
// Count: additions of one number after another are a few.
struct AddFolded : Mad {
  static __device__ Word step(Word x, const Word*, const GpuScalars& s) {
    asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(s.i32[0]));
    asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(s.i32[0]));
    return x;
  }
};
// Opcode: and in C++ not even the loop is left.
struct AddGone : Mad {
  static __device__ Word step(Word x, const Word*, const GpuScalars& s) {
    return x + s.i32[0] + s.i32[0];
  }
};
// Opcode: a number and its reciprocal's reciprocal are the same to the assembler.
struct Reciprocal : Fma {
  static __device__ float step(float x, const float*, const GpuScalars&) {
    asm volatile("rcp.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
  }
};

struct Half2 {
  using Word = std::uint32_t;
  static __device__ Word step(Word x, const Word*, const GpuScalars& s) {
    asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(s.f16x2[0]), "r"(s.f16x2[1]));
    return x;
  }
};
// Width: one half of each register.
struct Half {
  using Word = std::uint16_t;
  static __device__ Word step(Word x, const Word*, const GpuScalars& s) {
    asm volatile("fma.rn.f16 %0, %0, %1, %2;"
                 : "+h"(x)
                 : "h"(static_cast<Word>(s.f16x2[0])), "h"(static_cast<Word>(s.f16x2[1])));
    return x;
  }
};
// FMA, before sm_90: there are no additions and multiplications of bf16.
struct BrainMulAdd : Half2 {
  static __device__ Word step(Word x, const Word*, const GpuScalars& s) {
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(s.bf16x2[0]), "r"(0x80008000u));
    asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(0x3F803F80u), "r"(s.bf16x2[1]));
    return x;
  }
};

template <class Step, int chains, int steps = kSteps>
__device__ void run(const GpuArgs& args) {
  using Word = typename Step::Word;
  const auto* numbers = reinterpret_cast<const Word*>(args.arrays[0]);
  const std::uint32_t first = (blockIdx.x * blockDim.x + threadIdx.x) * chains;
  Word x[chains], own[chains][2];
#pragma unroll
  for (int c = 0; c < chains; ++c) {
    x[c] = numbers[first + c];
    own[c][0] = numbers[first + c + 100];
    own[c][1] = numbers[first + c + 200];
  }
#pragma unroll 1
  for (auto pass = static_cast<std::uint32_t>(args.passes); pass != 0; --pass) {
#pragma unroll
    for (int step = 0; step < steps; ++step) {
#pragma unroll
      for (int c = 0; c < chains; ++c) x[c] = Step::step(x[c], own[c], args.scalars);
    }
  }
#pragma unroll
  for (int c = 0; c < chains; ++c) reinterpret_cast<Word*>(args.result)[first + c] = x[c];
}

// Count: all chains began with the same number and have become one.
__device__ void run_merged(const GpuArgs& args) {
  float x = reinterpret_cast<const float*>(args.arrays[0])[threadIdx.x];
#pragma unroll 1
  for (auto pass = static_cast<std::uint32_t>(args.passes); pass != 0; --pass) {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) x = Fma::step(x, nullptr, args.scalars);
  }
  for (int c = 0; c < 4; ++c) reinterpret_cast<float*>(args.result)[threadIdx.x * 4 + c] = x;
}

// Chain: of four the first has the last one's steps too.
__device__ void run_uneven(const GpuArgs& args) {
  float x[4];
  for (int c = 0; c < 4; ++c) {
    x[c] = reinterpret_cast<const float*>(args.arrays[0])[threadIdx.x * 4 + c];
  }
#pragma unroll 1
  for (auto pass = static_cast<std::uint32_t>(args.passes); pass != 0; --pass) {
#pragma unroll
    for (int step = 0; step < kSteps * 4; ++step) {
      float& chain = x[step % 4 == 3 ? 0 : step % 4];
      chain = Fma::step(chain, nullptr, args.scalars);
    }
    asm volatile("" : "+f"(x[3]));
  }
  for (int c = 0; c < 4; ++c) {
    reinterpret_cast<float*>(args.result)[threadIdx.x * 4 + c] = x[c];
  }
}

}  // namespace

#define RIDGELINE_BROKEN(symbol, bounds, ...) \
  extern "C" __global__ void bounds symbol(GpuArgs args) { __VA_ARGS__(args); }
#define RIDGELINE_FREELY

RIDGELINE_BROKEN(fma_right, RIDGELINE_FREELY, run<Fma, 4>);
RIDGELINE_BROKEN(fma_three_right, RIDGELINE_FREELY, run<FmaThree, 4>);
RIDGELINE_BROKEN(one_chain_right, RIDGELINE_FREELY, run<Fma, 1, 128>);
RIDGELINE_BROKEN(mul_add_right, RIDGELINE_FREELY, run<MulAdd, 4>);
RIDGELINE_BROKEN(mad_right, RIDGELINE_FREELY, run<Mad, 4>);
RIDGELINE_BROKEN(add_right, RIDGELINE_FREELY, run<AddXor, 4>);
RIDGELINE_BROKEN(half2_right, RIDGELINE_FREELY, run<Half2, 4>);
RIDGELINE_BROKEN(fma_three_mutant, RIDGELINE_FREELY, run<FmaThree, 4>);
RIDGELINE_BROKEN(fma_two_mutant, RIDGELINE_FREELY, run<Fma, 4>);
RIDGELINE_BROKEN(fma_merged_mutant, RIDGELINE_FREELY, run_merged);
RIDGELINE_BROKEN(fma_uneven_mutant, RIDGELINE_FREELY, run_uneven);
RIDGELINE_BROKEN(fma_twice_mutant, RIDGELINE_FREELY, run<Fma, 4>);
RIDGELINE_BROKEN(fma_spilled_mutant, __launch_bounds__(1024, 2), run<FmaThree, 16>);
RIDGELINE_BROKEN(fma_crowded_mutant, RIDGELINE_FREELY, run<FmaThree, 16>);
RIDGELINE_BROKEN(fma_loading_mutant, RIDGELINE_FREELY, run<Loading, 4>);
RIDGELINE_BROKEN(fma_calling_mutant, RIDGELINE_FREELY, run<Calling, 4>);
RIDGELINE_BROKEN(fma_long_mutant, RIDGELINE_FREELY, run<Fma, 4, 1100>);
RIDGELINE_BROKEN(one_chain_two_mutant, RIDGELINE_FREELY, run<Fma, 2, 64>);
RIDGELINE_BROKEN(mul_add_fused_mutant, RIDGELINE_FREELY, run<Fused, 4>);
RIDGELINE_BROKEN(mad_literal_mutant, RIDGELINE_FREELY, run<MadLiteral, 4>);
RIDGELINE_BROKEN(add_folded_mutant, RIDGELINE_FREELY, run<AddFolded, 4>);
RIDGELINE_BROKEN(add_gone_mutant, RIDGELINE_FREELY, run<AddGone, 4>);
RIDGELINE_BROKEN(reciprocal_mutant, RIDGELINE_FREELY, run<Reciprocal, 4>);
RIDGELINE_BROKEN(half_mutant, RIDGELINE_FREELY, run<Half, 4>);
RIDGELINE_BROKEN(bf16_mul_add_mutant, RIDGELINE_FREELY, run<BrainMulAdd, 4>);

namespace {

using enum Precision;

std::vector<Kernel> floating_point() {
  const Kernel fma = chain_row(fp32, none, "fma", 2 * kSteps);
  const Kernel three = chain_row(fp32, none, "fma-three-registers", 2 * kSteps);
  const Kernel one = chain_row(fp32, none, "fma-one-chain", 2 * 128);
  const Kernel mul_add = chain_row(fp32, none, "mul-add", 2 * kSteps);
  return {
      RIDGELINE_MUTANT(fma_right, fma, 4),
      RIDGELINE_MUTANT(fma_three_right, three, 4),
      RIDGELINE_MUTANT(one_chain_right, one, 1),
      RIDGELINE_MUTANT(mul_add_right, mul_add, 4),
      RIDGELINE_MUTANT(fma_three_mutant, fma, 4),
      // Form: the other way round.
      RIDGELINE_MUTANT(fma_two_mutant, three, 4),
      RIDGELINE_MUTANT(fma_merged_mutant, fma, 4),
      RIDGELINE_MUTANT(fma_uneven_mutant, fma, 4),
      // Count: twice the work on paper.
      RIDGELINE_MUTANT(fma_twice_mutant, chain_row(fp32, none, "fma", 4 * kSteps), 4),
      RIDGELINE_MUTANT(fma_spilled_mutant, three, 16),
      // Resident: two blocks of 1024 threads have 32 registers each.
      RIDGELINE_MUTANT(fma_crowded_mutant, three, 16, {2, 1024, 1}),
      RIDGELINE_MUTANT(fma_loading_mutant, fma, 4),
      RIDGELINE_MUTANT(fma_calling_mutant, fma, 4),
      // Size: 4400 instructions of 16 bytes.
      RIDGELINE_MUTANT(fma_long_mutant, chain_row(fp32, none, "fma", 2 * 1100), 4),
      RIDGELINE_MUTANT(one_chain_two_mutant, one, 1),
      RIDGELINE_MUTANT(mul_add_fused_mutant, mul_add, 4),
      RIDGELINE_MUTANT(reciprocal_mutant, chain_row(fp32, none, "special-rcp", kSteps), 4),
  };
}

std::vector<Kernel> integers_and_halves() {
  const Kernel mad = chain_row(int32, none, "mad", 2 * kSteps);
  const Kernel add = chain_row(int32, none, "add", 2 * kSteps);
  const Kernel half2 = chain_row(fp16, none, "fma-half2", 4 * kSteps);
  const Kernel brain = chain_row(bf16, none, "mul-add-bf16x2", 4 * kSteps);
  return {
      RIDGELINE_MUTANT(mad_right, mad, 4),         RIDGELINE_MUTANT(add_right, add, 4),
      RIDGELINE_MUTANT(half2_right, half2, 4),     RIDGELINE_MUTANT(mad_literal_mutant, mad, 4),
      RIDGELINE_MUTANT(add_folded_mutant, add, 4), RIDGELINE_MUTANT(add_gone_mutant, add, 4),
      RIDGELINE_MUTANT(half_mutant, half2, 4),     RIDGELINE_MUTANT(bf16_mul_add_mutant, brain, 4),
  };
}

}  // namespace

std::span<const Kernel> mutants_compute_table() {
  static const std::vector<Kernel> table = [] {
    std::vector<Kernel> rows = floating_point();
    for (const Kernel& row : integers_and_halves()) rows.push_back(row);
    return rows;
  }();
  return table;
}

}  // namespace ridgeline::kernels
