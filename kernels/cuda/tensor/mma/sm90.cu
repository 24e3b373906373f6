// Tensor cores in fp64 by the largest form of mma.sync, the one that reaches the peak of sm_90.
// For that one alone: later architectures split it into the form of sm80.cu.
#include "kernels/cuda/tensor/mma/forms.cuh"

namespace ridgeline::kernels {
namespace {

struct Double : MmaTile<Precision::fp64, Precision::fp64, 16, 16, 64, std::uint64_t, double,
                        PlainD<double, 4>> {
  static __device__ double widen(std::uint64_t bits) {
    return __longlong_as_double(static_cast<long long>(bits));
  }
  RIDGELINE_MMA_D4_A8_B4("m16n8k16.row.col.f64.f64.f64.f64")
};

}  // namespace

RIDGELINE_MMA(mma_f64_f64_m16n8k16, Double)

// Its operands alone take most of 106 registers, so few warps fit: 4 to 16.
static constexpr Shape kFewWarps[] = {
    {1, 256, 4}, {1, 256, 6}, {1, 256, 8}, {1, 256, 2}, {2, 256, 2},
    {2, 256, 1}, {1, 128, 8}, {1, 128, 4}, {3, 128, 4}, {4, 128, 2},
};

std::span<const Kernel> mma_sm90_table() {
  static const std::vector<Kernel> table{
      mma_kernel<Double>("mma_f64_f64_m16n8k16", "mma-m16n8k16", mma_f64_f64_m16n8k16_entries(),
                         kFewWarps),
  };
  return table;
}

}  // namespace ridgeline::kernels
