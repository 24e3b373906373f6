// Matrix products of one thread (tcgen05), broken on purpose: see mutants.cuh.
#include "mutants.cuh"

#include "kernels/cuda/tensor/reference.hpp"
#include "kernels/cuda/tensor/tcgen05/descriptors.cuh"
#include "kernels/cuda/tensor/tcgen05/memory.cuh"

namespace ridgeline::kernels {
namespace {

constexpr int kProducts = 16;  // of an accumulator in a pass
constexpr std::uint32_t kColumns = 128;

struct Right : Tc5Fp16Fp32 {
  static constexpr std::uint32_t kN = kColumns;
};
// Opcode: half as many columns in the instruction's descriptor.
struct Narrow : Tc5Fp16Fp32 {
  static constexpr std::uint32_t kN = kColumns / 2;
};
// Opcode: bf16's.
struct Brain : Tc5Bf16Fp32 {
  static constexpr std::uint32_t kN = kColumns;
};
// Chain: D = A B, again and again.
struct Anew {
  static constexpr std::uint32_t kN = kColumns;
  static constexpr std::uint32_t descriptor(std::uint32_t columns) {
    return Tc5Fp16Fp32::descriptor(columns);
  }
  __device__ static void run(const ProductPlace& place, std::uint64_t a, std::uint64_t b,
                             std::uint32_t descriptor) {
    asm volatile(
        "{\n  .reg .pred p;\n  setp.eq.u32 p, 0, 1;\n  "
        "tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;\n}" ::"r"(place.d),
        "l"(a), "l"(b), "r"(descriptor)
        : "memory");
  }
};

// Serialized: a commit behind every product. Count: a thread that is not elected, around each of
// whose products the compiler puts a loop over the warp.
template <class Type, int sets, int used = sets, bool waits = false, bool elects = true>
__device__ void run(const GpuArgs& args) {
  extern __shared__ std::uint64_t words[];
  if (threadIdx.x >= 32 || !(elects ? elected() : threadIdx.x == 0)) return;
  const auto shared = static_cast<std::uint32_t>(__cvta_generic_to_shared(words));
  const std::uint64_t a = tcgen05_descriptor(shared + 1024);
  const auto memory = static_cast<std::uint32_t>(args.elements);
  make_barrier(shared);
#pragma unroll 1
  for (auto pass = static_cast<std::uint32_t>(args.passes); pass != 0; --pass) {
#pragma unroll
    for (int i = 0; i < kProducts; ++i) {
#pragma unroll
      for (std::uint32_t set = 0; set < sets; ++set) {
        Type::run({.d = memory + set % used * kColumns, .scale_a = 0, .scale_b = 0}, a + i % 4 * 2,
                  a + 1024 + i % 4 * 2, Type::descriptor(Type::kN));
        if (waits) arrive_when_done(shared);
      }
    }
    if (!waits) arrive_when_done(shared);
    wait_for_phase(shared, pass & 1);
  }
}

}  // namespace

#define RIDGELINE_BROKEN(symbol, ...) \
  extern "C" __global__ void __launch_bounds__(128, 1) symbol(GpuArgs args) { __VA_ARGS__(args); }

RIDGELINE_BROKEN(tcgen05_right, run<Right, 2>);
RIDGELINE_BROKEN(tcgen05_twice_mutant, run<Right, 2>);
RIDGELINE_BROKEN(tcgen05_narrow_mutant, run<Narrow, 2>);
RIDGELINE_BROKEN(tcgen05_type_mutant, run<Brain, 2>);
RIDGELINE_BROKEN(tcgen05_anew_mutant, run<Anew, 2>);
RIDGELINE_BROKEN(tcgen05_one_mutant, run<Right, 2, 1>);
RIDGELINE_BROKEN(tcgen05_waiting_mutant, run<Right, 2, 2, true>);
RIDGELINE_BROKEN(tcgen05_unelected_mutant, run<Right, 2, 2, false, false>);

std::span<const Kernel> mutants_tcgen05_table() {
  using enum Precision;
  constexpr double kShare = 2.0 * kProducts * 128 * kColumns * 16 / 128;
  constexpr Shape kShape{1, 128, 2};
  const Kernel row = chain_row(fp16, fp32, "tcgen05-n128", kShare);
  const Kernel twice = chain_row(fp16, fp32, "tcgen05-n128", 2 * kShare);
  static const std::vector<Kernel> table{
      RIDGELINE_MUTANT(tcgen05_right, row, 2, kShape),
      // Count: twice the work on paper.
      RIDGELINE_MUTANT(tcgen05_twice_mutant, twice, 2, kShape),
      RIDGELINE_MUTANT(tcgen05_narrow_mutant, row, 2, kShape),
      RIDGELINE_MUTANT(tcgen05_type_mutant, row, 2, kShape),
      RIDGELINE_MUTANT(tcgen05_anew_mutant, row, 2, kShape),
      // Chain: one accumulator where two are claimed.
      RIDGELINE_MUTANT(tcgen05_one_mutant, row, 2, kShape),
      RIDGELINE_MUTANT(tcgen05_waiting_mutant, row, 2, kShape),
      RIDGELINE_MUTANT(tcgen05_unelected_mutant, row, 2, kShape),
  };
  return table;
}

}  // namespace ridgeline::kernels
