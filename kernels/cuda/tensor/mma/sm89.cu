// Tensor cores in fp8 (E4M3) by mma.sync, where it is an instruction of its own: on sm_90, sm_100
// and sm_103 the assembler replaces it by conversions and products of fp16.
#include "kernels/cuda/tensor/mma/forms.cuh"

namespace ridgeline::kernels {
namespace {

using Word = std::uint32_t;

struct Fp8ToHalf : MmaTile<Precision::fp8, Precision::fp16, 16, 32, 8, Word, Word, HalfD<4>> {
  RIDGELINE_MMA_H2_A4_B2("m16n8k32.row.col.f16.e4m3.e4m3.f16")
};

struct Fp8ToSingle
    : MmaTile<Precision::fp8, Precision::fp32, 16, 32, 8, Word, Word, PlainD<float, 4>> {
  RIDGELINE_MMA_F4_A4_B2("m16n8k32.row.col.f32.e4m3.e4m3.f32")
};

}  // namespace

RIDGELINE_MMA(mma_f8_f16_m16n8k32, Fp8ToHalf)
RIDGELINE_MMA(mma_f8_f32_m16n8k32, Fp8ToSingle)

std::span<const Kernel> mma_sm89_table() {
  static const std::vector<Kernel> table{
      mma_kernel<Fp8ToHalf>("mma_f8_f16_m16n8k32", "mma-m16n8k32", mma_f8_f16_m16n8k32_entries()),
      mma_kernel<Fp8ToSingle>("mma_f8_f32_m16n8k32", "mma-m16n8k32", mma_f8_f32_m16n8k32_entries()),
  };
  return table;
}

}  // namespace ridgeline::kernels
