// What the tensor cores of data-centre Blackwell (tcgen05) need to know of a product: the
// instruction descriptor, the descriptor of a matrix in shared memory, and each type's instruction.
// Section names are those of the PTX ISA's "Tensorcore 5th generation family instructions".
//
// One CTA (cta_group::1), M = 128, both matrices K-major from shared memory, D = A B + D. In all
// kinds an instruction takes 32 bytes of each line: K = 16 (16-bit), 8 (tf32), 32 (8-bit, and
// 6-bit, whose 16 numbers have 12 bytes and 4 of padding), 64 (mxf4).
#pragma once

#include <cstdint>

#include "kernels/cuda/tensor/tiles.cuh"

namespace ridgeline::kernels {

constexpr std::uint32_t kTcgen05Rows = 128;

// "Shared memory descriptor": a K-major tile in 128-byte swizzle that starts at `address`. What it
// addresses is in tensor/tiles.cuh.
__device__ inline std::uint64_t tcgen05_descriptor(std::uint32_t address) {
  constexpr std::uint64_t kLeading = 1;                  // bits 16..29, not used by this layout
  constexpr std::uint64_t kStride = kPatternBytes >> 4;  // bits 32..45: to the next 8 lines
  constexpr std::uint64_t kVersion = 1;                  // bits 46..48: fixed 0b001
  constexpr std::uint64_t kSwizzle128 = 2;               // bits 61..63
  // Base offset (49..51) 0: the pattern starts at a multiple of 1024. Leading dimension stride mode
  // (52) 0: relative.
  return (address & 0x3FFFF) >> 4 | kLeading << 16 | kStride << 32 | kVersion << 46 |
         kSwizzle128 << 61;
}

// "Instruction descriptor", table for .kind::tf32, .kind::f16, .kind::f8f6f4 and .kind::i8. Dense,
// no saturation, no negation, no transposition, no shift: zero.
struct InstructionFields {
  std::uint32_t d;   // bits 4..5: F16 0, F32 1, S32 2
  std::uint32_t ab;  // bits 7..9 of A, 10..12 of B: F16 0, BF16 1; TF32 2; E4M3 0, E3M2 4; S8 1
};

constexpr std::uint32_t instruction_descriptor(InstructionFields fields, std::uint32_t columns) {
  return fields.d << 4 | fields.ab << 7 | fields.ab << 10 | columns >> 3 << 17 |
         kTcgen05Rows >> 4 << 24;
}

// The table for .kind::mxf4: scale factors' ids (4..5, 29..30) 0, K = 64 (31) 0.
constexpr std::uint32_t mxf4_instruction_descriptor(std::uint32_t columns) {
  constexpr std::uint32_t kE2m1 = 1;   // bits 7..9 of A, 10..11 of B
  constexpr std::uint32_t kUe8m0 = 1;  // bit 23
  return kE2m1 << 7 | kE2m1 << 10 | columns >> 3 << 17 | kUe8m0 << 23 | kTcgen05Rows >> 7 << 27;
}

// Where a product's operands are: D's and the scale factors' places in tensor memory.
struct ProductPlace {
  std::uint32_t d;
  std::uint32_t scale_a, scale_b;  // block-scaled kinds only
};

// A type: its formats, `descriptor(columns)`, and run(): one instruction, issued by one thread.
#define RIDGELINE_TCGEN05_TYPE(Type, in, out, kind, d_format, ab_format)                    \
  struct Type {                                                                             \
    static constexpr Precision kIn = in, kOut = out;                                        \
    static constexpr bool kScaled = false;                                                  \
    static constexpr std::uint32_t descriptor(std::uint32_t columns) {                      \
      return instruction_descriptor({.d = d_format, .ab = ab_format}, columns);             \
    }                                                                                       \
    __device__ static void run(const ProductPlace& place, std::uint64_t a, std::uint64_t b, \
                               std::uint32_t descriptor) {                                  \
      asm volatile(                                                                         \
          "{\n  .reg .pred p;\n  setp.eq.u32 p, 0, 0;\n  "                                  \
          "tcgen05.mma.cta_group::1.kind::" kind " [%0], %1, %2, %3, p;\n}" ::"r"(place.d), \
          "l"(a), "l"(b), "r"(descriptor)                                                   \
          : "memory");                                                                      \
    }                                                                                       \
  }

RIDGELINE_TCGEN05_TYPE(Tc5Fp16Fp32, Precision::fp16, Precision::fp32, "f16", 1, 0);
RIDGELINE_TCGEN05_TYPE(Tc5Fp16Fp16, Precision::fp16, Precision::fp16, "f16", 0, 0);
RIDGELINE_TCGEN05_TYPE(Tc5Bf16Fp32, Precision::bf16, Precision::fp32, "f16", 1, 1);
RIDGELINE_TCGEN05_TYPE(Tc5Tf32Fp32, Precision::tf32, Precision::fp32, "tf32", 1, 2);
RIDGELINE_TCGEN05_TYPE(Tc5Fp8Fp32, Precision::fp8, Precision::fp32, "f8f6f4", 1, 0);
RIDGELINE_TCGEN05_TYPE(Tc5Fp6Fp32, Precision::fp6, Precision::fp32, "f8f6f4", 1, 4);
RIDGELINE_TCGEN05_TYPE(Tc5Int8Int32, Precision::int8, Precision::int32, "i8", 2, 1);

// Block-scaled: a scale factor for each 32 numbers of a line (scale_vec::2X), all 1.0 here.
struct Tc5Mxf4Fp32 {
  static constexpr Precision kIn = Precision::fp4, kOut = Precision::fp32;
  static constexpr bool kScaled = true;
  static constexpr std::uint32_t descriptor(std::uint32_t columns) {
    return mxf4_instruction_descriptor(columns);
  }
  __device__ static void run(const ProductPlace& place, std::uint64_t a, std::uint64_t b,
                             std::uint32_t descriptor) {
    asm volatile(
        "{\n  .reg .pred p;\n  setp.eq.u32 p, 0, 0;\n  "
        "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.scale_vec::2X [%0], %1, %2, %3, [%4], "
        "[%5], p;\n}" ::"r"(place.d),
        "l"(a), "l"(b), "r"(descriptor), "r"(place.scale_a), "r"(place.scale_b)
        : "memory");
  }
};

}  // namespace ridgeline::kernels
