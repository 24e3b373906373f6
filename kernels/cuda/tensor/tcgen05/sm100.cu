// Tensor cores of data-centre Blackwell by tcgen05, the only path that reaches their peak there.
// Published measurements on a B300 give max(44, N / 2) cycles an instruction with M = 128 in every
// kind, so that N = 256 and 128 reach the peak with one CTA and smaller ones do not.
#include "kernels/cuda/tensor/tcgen05/table.hpp"

namespace ridgeline::kernels {

#define RIDGELINE_KERNEL(symbol, Type, N, sets)                                           \
  extern "C" __global__ void __launch_bounds__(kTcgen05Threads, 1) symbol(GpuArgs args) { \
    tcgen05_multiply<Type, N, sets>(args);                                                \
  }
#define RIDGELINE_KERNELS(types, Type, N)                   \
  RIDGELINE_KERNEL(tcgen05_##types##_n##N##_c1, Type, N, 1) \
  RIDGELINE_KERNEL(tcgen05_##types##_n##N##_c2, Type, N, 2)

RIDGELINE_KERNELS(f16f32, Tc5Fp16Fp32, 256)
RIDGELINE_KERNELS(f16f32, Tc5Fp16Fp32, 128)
RIDGELINE_KERNELS(f16f16, Tc5Fp16Fp16, 256)
RIDGELINE_KERNELS(bf16f32, Tc5Bf16Fp32, 256)
RIDGELINE_KERNELS(bf16f32, Tc5Bf16Fp32, 128)
RIDGELINE_KERNELS(tf32f32, Tc5Tf32Fp32, 256)
RIDGELINE_KERNELS(tf32f32, Tc5Tf32Fp32, 128)
RIDGELINE_KERNELS(e4m3f32, Tc5Fp8Fp32, 256)
RIDGELINE_KERNELS(e4m3f32, Tc5Fp8Fp32, 128)
RIDGELINE_KERNELS(e3m2f32, Tc5Fp6Fp32, 256)
RIDGELINE_KERNEL(tcgen05_mxf4f32_n256_c1, Tc5Mxf4Fp32, 256, 1)
RIDGELINE_KERNELS(mxf4f32, Tc5Mxf4Fp32, 128)

namespace {

constexpr Shape kShapes[] = {{1, kTcgen05Threads, 2}, {1, kTcgen05Threads, 1}};
// With an accumulator of 256 columns there is room for the scale factors and no second one.
constexpr Shape kOneSet[] = {{1, kTcgen05Threads, 1}};

#define RIDGELINE_ENTRY(sets, symbol) \
  { sets, address_of(symbol), #symbol }
#define RIDGELINE_ROW(types, Type, N)                                                       \
  static const GpuEntry types##_n##N[] = {RIDGELINE_ENTRY(1, tcgen05_##types##_n##N##_c1),  \
                                          RIDGELINE_ENTRY(2, tcgen05_##types##_n##N##_c2)}; \
  rows.push_back(                                                                           \
      tcgen05_row<Type, N>("tcgen05_" #types "_n" #N, "tcgen05-n" #N, kShapes, types##_n##N))

std::vector<Kernel> make_table() {
  std::vector<Kernel> rows;
  RIDGELINE_ROW(f16f32, Tc5Fp16Fp32, 256);
  RIDGELINE_ROW(f16f32, Tc5Fp16Fp32, 128);
  RIDGELINE_ROW(f16f16, Tc5Fp16Fp16, 256);
  RIDGELINE_ROW(bf16f32, Tc5Bf16Fp32, 256);
  RIDGELINE_ROW(bf16f32, Tc5Bf16Fp32, 128);
  RIDGELINE_ROW(tf32f32, Tc5Tf32Fp32, 256);
  RIDGELINE_ROW(tf32f32, Tc5Tf32Fp32, 128);
  RIDGELINE_ROW(e4m3f32, Tc5Fp8Fp32, 256);
  RIDGELINE_ROW(e4m3f32, Tc5Fp8Fp32, 128);
  RIDGELINE_ROW(e3m2f32, Tc5Fp6Fp32, 256);
  static const GpuEntry mxf4_n256[] = {RIDGELINE_ENTRY(1, tcgen05_mxf4f32_n256_c1)};
  rows.push_back(
      tcgen05_row<Tc5Mxf4Fp32, 256>("tcgen05_mxf4f32_n256", "tcgen05-n256", kOneSet, mxf4_n256));
  RIDGELINE_ROW(mxf4f32, Tc5Mxf4Fp32, 128);
  return rows;
}

}  // namespace

std::span<const Kernel> tcgen05_sm100_table() {
  static const std::vector<Kernel> table = make_table();
  return table;
}

}  // namespace ridgeline::kernels
