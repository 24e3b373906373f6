// Tensor cores in fp6 (E3M2) and fp4 (E2M1) by mma.sync, for exactly sm_120a. The first forms take
// every number in a byte; the block-scaled ones two fp4 in a byte, and a factor for 32 or 16 of
// them.
#include "kernels/cuda/tensor/mma/forms.cuh"

namespace ridgeline::kernels {
namespace {

using Word = std::uint32_t;

struct Fp6ToSingle
    : MmaTile<Precision::fp6, Precision::fp32, 16, 32, 8, Word, Word, PlainD<float, 4>> {
  RIDGELINE_MMA_F4_A4_B2("kind::f8f6f4.m16n8k32.row.col.f32.e3m2.e3m2.f32")
};

// In memory two a byte; for the instruction each in the middle four bits of a byte (as CUTLASS,
// mma_traits_sm120.hpp, says of it).
struct Fp4ToSingle
    : MmaTile<Precision::fp4, Precision::fp32, 16, 32, 4, std::uint16_t, Word, PlainD<float, 4>> {
  static __device__ Word widen(std::uint16_t four) {
    const Word spread =
        (four & 0xF) | (four & 0xF0) << 4 | (four & 0xF00) << 8 | (four & 0xF000) << 12;
    return spread << 2;
  }
  RIDGELINE_MMA_F4_A4_B2("kind::f8f6f4.m16n8k32.row.col.f32.e2m1.e2m1.f32")
};

// Factors are powers of two with a bias of 127 (UE8M0).
struct Mxf4ToSingle
    : MmaTile<Precision::fp4, Precision::fp32, 16, 64, 4, Word, Word, PlainD<float, 4>> {
  RIDGELINE_MMA_F4_A4_B2_SCALED(
      "kind::mxf4.block_scale.scale_vec::2X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue8m0", 0x7F7F7F7F)
};

// Factors are E4M3 without a sign; 0x38 is 1.
struct Mxf4Nvf4ToSingle
    : MmaTile<Precision::fp4, Precision::fp32, 16, 64, 4, Word, Word, PlainD<float, 4>> {
  RIDGELINE_MMA_F4_A4_B2_SCALED(
      "kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row.col.f32.e2m1.e2m1.f32.ue4m3",
      0x38383838)
};

}  // namespace

RIDGELINE_MMA(mma_f6_f32_m16n8k32, Fp6ToSingle)
RIDGELINE_MMA(mma_f4_f32_m16n8k32, Fp4ToSingle)
RIDGELINE_MMA(mma_mxf4_f32_m16n8k64, Mxf4ToSingle)
RIDGELINE_MMA(mma_mxf4nvf4_f32_m16n8k64, Mxf4Nvf4ToSingle)

std::span<const Kernel> mma_sm120_table() {
  static const std::vector<Kernel> table{
      mma_kernel<Fp6ToSingle>("mma_f6_f32_m16n8k32", "mma-m16n8k32", mma_f6_f32_m16n8k32_entries()),
      mma_kernel<Fp4ToSingle>("mma_f4_f32_m16n8k32", "mma-m16n8k32", mma_f4_f32_m16n8k32_entries()),
      mma_kernel<Mxf4ToSingle>("mma_mxf4_f32_m16n8k64", "mma-mxf4-m16n8k64",
                               mma_mxf4_f32_m16n8k64_entries()),
      mma_kernel<Mxf4Nvf4ToSingle>("mma_mxf4nvf4_f32_m16n8k64", "mma-mxf4nvf4-m16n8k64",
                                   mma_mxf4nvf4_f32_m16n8k64_entries()),
  };
  return table;
}

}  // namespace ridgeline::kernels
