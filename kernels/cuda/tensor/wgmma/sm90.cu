// Tensor cores of Hopper by wgmma, both operands from shared memory: the only path that reaches
// their peak there. Each warpgroup keeps its own accumulators; the layout of operands and results
// is in tensor/tiles.cuh and sm90.cuh.
//
// fp16 accumulators run at the rate of fp32 ones on this hardware, so they are offered at one N.
#include "kernels/cuda/family.hpp"
#include "kernels/cuda/tensor/reference.hpp"
#include "kernels/cuda/tensor/row.hpp"
#include "kernels/cuda/tensor/wgmma/sm90.cuh"

namespace ridgeline::kernels {
namespace {

// Accumulator sets of this warpgroup and where they start; the first one's number in the launch.
template <int sets>
__device__ std::uint32_t first_tile() {
  return (blockIdx.x * (blockDim.x / kWarpgroup) + threadIdx.x / kWarpgroup) * sets;
}

__device__ std::uint32_t row_of(std::uint32_t i) {
  const std::uint32_t lane = threadIdx.x % 32;
  return threadIdx.x % kWarpgroup / 32 * 16 + lane / 4 + i / 2 % 2 * 8;
}

__device__ std::uint32_t column_of(std::uint32_t i) {
  return i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
}

// Register j of an accumulator when the kernel starts.
template <class Type, int N>
__device__ typename Mma<Type, N>::Value start_register(const GpuArgs& args, std::uint32_t tile,
                                                       std::uint32_t j) {
  const auto start = [&](std::uint32_t i) {
    return start_value<N>(args.arrays[0], tile, row_of(i), column_of(i));
  };
  if constexpr (Type::kOut == Precision::fp16) {
    const __half2 two =
        __floats2half2_rn(static_cast<float>(start(2 * j)), static_cast<float>(start(2 * j + 1)));
    return reinterpret_cast<const std::uint32_t&>(two);
  } else {
    return static_cast<typename Mma<Type, N>::Value>(start(j));
  }
}

// Writes an accumulator row by row to its place in `result`.
template <class Type, int N>
__device__ void store(const GpuArgs& args, std::uint32_t tile,
                      const typename Mma<Type, N>::Value (&d)[Mma<Type, N>::kRegisters]) {
  constexpr std::uint32_t kBytes = accumulator_bytes(Type::kOut);
  unsigned char* to = args.result + std::uint64_t{tile} * kWgmmaRows * N * kBytes;
#pragma unroll
  for (std::uint32_t j = 0; j < Mma<Type, N>::kRegisters; ++j) {
    const std::uint32_t i = j * (4 / kBytes);
    unsigned char* at = to + (row_of(i) * N + column_of(i)) * kBytes;
    *reinterpret_cast<typename Mma<Type, N>::Value*>(at) = d[j];
  }
}

// One tile of A times one of B into each set, as one group.
template <class Type, int N, int sets>
__device__ void multiply_tiles(typename Mma<Type, N>::Value (&d)[sets][Mma<Type, N>::kRegisters],
                               std::uint64_t a, std::uint64_t b) {
  wgmma_fence();
#pragma unroll
  for (std::uint32_t step = 0; step < kSteps; ++step) {
    const std::uint64_t along_k = step * kStepBytes >> 4;
#pragma unroll
    for (int set = 0; set < sets; ++set) Mma<Type, N>::run(d[set], a + along_k, b + along_k);
  }
  wgmma_commit();
}

// While one group runs the next one is issued: the instructions of one shape on the same
// accumulator need no wait between them (PTX ISA, wgmma.fence), so the tensor core never drains.
template <class Type, int N, int sets>
__device__ void multiply(const GpuArgs& args) {
  constexpr std::uint32_t kHalf = half_bytes(kWgmmaRows, N);
  unsigned char* tiles = aligned_shared();
  stage_tiles<false>(tiles, args.arrays[0], operand_bytes(kWgmmaRows, N));
  fence_async_proxy();
  __syncthreads();

  const std::uint32_t tile = first_tile<sets>();
  typename Mma<Type, N>::Value d[sets][Mma<Type, N>::kRegisters];
#pragma unroll
  for (int set = 0; set < sets; ++set) {
#pragma unroll
    for (int j = 0; j < Mma<Type, N>::kRegisters; ++j) {
      d[set][j] = start_register<Type, N>(args, tile + set, j);
    }
  }

  const std::uint64_t a = wgmma_descriptor(shared_address(tiles));
  const std::uint64_t b = wgmma_descriptor(shared_address(tiles) + kWgmmaRows * kLineBytes);
  std::uint64_t passes = args.passes;
#pragma unroll 1
  do {
#pragma unroll
    for (std::uint32_t pair = 0; pair < kTilePairs; ++pair) {
      multiply_tiles<Type, N, sets>(d, a + (pair / 2 * kHalf >> 4), b + (pair % 2 * kHalf >> 4));
      wgmma_wait<1>();
    }
  } while (--passes != 0);
  wgmma_wait<0>();

#pragma unroll
  for (int set = 0; set < sets; ++set) store<Type, N>(args, tile + set, d[set]);
}

template <class Type, std::uint32_t N>
void reference(const GpuArgs& args) {
  tile_reference<Type::kIn, Type::kOut, kWgmmaRows, N>(
      args, args.blocks * (args.threads / kWarpgroup) * args.in_flight);
}

// Threads a block may have at most: as many as find registers for 128 or 64 accumulators each.
constexpr int kFewThreads = 384, kManyThreads = 512;

}  // namespace

#define RIDGELINE_KERNEL(symbol, Type, N, sets, threads)                          \
  extern "C" __global__ void __launch_bounds__(threads, 1) symbol(GpuArgs args) { \
    multiply<Type, N, sets>(args);                                                \
  }                                                                               \
  static_assert(true)
#define RIDGELINE_KERNELS(types, Type)                                   \
  RIDGELINE_KERNEL(wgmma_##types##_n64_c1, Type, 64, 1, kManyThreads);   \
  RIDGELINE_KERNEL(wgmma_##types##_n64_c2, Type, 64, 2, kManyThreads);   \
  RIDGELINE_KERNEL(wgmma_##types##_n128_c1, Type, 128, 1, kManyThreads); \
  RIDGELINE_KERNEL(wgmma_##types##_n128_c2, Type, 128, 2, kFewThreads);  \
  RIDGELINE_KERNEL(wgmma_##types##_n256_c1, Type, 256, 1, kFewThreads)

RIDGELINE_KERNELS(f16f32, Fp16Fp32);
RIDGELINE_KERNELS(bf16f32, Bf16Fp32);
RIDGELINE_KERNELS(tf32f32, Tf32Fp32);
RIDGELINE_KERNELS(e4m3f32, Fp8Fp32);
RIDGELINE_KERNELS(s8s32, Int8Int32);
RIDGELINE_KERNEL(wgmma_f16f16_n256_c1, Fp16Fp16, 256, 1, kManyThreads);

namespace {

// Two warpgroups of the largest N hide each other's fences; smaller ones need more under way.
constexpr Shape kShapes64[] = {{1, 512, 1}, {1, 256, 2}, {1, 384, 2}, {1, 512, 2},
                               {2, 256, 1}, {2, 256, 2}, {1, 256, 1}, {1, 128, 2}};
constexpr Shape kShapes128[] = {{1, 256, 1}, {1, 256, 2}, {1, 384, 1}, {1, 384, 2},
                                {1, 512, 1}, {2, 256, 1}, {1, 128, 2}, {1, 128, 1}};
constexpr Shape kShapes256[] = {{1, 256, 1}, {1, 384, 1}, {2, 128, 1}, {1, 128, 1}};
constexpr Shape kShapesHalf[] = {{1, 256, 1}, {1, 384, 1}, {1, 512, 1}, {2, 256, 1}, {1, 128, 1}};

template <class Type, std::uint32_t N>
const GpuBackend* backend(std::span<const GpuEntry> entries) {
  static const GpuBackend made{
      .entries = entries,
      .reference = reference<Type, N>,
      .fill = GpuFill::operands,
      .operand_bytes = operand_bytes(kWgmmaRows, N),
      .shared_bytes = operand_bytes(kWgmmaRows, N) + kPatternBytes,
      .carve_out = 100,
      .result_bytes_per_thread = 0,
      .result_bytes_per_chain = kWgmmaRows * N * accumulator_bytes(Type::kOut) / kWarpgroup};
  return &made;
}

template <class Type, std::uint32_t N>
Kernel row(std::string_view name, std::string_view path, std::span<const Shape> shapes,
           std::span<const GpuEntry> entries) {
  // Each number of a line is multiplied and added once per row and column and pair of tiles.
  constexpr double kOperations = 2.0 * kWgmmaRows * N * numbers_per_line(Type::kIn) * kTilePairs;
  return tensor_row(name, path, Type::kIn, Type::kOut, kOperations, kWarpgroup, kNeeds, shapes,
                    backend<Type, N>(entries));
}

#define RIDGELINE_ENTRY(sets, symbol) \
  { sets, address_of(symbol), #symbol }

#define RIDGELINE_ROW64(types, Type)                                                  \
  static const GpuEntry types##_n64[] = {RIDGELINE_ENTRY(1, wgmma_##types##_n64_c1),  \
                                         RIDGELINE_ENTRY(2, wgmma_##types##_n64_c2)}; \
  rows.push_back(row<Type, 64>("wgmma_" #types "_n64", "wgmma-n64", kShapes64, types##_n64))
#define RIDGELINE_ROW128(types, Type)                                                   \
  static const GpuEntry types##_n128[] = {RIDGELINE_ENTRY(1, wgmma_##types##_n128_c1),  \
                                          RIDGELINE_ENTRY(2, wgmma_##types##_n128_c2)}; \
  rows.push_back(row<Type, 128>("wgmma_" #types "_n128", "wgmma-n128", kShapes128, types##_n128))
#define RIDGELINE_ROW256(types, Type, shapes)                                           \
  static const GpuEntry types##_n256[] = {RIDGELINE_ENTRY(1, wgmma_##types##_n256_c1)}; \
  rows.push_back(row<Type, 256>("wgmma_" #types "_n256", "wgmma-n256", shapes, types##_n256))
#define RIDGELINE_ROWS(types, Type)          \
  RIDGELINE_ROW256(types, Type, kShapes256); \
  RIDGELINE_ROW128(types, Type);             \
  RIDGELINE_ROW64(types, Type)

std::vector<Kernel> make_table() {
  std::vector<Kernel> rows;
  RIDGELINE_ROWS(f16f32, Fp16Fp32);
  RIDGELINE_ROW256(f16f16, Fp16Fp16, kShapesHalf);
  RIDGELINE_ROWS(bf16f32, Bf16Fp32);
  RIDGELINE_ROWS(tf32f32, Tf32Fp32);
  RIDGELINE_ROWS(e4m3f32, Fp8Fp32);
  RIDGELINE_ROWS(s8s32, Int8Int32);
  return rows;
}

}  // namespace

std::span<const Kernel> wgmma_sm90_table() {
  static const std::vector<Kernel> table = make_table();
  return table;
}

}  // namespace ridgeline::kernels
