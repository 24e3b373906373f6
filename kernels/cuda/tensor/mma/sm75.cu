// Tensor cores by mma.sync, in the forms of sm_75. Later architectures reach more by larger ones
// (sm80.cu), and fill these up with zeros from sm_100 on: the integer one.
#include "kernels/cuda/tensor/mma/forms.cuh"

namespace ridgeline::kernels {
namespace {

using Word = std::uint32_t;

struct HalfToHalf : MmaTile<Precision::fp16, Precision::fp16, 16, 8, 16, Word, Word, HalfD<4>> {
  RIDGELINE_MMA_H2_A2_B1("m16n8k8.row.col.f16.f16.f16.f16")
};

struct HalfToSingle
    : MmaTile<Precision::fp16, Precision::fp32, 16, 8, 16, Word, Word, PlainD<float, 4>> {
  RIDGELINE_MMA_F4_A2_B1("m16n8k8.row.col.f32.f16.f16.f32")
};

struct BytesToInt
    : MmaTile<Precision::int8, Precision::int32, 8, 16, 8, Word, Word, PlainD<std::int32_t, 2>> {
  RIDGELINE_MMA_I2_A1_B1("m8n8k16.row.col.s32.s8.s8.s32")
};

}  // namespace

RIDGELINE_MMA(mma_f16_f16_m16n8k8, HalfToHalf)
RIDGELINE_MMA(mma_f16_f32_m16n8k8, HalfToSingle)
RIDGELINE_MMA(mma_i8_i32_m8n8k16, BytesToInt)

std::span<const Kernel> mma_sm75_table() {
  static const std::vector<Kernel> table{
      mma_kernel<HalfToHalf>("mma_f16_f16_m16n8k8", "mma-m16n8k8", mma_f16_f16_m16n8k8_entries()),
      mma_kernel<HalfToSingle>("mma_f16_f32_m16n8k8", "mma-m16n8k8", mma_f16_f32_m16n8k8_entries()),
      mma_kernel<BytesToInt>("mma_i8_i32_m8n8k16", "mma-m8n8k16", mma_i8_i32_m8n8k16_entries()),
  };
  return table;
}

}  // namespace ridgeline::kernels
