// Reads of the SM's L1: each block reads a row of lines of its own again and again; after the first
// pass they are in L1, as long as the blocks of an SM have no more of them than fit.
#include "kernels/cuda/memory/memory.cuh"
#include "kernels/cuda/memory/memory_reference.hpp"
#include "kernels/cuda/memory/memory_rows.cuh"

namespace ridgeline::kernels {
namespace {

template <class Word, int flight>
__device__ __forceinline__ void read_from_l1(const GpuArgs& args) {
  constexpr std::uint32_t kTile = kWarp * flight;
  const auto tiles = static_cast<std::uint32_t>(args.elements / kTile);
  const TileRange range =
      own_contiguous_tiles(tiles, static_cast<std::uint32_t>(args.passes), position_of_warp());
  Sum sum;
  for_each_tile<kTile * sizeof(Word), sizeof(Word)>(
      range, global_address(args.arrays[0]),
      [&](std::uint64_t at) { read_tile<FromL1, Word, flight>(at, sum); });
  store_result(args, sum.total());
}

template <int flight>
__device__ __forceinline__ void read_b128_l1_body(const GpuArgs& args) {
  read_from_l1<Quad, flight>(args);
}

template <int flight>
__device__ __forceinline__ void read_b32_l1_body(const GpuArgs& args) {
  read_from_l1<std::uint32_t, flight>(args);
}

}  // namespace

RIDGELINE_FLIGHTS_3(read_b128_l1, 2, 4, 8);
RIDGELINE_FLIGHTS_2(read_b32_l1, 8, 16);

namespace {

// L1 gives 128 B a cycle, so a warp's load of 16 B a lane takes it 4 cycles, in which the four
// schedulers issue 16 instructions; these loops need 5 (8 loads in flight) to 9 (2) for each load.
// With 4 B a lane it is 1 cycle and 4 instructions, and the loops need 2.3 (16) to 3 (8).
constexpr Shape kShapes[] = {{1, 1024, 4}, {1, 1024, 8}, {2, 512, 4}, {1, 1024, 2}};
constexpr Shape kNarrowShapes[] = {{1, 1024, 16}, {1, 1024, 8}};

}  // namespace

std::span<const Kernel> l1_sm75_table() {
  static const GpuBackend wide{
      .entries = read_b128_l1_entries(), .reference = read_row_reference<16>, .carve_out = 0};
  static const GpuBackend narrow{
      .entries = read_b32_l1_entries(), .reference = read_row_reference<4>, .carve_out = 0};
  MemoryRow wide_row{.name = "read_b128_l1", .path = "ld16B", .level = "L1", .shapes = kShapes};
  wide_row.read = wide_row.bytes;
  MemoryRow narrow_row{.name = "read_b32_l1",
                       .path = "ld4B",
                       .lacks = "access width",
                       .level = "L1",
                       .shapes = kNarrowShapes};
  narrow_row.read = narrow_row.bytes = 4;
  narrow_row.vector_bits = 32;
  narrow_row.quantum = 512;
  static const Kernel table[] = {memory_kernel(wide_row, wide), memory_kernel(narrow_row, narrow)};
  return table;
}

}  // namespace ridgeline::kernels
