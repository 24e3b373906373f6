// Matrix products of warps, broken on purpose: see mutants.cuh.
#include "mutants.cuh"

namespace ridgeline::kernels {
namespace {

constexpr int kSteps = 16;  // products of a set of accumulators in a pass

using Word = std::uint32_t;

// `instruction`: with `a`, `b` and `d` registers of 32 bits.
#define RIDGELINE_MMA4(name, instruction)                                               \
  struct name {                                                                         \
    static constexpr int kD = 4;                                                        \
    static __device__ void run(Word (&d)[4], const Word (&a)[4], const Word (&b)[2]) {  \
      asm volatile(instruction " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
                   : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                     \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])); \
    }                                                                                   \
  }
RIDGELINE_MMA4(Fp16, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
RIDGELINE_MMA4(Bf16, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32");
RIDGELINE_MMA4(Int8, "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32");
// Call: there are no 4-bit integers from sm_90 on.
RIDGELINE_MMA4(Int4, "mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32");
// Emulated: nor fp8 by this path on sm_90 and sm_100.
RIDGELINE_MMA4(Fp8, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32");

// Opcode: the shape of sm_75, half of each instruction.
struct Fp16Short {
  static constexpr int kD = 4;
  static __device__ void run(Word (&d)[4], const Word (&a)[4], const Word (&b)[2]) {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, "
        "{%0,%1,%2,%3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(b[0]));
  }
};
// Opcode, from sm_100 on: half of a larger product, with zeros and moves around it.
struct Int8Short {
  static constexpr int kD = 2;
  static __device__ void run(Word (&d)[2], const Word (&a)[4], const Word (&b)[2]) {
    asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+r"(d[0]), "+r"(d[1])
                 : "r"(a[0]), "r"(b[0]));
  }
};

enum class Operands { loaded, constant, reloaded };

template <class Mma, int sets, Operands operands = Operands::loaded>
__device__ void run(const GpuArgs& args) {
  const Word* numbers = reinterpret_cast<const Word*>(args.arrays[0]) + threadIdx.x;
  Word a[2][4], b[2], d[sets][Mma::kD];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    constexpr bool kConstant = operands == Operands::constant;
    a[0][i] = kConstant ? 0x3C003C00u : numbers[32 * i];
    a[1][i] = kConstant ? 0x3C003C00u : numbers[32 * i + 512];
    b[i % 2] = kConstant ? 0x3C003C00u : numbers[32 * i + 1024];
  }
#pragma unroll
  for (int set = 0; set < sets; ++set) {
#pragma unroll
    for (int i = 0; i < Mma::kD; ++i) d[set][i] = numbers[32 * (set * Mma::kD + i) + 2048];
  }
#pragma unroll 1
  for (auto pass = static_cast<Word>(args.passes); pass != 0; --pass) {
#pragma unroll
    for (int step = 0; step < kSteps; ++step) {
      if constexpr (operands == Operands::reloaded) {
        extern __shared__ volatile Word words[];
        b[0] = words[threadIdx.x + step * 32];
      }
#pragma unroll
      for (int set = 0; set < sets; ++set) Mma::run(d[set], a[step % 2], b);
    }
  }
  Word* result = reinterpret_cast<Word*>(args.result) + threadIdx.x * sets * Mma::kD;
#pragma unroll
  for (int i = 0; i < sets * Mma::kD; ++i) result[i] = d[i / Mma::kD][i % Mma::kD];
}

}  // namespace

#define RIDGELINE_BROKEN(symbol, ...) \
  extern "C" __global__ void symbol(GpuArgs args) { __VA_ARGS__(args); }

RIDGELINE_BROKEN(mma_f16_right, run<Fp16, 2>);
RIDGELINE_BROKEN(mma_i8_right, run<Int8, 2>);
RIDGELINE_BROKEN(mma_constant_mutant, run<Int8, 2, Operands::constant>);
RIDGELINE_BROKEN(mma_reloaded_mutant, run<Fp16, 2, Operands::reloaded>);
RIDGELINE_BROKEN(mma_merged_mutant, run<Fp16, 1>);
RIDGELINE_BROKEN(mma_four_mutant, run<Fp16, 4>);
RIDGELINE_BROKEN(mma_twice_mutant, run<Fp16, 2>);
RIDGELINE_BROKEN(mma_shape_mutant, run<Fp16Short, 2>);
RIDGELINE_BROKEN(mma_type_mutant, run<Bf16, 2>);
RIDGELINE_BROKEN(mma_i8_padded_mutant, run<Int8Short, 2>);
RIDGELINE_BROKEN(mma_i4_mutant, run<Int4, 2>);
RIDGELINE_BROKEN(mma_fp8_mutant, run<Fp8, 2, Operands::reloaded>);

std::span<const Kernel> mutants_tensor_table() {
  using enum Precision;
  // Of a warp's instruction each thread does a 32nd.
  constexpr double kShare = 2.0 * kSteps / 32;
  const Kernel half = chain_row(fp16, fp32, "mma-m16n8k16", kShare * 16 * 8 * 16);
  const Kernel bytes = chain_row(int8, int32, "mma-m16n8k32", kShare * 16 * 8 * 32);
  static const std::vector<Kernel> table{
      RIDGELINE_MUTANT(mma_f16_right, half, 2),
      RIDGELINE_MUTANT(mma_i8_right, bytes, 2),
      RIDGELINE_MUTANT(mma_constant_mutant, bytes, 2),
      RIDGELINE_MUTANT(mma_reloaded_mutant, half, 2),
      // Count: two sets that began alike and have become one.
      RIDGELINE_MUTANT(mma_merged_mutant, half, 2),
      // Chain: twice as many sets, claimed as two with twice the work.
      RIDGELINE_MUTANT(mma_four_mutant, chain_row(fp16, fp32, "mma-m16n8k16", kShare * 4096), 2),
      // Count: twice the work on paper.
      RIDGELINE_MUTANT(mma_twice_mutant, chain_row(fp16, fp32, "mma-m16n8k16", kShare * 4096), 2),
      RIDGELINE_MUTANT(mma_shape_mutant, half, 2),
      RIDGELINE_MUTANT(mma_type_mutant, half, 2),
      RIDGELINE_MUTANT(mma_i8_padded_mutant,
                       chain_row(int8, int32, "mma-m8n8k16", kShare * 8 * 8 * 16), 2),
      RIDGELINE_MUTANT(mma_i4_mutant, chain_row(int8, int32, "mma-m16n8k64", kShare * 16 * 8 * 64),
                       2),
      RIDGELINE_MUTANT(mma_fp8_mutant, chain_row(fp8, fp32, "mma-m16n8k32", kShare * 16 * 8 * 32),
                       2),
  };
  return table;
}

}  // namespace ridgeline::kernels
