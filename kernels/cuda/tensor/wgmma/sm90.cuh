// Warpgroup matrix products of Hopper: descriptors, instructions and the accumulator's layout (PTX
// ISA, "Asynchronous warpgroup level matrix instructions"). A warpgroup is four consecutive warps.
//
// Accumulator of m64nN: thread t of the warpgroup holds N / 2 numbers d[i]; number i lies at
//     row    = 16 (t / 32) + (t mod 32) / 4 + 8 ((i / 2) mod 2)
//     column = 8 (i / 4) + 2 (t mod 4) + i mod 2
// fp16 accumulators: register j holds numbers 2 j (low half) and 2 j + 1.
//
// Shared memory matrix descriptor, 64 bits:
//     0..13  start address / 16     16..29 leading byte offset / 16 (unused, 1)
//     32..45 stride byte offset / 16     49..51 base offset (0)     62..63 swizzle (1: 128 bytes)
// What they address is in tensor/tiles.cuh. Both matrices are K-major, no negation (imm-scale 1),
// no transposition (imm-trans 0, which only 16-bit types have), D = A B + D (scale-d true).
#pragma once

#include <cuda_fp16.h>

#include <cstdint>

#include "kernels/cuda/tensor/tiles.cuh"

namespace ridgeline::kernels {

constexpr std::uint32_t kWarpgroup = 128;  // threads
constexpr std::uint32_t kWgmmaRows = 64;

// Of a K-major tile in 128-byte swizzle that starts at `address` of shared memory.
__device__ inline std::uint64_t wgmma_descriptor(std::uint32_t address) {
  constexpr std::uint64_t kLeading = 1;
  constexpr std::uint64_t kStride = kPatternBytes >> 4;
  constexpr std::uint64_t kSwizzle128 = 1;
  return (address & 0x3FFFF) >> 4 | kLeading << 16 | kStride << 32 | kSwizzle128 << 62;
}

__device__ inline void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void wgmma_commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
// Until at most `pending` of the committed groups are under way.
template <int pending>
__device__ inline void wgmma_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

// The text of instructions with 32, 64 or 128 accumulator registers, which come first.
#define RIDGELINE_LIST32                                                             \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, " \
  "%18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define RIDGELINE_LIST64                                                               \
  RIDGELINE_LIST32                                                                     \
  ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define RIDGELINE_LIST128                                                              \
  RIDGELINE_LIST64                                                                     \
  ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
  "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "   \
  "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, "   \
  "%110, %111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, "     \
  "%123, %124, %125, %126, %127"
#define RIDGELINE_ACC4(c, d, i) c(d[i]), c(d[i + 1]), c(d[i + 2]), c(d[i + 3])
#define RIDGELINE_ACC16(c, d, i)                                                         \
  RIDGELINE_ACC4(c, d, i), RIDGELINE_ACC4(c, d, (i) + 4), RIDGELINE_ACC4(c, d, (i) + 8), \
      RIDGELINE_ACC4(c, d, (i) + 12)
#define RIDGELINE_ACC32(c, d, i) RIDGELINE_ACC16(c, d, i), RIDGELINE_ACC16(c, d, (i) + 16)
#define RIDGELINE_ACC64(c, d, i) RIDGELINE_ACC32(c, d, i), RIDGELINE_ACC32(c, d, (i) + 32)
#define RIDGELINE_ACC128(c, d, i) RIDGELINE_ACC64(c, d, i), RIDGELINE_ACC64(c, d, (i) + 64)
// `a`, `b`: the numbers of the descriptors among the operands, as text.
#define RIDGELINE_WGMMA(instruction, list, accumulators, a, b, tail)                         \
  asm volatile(                                                                              \
      "{\n  .reg .pred p;\n  setp.eq.u32 p, 0, 0;\n  "                                       \
      "wgmma.mma_async.sync.aligned." instruction " {" list "}, " a ", " b ", p" tail ";\n}" \
      : accumulators                                                                         \
      : "l"(a_tile), "l"(b_tile))

// Mma<Type, N>: one instruction. `k`, `formats`: its shape and types as text; `value`,
// `constraint`, `registers`: the accumulator's; `tail`: what its types have behind scale-d.
template <class Type, int N>
struct Mma;
#define RIDGELINE_MMA(Type, N, k, formats, value, constraint, registers, a, b, tail) \
  template <>                                                                        \
  struct Mma<Type, N> {                                                              \
    using Value = value;                                                             \
    static constexpr int kRegisters = registers;                                     \
    __device__ static void run(Value (&d)[kRegisters], std::uint64_t a_tile,         \
                               std::uint64_t b_tile) {                               \
      RIDGELINE_WGMMA("m64n" #N k formats, RIDGELINE_LIST##registers,                \
                      RIDGELINE_ACC##registers(constraint, d, 0), a, b, tail);       \
    }                                                                                \
  }
#define RIDGELINE_MMAS(Type, k, formats, value, constraint, tail)                  \
  RIDGELINE_MMA(Type, 64, k, formats, value, constraint, 32, "%32", "%33", tail);  \
  RIDGELINE_MMA(Type, 128, k, formats, value, constraint, 64, "%64", "%65", tail); \
  RIDGELINE_MMA(Type, 256, k, formats, value, constraint, 128, "%128", "%129", tail)

struct Fp16Fp32 {
  static constexpr Precision kIn = Precision::fp16, kOut = Precision::fp32;
};
struct Fp16Fp16 {
  static constexpr Precision kIn = Precision::fp16, kOut = Precision::fp16;
};
struct Bf16Fp32 {
  static constexpr Precision kIn = Precision::bf16, kOut = Precision::fp32;
};
struct Tf32Fp32 {
  static constexpr Precision kIn = Precision::tf32, kOut = Precision::fp32;
};
struct Fp8Fp32 {
  static constexpr Precision kIn = Precision::fp8, kOut = Precision::fp32;
};
struct Int8Int32 {
  static constexpr Precision kIn = Precision::int8, kOut = Precision::int32;
};

RIDGELINE_MMAS(Fp16Fp32, "k16", ".f32.f16.f16", float, "+f", ", 1, 1, 0, 0");
RIDGELINE_MMAS(Bf16Fp32, "k16", ".f32.bf16.bf16", float, "+f", ", 1, 1, 0, 0");
RIDGELINE_MMAS(Tf32Fp32, "k8", ".f32.tf32.tf32", float, "+f", ", 1, 1");
RIDGELINE_MMAS(Fp8Fp32, "k32", ".f32.e4m3.e4m3", float, "+f", ", 1, 1");
RIDGELINE_MMAS(Int8Int32, "k32", ".s32.s8.s8", std::uint32_t, "+r", "");
RIDGELINE_MMA(Fp16Fp16, 256, "k16", ".f16.f16.f16", std::uint32_t, "+r", 64, "%64", "%65",
              ", 1, 1, 0, 0");

}  // namespace ridgeline::kernels
