// Chains of fused multiply-add in bf16, two lanes a register. Before sm_90 there are no separate
// products and sums in this format (bf16_sm90.cu).
#include "kernels/cuda/arithmetic/bf16_steps.cuh"

namespace ridgeline::kernels {

RIDGELINE_CHAINS_1248(fma_bf16x2, FmaBf16x2Step)

std::span<const Kernel> bf16_sm80_table() {
  static const std::vector<Kernel> table{chain_kernel<FmaBf16x2Step>(
      {"fma_bf16x2", "fma-bf16x2", Precision::bf16, Precision::none, "", kChainShapes},
      fma_bf16x2_entries())};
  return table;
}

}  // namespace ridgeline::kernels
