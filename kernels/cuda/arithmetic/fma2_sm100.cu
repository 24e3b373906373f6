// Chains of fused multiply-add on two fp32 in one 64-bit register: as many FLOP a cycle as single
// ones, in half as many instructions. sm_120 splits each into two FFMA.
#include "kernels/cuda/arithmetic/chains.cuh"

namespace ridgeline::kernels {
namespace {

struct FmaF32x2Step : OnDevice<FmaF32x2> {
  static __device__ Word in_both(float x) {
    return std::uint64_t{__float_as_uint(x)} << 32 | __float_as_uint(x);
  }
  static constexpr bool kShared = true;
  // As FmaStepF32: the addend is a register that the assembler cannot take for an argument.
  static __device__ Word third(Word x, const GpuScalars& s) {
    const float number = __uint_as_float(static_cast<std::uint32_t>(x));
    return in_both(__fadd_rn(__fsub_rn(number, number), s.f32[1]));
  }
  static __device__ Word step(Word x, Word, Word addend, const GpuScalars& s) {
    asm volatile("fma.rn.f32x2 %0, %0, %1, %2;" : "+l"(x) : "l"(in_both(s.f32[0])), "l"(addend));
    return x;
  }
};

}  // namespace

RIDGELINE_CHAINS_1248(fma_f32x2, FmaF32x2Step)

std::span<const Kernel> fma2_sm100_table() {
  static const std::vector<Kernel> table{chain_kernel<FmaF32x2Step>(
      {"fma_f32x2", "fma-f32x2", Precision::fp32, Precision::none, "", kChainShapes},
      fma_f32x2_entries())};
  return table;
}

}  // namespace ridgeline::kernels
