// Kernels that step independent chains of dependent operations in registers, and their rows. A
// family gives the step; how often it runs, where chains start and what they leave is here.
#pragma once

#include <span>
#include <string_view>

#include "kernels/cuda/arithmetic/chain_host.hpp"
#include "kernels/cuda/family.hpp"

namespace ridgeline::kernels {

// Most kinds have no third operand, made once before the loop of the chain's second one or, where
// all chains share it, of the first chain's start.
template <class Kind>
struct OnDevice : Kind {
  using Host = Kind;  // its functions are the host's: called there, a device's one ends the program
  using Word = typename Kind::Word;
  static constexpr bool kShared = false;
  static __device__ typename Kind::Word third(Word, const GpuScalars&) { return {}; }
  static __device__ typename Kind::Result finish(Word x) { return x; }
};

// 2^32 passes take minutes: no launch has as many, and a 32-bit count keeps the loop short.
template <class Op, int chains>
__device__ __forceinline__ void run_chains(const GpuArgs& args) {
  using Word = typename Op::Word;
  const auto* operands = reinterpret_cast<const Word*>(args.arrays[0]);
  const std::uint32_t first = (blockIdx.x * blockDim.x + threadIdx.x) * chains;
  Word x[chains], y[chains], z[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) {
    x[c] = operands[first_word(first + c)];
    if constexpr (Op::kSecond) y[c] = operands[second_word(first + c)];
    if constexpr (!Op::kSecond) y[c] = {};
    if constexpr (Op::kShared) z[c] = c == 0 ? Op::third(x[0], args.scalars) : z[0];
    if constexpr (!Op::kShared) z[c] = Op::third(y[c], args.scalars);
  }
#pragma unroll 1
  for (auto pass = static_cast<std::uint32_t>(args.passes); pass != 0; --pass) {
#pragma unroll
    for (int step = 0; step < Op::kSteps; ++step) {
#pragma unroll
      for (int c = 0; c < chains; ++c) x[c] = Op::step(x[c], y[c], z[c], args.scalars);
    }
  }
  auto* result = reinterpret_cast<typename Op::Result*>(args.result) + first;
#pragma unroll
  for (int c = 0; c < chains; ++c) result[c] = Op::finish(x[c]);
}

// What a row says besides what its kind does.
struct ChainRow {
  std::string_view name, path;
  Precision precision = Precision::none, accumulate = Precision::none;
  std::string_view lacks;  // not empty: a secondary ceiling
  std::span<const Shape> shapes{};
};

template <class Op>
Kernel chain_kernel(const ChainRow& row, std::span<const GpuEntry> entries) {
  static const GpuBackend backend{.entries = entries,
                                  .reference = chain_reference<typename Op::Host>,
                                  .fill = GpuFill::operands,
                                  .operand_bytes = kChainWords * sizeof(typename Op::Word),
                                  .alone = Op::kAlone,
                                  .result_bytes_per_thread = 0,
                                  .result_bytes_per_chain = sizeof(typename Op::Result)};
  Kernel kernel;
  kernel.name = row.name;
  kernel.family = Family::compute;
  kernel.precision = row.precision;
  kernel.accumulate = row.accumulate;
  kernel.path = row.path;
  kernel.role = row.lacks.empty() ? Role::primary : Role::secondary;
  kernel.lacks = row.lacks;
  kernel.needs = kNeeds;
  kernel.work.operations = 1.0 * Op::kSteps * Op::kOperations;
  kernel.element_bytes = sizeof(typename Op::Word);
  kernel.per_chain = true;
  kernel.shapes = row.shapes;
  kernel.backend = &backend;
  return kernel;
}

// Blocks an SM, threads, chains: 64 down to 4 warps; the first is what most parts reach their peak
// with. Some kinds leave a number of chains out; then they list their own.
inline constexpr Shape kChainShapes[] = {
    {4, 256, 8}, {4, 256, 4}, {2, 256, 8},  {8, 256, 4}, {8, 256, 2}, {8, 256, 8},
    {6, 256, 4}, {2, 512, 4}, {1, 1024, 8}, {8, 128, 4}, {4, 256, 2}, {8, 256, 1},
};
inline constexpr Shape kManyChainShapes[] = {
    {4, 256, 8}, {4, 256, 4},  {2, 256, 8}, {8, 256, 4}, {8, 256, 2}, {6, 256, 4},
    {1, 512, 4}, {1, 1024, 8}, {8, 128, 4}, {4, 256, 2}, {1, 128, 8},
};
// One warp a scheduler, one chain a warp.
inline constexpr Shape kAloneShapes[] = {{1, 128, 1}};

}  // namespace ridgeline::kernels

// The kernel of one number of chains, and the entries of a kind. The list of entries is a function:
// addresses of kernels are known at run time only.
#define RIDGELINE_CHAIN(symbol, Op, chains) \
  extern "C" __global__ void symbol(GpuArgs args) { run_chains<Op, chains>(args); }
#define RIDGELINE_ENTRY(symbol, chains) \
  { chains, address_of(symbol), #symbol }

#define RIDGELINE_CHAINS_1(name, Op)                                   \
  RIDGELINE_CHAIN(name##_c1, Op, 1)                                    \
  std::span<const GpuEntry> name##_entries() {                         \
    static const GpuEntry entries[] = {RIDGELINE_ENTRY(name##_c1, 1)}; \
    return entries;                                                    \
  }
#define RIDGELINE_CHAINS_248(name, Op)                                 \
  RIDGELINE_CHAIN(name##_c2, Op, 2)                                    \
  RIDGELINE_CHAIN(name##_c4, Op, 4)                                    \
  RIDGELINE_CHAIN(name##_c8, Op, 8)                                    \
  std::span<const GpuEntry> name##_entries() {                         \
    static const GpuEntry entries[] = {RIDGELINE_ENTRY(name##_c2, 2),  \
                                       RIDGELINE_ENTRY(name##_c4, 4),  \
                                       RIDGELINE_ENTRY(name##_c8, 8)}; \
    return entries;                                                    \
  }
#define RIDGELINE_CHAINS_1248(name, Op)                                \
  RIDGELINE_CHAIN(name##_c1, Op, 1)                                    \
  RIDGELINE_CHAIN(name##_c2, Op, 2)                                    \
  RIDGELINE_CHAIN(name##_c4, Op, 4)                                    \
  RIDGELINE_CHAIN(name##_c8, Op, 8)                                    \
  std::span<const GpuEntry> name##_entries() {                         \
    static const GpuEntry entries[] = {                                \
        RIDGELINE_ENTRY(name##_c1, 1), RIDGELINE_ENTRY(name##_c2, 2),  \
        RIDGELINE_ENTRY(name##_c4, 4), RIDGELINE_ENTRY(name##_c8, 8)}; \
    return entries;                                                    \
  }
