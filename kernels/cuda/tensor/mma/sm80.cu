// Tensor cores by mma.sync, in the forms that came with sm_80. tf32 is fp32 whose last 13 bits are
// not looked at.
#include "kernels/cuda/tensor/mma/forms.cuh"

namespace ridgeline::kernels {
namespace {

using Word = std::uint32_t;

struct HalfToHalf : MmaTile<Precision::fp16, Precision::fp16, 16, 16, 16, Word, Word, HalfD<4>> {
  RIDGELINE_MMA_H2_A4_B2("m16n8k16.row.col.f16.f16.f16.f16")
};

struct HalfToSingle
    : MmaTile<Precision::fp16, Precision::fp32, 16, 16, 16, Word, Word, PlainD<float, 4>> {
  RIDGELINE_MMA_F4_A4_B2("m16n8k16.row.col.f32.f16.f16.f32")
};

struct Bf16ToSingle
    : MmaTile<Precision::bf16, Precision::fp32, 16, 16, 16, Word, Word, PlainD<float, 4>> {
  RIDGELINE_MMA_F4_A4_B2("m16n8k16.row.col.f32.bf16.bf16.f32")
};

struct Tf32ToSingle
    : MmaTile<Precision::tf32, Precision::fp32, 16, 8, 32, Word, Word, PlainD<float, 4>> {
  RIDGELINE_MMA_F4_A4_B2("m16n8k8.row.col.f32.tf32.tf32.f32")
};

struct BytesToInt
    : MmaTile<Precision::int8, Precision::int32, 16, 32, 8, Word, Word, PlainD<std::int32_t, 4>> {
  RIDGELINE_MMA_I4_A4_B2("m16n8k32.row.col.s32.s8.s8.s32")
};

// On sm_103 and sm_120 the assembler puts 38 NOPs behind each of these: a short pass keeps the loop
// in the instruction cache.
struct Double : MmaTile<Precision::fp64, Precision::fp64, 8, 4, 64, std::uint64_t, double,
                        PlainD<double, 2>, 8> {
  static __device__ double widen(std::uint64_t bits) {
    return __longlong_as_double(static_cast<long long>(bits));
  }
  RIDGELINE_MMA_D2_A1_B1("m8n8k4.row.col.f64.f64.f64.f64")
};

}  // namespace

RIDGELINE_MMA(mma_f16_f16_m16n8k16, HalfToHalf)
RIDGELINE_MMA(mma_f16_f32_m16n8k16, HalfToSingle)
RIDGELINE_MMA(mma_bf16_f32_m16n8k16, Bf16ToSingle)
RIDGELINE_MMA(mma_tf32_f32_m16n8k8, Tf32ToSingle)
RIDGELINE_MMA(mma_i8_i32_m16n8k32, BytesToInt)
RIDGELINE_MMA_468(mma_f64_f64_m8n8k4, Double)

std::span<const Kernel> mma_sm80_table() {
  static const std::vector<Kernel> table{
      mma_kernel<HalfToHalf>("mma_f16_f16_m16n8k16", "mma-m16n8k16",
                             mma_f16_f16_m16n8k16_entries()),
      mma_kernel<HalfToSingle>("mma_f16_f32_m16n8k16", "mma-m16n8k16",
                               mma_f16_f32_m16n8k16_entries()),
      mma_kernel<Bf16ToSingle>("mma_bf16_f32_m16n8k16", "mma-m16n8k16",
                               mma_bf16_f32_m16n8k16_entries()),
      mma_kernel<Tf32ToSingle>("mma_tf32_f32_m16n8k8", "mma-m16n8k8",
                               mma_tf32_f32_m16n8k8_entries()),
      mma_kernel<BytesToInt>("mma_i8_i32_m16n8k32", "mma-m16n8k32", mma_i8_i32_m16n8k32_entries()),
      mma_kernel<Double>("mma_f64_f64_m8n8k4", "mma-m8n8k4", mma_f64_f64_m8n8k4_entries(),
                         kManySetsShapes),
  };
  return table;
}

}  // namespace ridgeline::kernels
