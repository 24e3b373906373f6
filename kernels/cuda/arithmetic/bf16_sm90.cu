// Chains of separate products and sums in bf16, two lanes a register.
#include "kernels/cuda/arithmetic/bf16_steps.cuh"

namespace ridgeline::kernels {

RIDGELINE_CHAINS_1248(muladd_bf16x2, MulAddBf16x2Step)

std::span<const Kernel> bf16_sm90_table() {
  static const std::vector<Kernel> table{chain_kernel<MulAddBf16x2Step>(
      {"muladd_bf16x2", "mul-add-bf16x2", Precision::bf16, Precision::none, "FMA", kChainShapes},
      muladd_bf16x2_entries())};
  return table;
}

}  // namespace ridgeline::kernels
