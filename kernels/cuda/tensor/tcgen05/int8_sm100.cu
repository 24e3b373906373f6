// 8-bit integers by tcgen05: a family of its own, because compute capability 10.3 has it no more.
#include "kernels/cuda/tensor/tcgen05/table.hpp"

namespace ridgeline::kernels {

#define RIDGELINE_KERNEL(symbol, N, sets)                                                 \
  extern "C" __global__ void __launch_bounds__(kTcgen05Threads, 1) symbol(GpuArgs args) { \
    tcgen05_multiply<Tc5Int8Int32, N, sets>(args);                                        \
  }

RIDGELINE_KERNEL(tcgen05_s8s32_n256_c1, 256, 1)
RIDGELINE_KERNEL(tcgen05_s8s32_n256_c2, 256, 2)
RIDGELINE_KERNEL(tcgen05_s8s32_n128_c1, 128, 1)
RIDGELINE_KERNEL(tcgen05_s8s32_n128_c2, 128, 2)

std::span<const Kernel> tcgen05i8_sm100_table() {
  static constexpr Shape kShapes[] = {{1, kTcgen05Threads, 2}, {1, kTcgen05Threads, 1}};
  static const GpuEntry n256[] = {{1, address_of(tcgen05_s8s32_n256_c1), "tcgen05_s8s32_n256_c1"},
                                  {2, address_of(tcgen05_s8s32_n256_c2), "tcgen05_s8s32_n256_c2"}};
  static const GpuEntry n128[] = {{1, address_of(tcgen05_s8s32_n128_c1), "tcgen05_s8s32_n128_c1"},
                                  {2, address_of(tcgen05_s8s32_n128_c2), "tcgen05_s8s32_n128_c2"}};
  static const std::vector<Kernel> table{
      tcgen05_row<Tc5Int8Int32, 256>("tcgen05_s8s32_n256", "tcgen05-n256", kShapes, n256),
      tcgen05_row<Tc5Int8Int32, 128>("tcgen05_s8s32_n128", "tcgen05-n128", kShapes, n128)};
  return table;
}

}  // namespace ridgeline::kernels
