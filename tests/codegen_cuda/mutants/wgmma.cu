// Matrix products of warpgroups, broken on purpose: see mutants.cuh.
#include "mutants.cuh"

#include "kernels/cuda/tensor/wgmma/sm90.cuh"

namespace ridgeline::kernels {
namespace {

constexpr int kGroups = 4, kInGroup = 4;

// `used` of `sets` accumulators are added to; `waits`: after how many products.
template <class Type, int N, int sets, int used = sets, int waits = kInGroup>
__device__ void run(const GpuArgs& args) {
  using Product = Mma<Type, N>;
  extern __shared__ unsigned char tiles[];
  typename Product::Value d[sets][Product::kRegisters];
  for (int set = 0; set < sets; ++set) {
    for (int i = 0; i < Product::kRegisters; ++i) {
      d[set][i] = static_cast<typename Product::Value>(
          args.arrays[0][threadIdx.x + 128 * (set * Product::kRegisters + i)]);
    }
  }
  const std::uint64_t a =
      wgmma_descriptor(static_cast<std::uint32_t>(__cvta_generic_to_shared(tiles)));
#pragma unroll 1
  for (auto pass = static_cast<std::uint32_t>(args.passes); pass != 0; --pass) {
#pragma unroll
    for (int group = 0; group < kGroups * kInGroup / waits; ++group) {
      wgmma_fence();
#pragma unroll
      for (int i = 0; i < waits; ++i) {
#pragma unroll
        for (int set = 0; set < sets; ++set)
          Product::run(d[set % used], a + i * 2, a + 512 + i * 2);
      }
      wgmma_commit();
      wgmma_wait<0>();
    }
  }
  auto* result = reinterpret_cast<typename Product::Value*>(args.result);
  for (int set = 0; set < sets; ++set) {
    for (int i = 0; i < Product::kRegisters; ++i) {
      result[threadIdx.x + 128 * (set * Product::kRegisters + i)] = d[set][i];
    }
  }
}

}  // namespace

#define RIDGELINE_BROKEN(symbol, ...) \
  extern "C" __global__ void __launch_bounds__(256, 1) symbol(GpuArgs args) { __VA_ARGS__(args); }

RIDGELINE_BROKEN(wgmma_right, run<Fp16Fp32, 64, 2>);
RIDGELINE_BROKEN(wgmma_twice_mutant, run<Fp16Fp32, 64, 2>);
RIDGELINE_BROKEN(wgmma_waiting_mutant, run<Fp16Fp32, 64, 1, 1, 1>);
RIDGELINE_BROKEN(wgmma_one_mutant, run<Fp16Fp32, 64, 2, 1>);
RIDGELINE_BROKEN(wgmma_narrow_mutant, run<Fp16Fp32, 64, 2>);
RIDGELINE_BROKEN(wgmma_type_mutant, run<Tf32Fp32, 64, 2>);

std::span<const Kernel> mutants_wgmma_table() {
  using enum Precision;
  constexpr double kShare = 2.0 * kGroups * kInGroup * 64 * 16 / 128;
  const Kernel row = chain_row(fp16, fp32, "wgmma-n64", kShare * 64);
  static const std::vector<Kernel> table{
      RIDGELINE_MUTANT(wgmma_right, row, 2),
      // Count: twice the work on paper.
      RIDGELINE_MUTANT(wgmma_twice_mutant, chain_row(fp16, fp32, "wgmma-n64", kShare * 128), 2),
      // Serialized: each product is waited for.
      RIDGELINE_MUTANT(wgmma_waiting_mutant, row, 1),
      // Chain: one accumulator where two are claimed.
      RIDGELINE_MUTANT(wgmma_one_mutant, row, 2),
      // Opcode: half as wide, half as deep.
      RIDGELINE_MUTANT(wgmma_narrow_mutant, chain_row(fp16, fp32, "wgmma-n128", kShare * 128), 2),
      RIDGELINE_MUTANT(wgmma_type_mutant, row, 2),
  };
  return table;
}

}  // namespace ridgeline::kernels
