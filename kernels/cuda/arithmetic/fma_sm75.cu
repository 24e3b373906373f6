// Chains on the ordinary arithmetic units: fused multiply-add and its parts in fp64, fp32, fp16 and
// integers, and the special function unit.
#include "kernels/cuda/arithmetic/chains.cuh"
#include "kernels/cuda/arithmetic/fma_steps.cuh"

namespace ridgeline::kernels {

RIDGELINE_CHAINS_1248(fma_f32, FmaF32Step)
RIDGELINE_CHAINS_248(fma_f32_three, FmaF32ThreeStep)
RIDGELINE_CHAINS_1248(muladd_f32, MulAddF32Step)
RIDGELINE_CHAINS_1(fma_f32_alone, FmaF32AloneStep)
RIDGELINE_CHAINS_248(fma_f64, FmaF64Step)
RIDGELINE_CHAINS_248(muladd_f64, MulAddF64Step)
RIDGELINE_CHAINS_1(fma_f64_alone, FmaF64AloneStep)
RIDGELINE_CHAINS_1248(fma_f16x2, FmaHalf2Step)
RIDGELINE_CHAINS_1248(muladd_f16x2, MulAddHalf2Step)
RIDGELINE_CHAINS_248(mad_i32, MadI32Step)
RIDGELINE_CHAINS_248(addxor_i32, AddXorI32Step)
RIDGELINE_CHAINS_248(dp4a_i8, Dp4aStep)
RIDGELINE_CHAINS_248(rsqrt_f32, SpecialRsqrtStep)
RIDGELINE_CHAINS_248(ex2lg2_f32, SpecialEx2Lg2Step)

// What the special function unit is not: it runs at a fraction of the rate of sums and products.
static constexpr std::string_view kSpecial = "full-rate arithmetic";

namespace {

std::vector<Kernel> floating_point() {
  using enum Precision;
  return {
      chain_kernel<FmaF32Step>({"fma_f32", "fma", fp32, none, "", kChainShapes}, fma_f32_entries()),
      chain_kernel<FmaF32ThreeStep>(
          {"fma_f32_three", "fma-three-registers", fp32, none, "register ports", kManyChainShapes},
          fma_f32_three_entries()),
      chain_kernel<MulAddF32Step>({"muladd_f32", "mul-add", fp32, none, "FMA", kChainShapes},
                                  muladd_f32_entries()),
      chain_kernel<FmaF32AloneStep>(
          {"fma_f32_alone", "fma-one-chain", fp32, none, "ILP", kAloneShapes},
          fma_f32_alone_entries()),
      chain_kernel<FmaF64Step>({"fma_f64", "fma", fp64, none, "", kManyChainShapes},
                               fma_f64_entries()),
      chain_kernel<MulAddF64Step>({"muladd_f64", "mul-add", fp64, none, "FMA", kManyChainShapes},
                                  muladd_f64_entries()),
      chain_kernel<FmaF64AloneStep>(
          {"fma_f64_alone", "fma-one-chain", fp64, none, "ILP", kAloneShapes},
          fma_f64_alone_entries()),
      chain_kernel<FmaHalf2Step>({"fma_f16x2", "fma-half2", fp16, none, "", kChainShapes},
                                 fma_f16x2_entries()),
      chain_kernel<MulAddHalf2Step>(
          {"muladd_f16x2", "mul-add-half2", fp16, none, "FMA", kChainShapes},
          muladd_f16x2_entries()),
  };
}

std::vector<Kernel> integer_and_special() {
  using enum Precision;
  return {
      chain_kernel<MadI32Step>({"mad_i32", "mad", int32, none, "", kManyChainShapes},
                               mad_i32_entries()),
      chain_kernel<AddXorI32Step>(
          {"addxor_i32", "add", int32, none, "multiply-add", kManyChainShapes},
          addxor_i32_entries()),
      chain_kernel<Dp4aStep>({"dp4a_i8", "dp4a", int8, int32, "", kManyChainShapes},
                             dp4a_i8_entries()),
      chain_kernel<SpecialRsqrtStep>(
          {"rsqrt_f32", "special-rsqrt", fp32, none, kSpecial, kManyChainShapes},
          rsqrt_f32_entries()),
      chain_kernel<SpecialEx2Lg2Step>(
          {"ex2lg2_f32", "special-ex2-lg2", fp32, none, kSpecial, kManyChainShapes},
          ex2lg2_f32_entries()),
  };
}

}  // namespace

std::span<const Kernel> fma_sm75_table() {
  static const std::vector<Kernel> table = [] {
    std::vector<Kernel> rows = floating_point();
    const std::vector<Kernel> others = integer_and_special();
    rows.insert(rows.end(), others.begin(), others.end());
    return rows;
  }();
  return table;
}

}  // namespace ridgeline::kernels
