// Shared memory: each block brings its row of tiles there once, then reads (or copies) them there
// again and again, without bank conflicts and with them.
//
// A block's part of the working set may be a tile more than the average that the launch asks for.
#include "kernels/cuda/memory/memory.cuh"
#include "kernels/cuda/memory/memory_reference.hpp"
#include "kernels/cuda/memory/memory_rows.cuh"

namespace ridgeline::kernels {
namespace {

// Brings a block's tiles of an array to `to` in shared memory, all threads together.
__device__ __forceinline__ void copy_to_shared(const unsigned char* array, const TileRange& range,
                                               std::uint32_t tile_bytes, std::uint32_t to) {
  const auto bytes = static_cast<std::uint32_t>(range.span) * tile_bytes;
  const std::uint64_t from = global_address(array) + (range.end - range.span) * tile_bytes;
#pragma unroll 1
  for (std::uint32_t at = threadIdx.x * sizeof(Quad); at < bytes; at += blockDim.x * sizeof(Quad)) {
    Quad piece;
    PastL1::load(from + at, piece);
    store_shared(to + at, piece);
  }
}

// As for_each_tile(), for a block's tiles in shared memory from `base` on.
template <std::uint32_t tile_bytes, std::uint32_t lane_bytes, class Body>
__device__ __forceinline__ void for_each_shared_tile(const TileRange& range, std::uint32_t base,
                                                     Body body) {
  const auto first = static_cast<std::uint32_t>(range.at - (range.end - range.span));
  const std::uint32_t span = static_cast<std::uint32_t>(range.span) * tile_bytes;
  const std::uint32_t step = static_cast<std::uint32_t>(range.step) * tile_bytes;
  std::uint32_t at = base + first * tile_bytes + lane() * lane_bytes;
  const std::uint32_t end = base + span;
#pragma unroll 1
  for (std::uint32_t left = range.left; left != 0; --left) {
    body(at);
    at += step;
    if (at >= end) at -= span;
  }
}

template <std::uint32_t tile_elements>
__device__ __forceinline__ TileRange row_of_block(const GpuArgs& args) {
  return own_contiguous_tiles(static_cast<std::uint32_t>(args.elements / tile_elements),
                              static_cast<std::uint32_t>(args.passes), position_of_warp());
}

template <class Word, int flight>
__device__ __forceinline__ void read_shared(const GpuArgs& args) {
  constexpr std::uint32_t kTile = kWarp * flight;
  constexpr std::uint32_t kTileBytes = kTile * sizeof(Word);
  const TileRange range = row_of_block<kTile>(args);
  copy_to_shared(args.arrays[0], range, kTileBytes, shared_address());
  __syncthreads();
  Sum sum;
  for_each_shared_tile<kTileBytes, sizeof(Word)>(range, shared_address(), [&](std::uint32_t at) {
    read_tile<FromShared, Word, flight>(at, sum);
  });
  store_result(args, sum.total());
}

template <int flight>
__device__ __forceinline__ void read_b128_shared_body(const GpuArgs& args) {
  read_shared<Quad, flight>(args);
}
template <int flight>
__device__ __forceinline__ void read_b32_shared_body(const GpuArgs& args) {
  read_shared<std::uint32_t, flight>(args);
}

// From array 1's tiles to array 0's, both in shared memory; from there back to array 0.
template <int flight>
__device__ __forceinline__ void copy_b128_shared_body(const GpuArgs& args) {
  constexpr std::uint32_t kTile = kWarp * flight;
  constexpr std::uint32_t kTileBytes = kTile * sizeof(Quad);
  const TileRange range = row_of_block<kTile>(args);
  const auto bytes = static_cast<std::uint32_t>(range.span) * kTileBytes;
  const std::uint32_t from = shared_address();
  copy_to_shared(args.arrays[1], range, kTileBytes, from);
  __syncthreads();
  std::uint32_t sum = 0;
  for_each_shared_tile<kTileBytes, sizeof(Quad)>(range, from, [&](std::uint32_t at) {
    Quad words[flight];
#pragma unroll
    for (int i = 0; i < flight; ++i) {
      FromShared::load(at + i * static_cast<int>(kWarp * sizeof(Quad)), words[i]);
    }
#pragma unroll
    for (int i = 0; i < flight; ++i) {
      store_shared(at + bytes + i * static_cast<int>(kWarp * sizeof(Quad)), words[i]);
      sum += words[i].x;
    }
  });
  __syncthreads();
  const std::uint64_t to = global_address(args.arrays[0]) + (range.end - range.span) * kTileBytes;
#pragma unroll 1
  for (std::uint32_t at = threadIdx.x * sizeof(Quad); at < bytes; at += blockDim.x * sizeof(Quad)) {
    Quad piece;
    FromShared::load(from + bytes + at, piece);
    store_global(to + at, piece);
  }
  store_result(args, sum);
}

// Lanes read words `ways` apart, so that as many of them want the same of the 32 banks at once.
template <int ways, int flight>
__device__ __forceinline__ void read_conflicts(const GpuArgs& args) {
  constexpr std::uint32_t kTile = kWarp * flight;
  static_assert(flight % ways == 0);
  const TileRange range = row_of_block<kTile>(args);
  copy_to_shared(args.arrays[0], range, kTile * 4, shared_address());
  __syncthreads();
  Sum sum;
  for_each_shared_tile<kTile * 4, ways * 4>(range, shared_address(), [&](std::uint32_t at) {
    std::uint32_t words[flight];
#pragma unroll
    for (int i = 0; i < flight; ++i) {
      FromShared::load(at + conflict_offset(i, ways), words[i]);
    }
#pragma unroll
    for (int i = flight - 2; i >= 0; i -= 2) sum.add(words[i], words[i + 1]);
  });
  store_result(args, sum.total());
}

template <int flight>
__device__ __forceinline__ void read_b32_2way_body(const GpuArgs& args) {
  read_conflicts<2, flight>(args);
}
template <int flight>
__device__ __forceinline__ void read_b32_8way_body(const GpuArgs& args) {
  read_conflicts<8, flight>(args);
}
template <int flight>
__device__ __forceinline__ void read_b32_16way_body(const GpuArgs& args) {
  read_conflicts<16, flight>(args);
}
template <int flight>
__device__ __forceinline__ void read_b32_32way_body(const GpuArgs& args) {
  read_conflicts<32, flight>(args);
}

}  // namespace

RIDGELINE_FLIGHTS_3(read_b128_shared, 1, 2, 4);
RIDGELINE_FLIGHTS_2(read_b32_shared, 8, 16);
RIDGELINE_FLIGHTS_2(copy_b128_shared, 2, 4);
RIDGELINE_FLIGHTS_1(read_b32_2way, 32);
RIDGELINE_FLIGHTS_1(read_b32_8way, 32);
RIDGELINE_FLIGHTS_1(read_b32_16way, 32);
RIDGELINE_FLIGHTS_1(read_b32_32way, 32);

namespace {

// As in l1_sm75.cu: a warp's 16 bytes a lane take 4 cycles, and 16 instructions can issue
// meanwhile; with 4 bytes a lane 1 cycle and 4 instructions.
constexpr Shape kShapes[] = {{1, 1024, 4}, {2, 512, 4}, {1, 1024, 2}, {1, 512, 4}, {1, 1024, 1}};
constexpr Shape kNarrowShapes[] = {{1, 1024, 16}, {1, 1024, 8}};
constexpr Shape kCopyShapes[] = {{1, 1024, 4}, {2, 512, 4}, {1, 1024, 2}};
constexpr Shape kConflictShapes[] = {{1, 1024, 32}};

constexpr std::uint32_t kWideQuantum = 4 * kWarp;
constexpr std::uint32_t kNarrowQuantum = 32 * kWarp;

MemoryRow shared_row(std::string_view name, std::string_view path, std::span<const Shape> shapes) {
  MemoryRow row;
  row.name = name;
  row.path = path;
  row.level = "shared";
  row.read = row.bytes;
  row.quantum = kWideQuantum;
  row.shapes = shapes;
  return row;
}

Kernel narrow_row(std::string_view name, std::string_view path, std::string_view lacks,
                  std::span<const Shape> shapes, const GpuBackend& backend) {
  MemoryRow row = shared_row(name, path, shapes);
  row.lacks = lacks;
  row.read = row.bytes = 4;
  row.vector_bits = 32;
  row.quantum = kNarrowQuantum;
  return memory_kernel(row, backend);
}

template <std::uint32_t ways>
Kernel conflict_row(std::string_view name, std::string_view path,
                    std::span<const GpuEntry> entries) {
  static const GpuBackend backend{.entries = entries,
                                  .reference = read_conflicts_reference<ways>,
                                  .shared_bytes = kNarrowQuantum * 4,
                                  .set_in_shared = true};
  return narrow_row(name, path, "conflict-free access", kConflictShapes, backend);
}

Kernel copy_row() {
  static const GpuBackend backend{.entries = copy_b128_shared_entries(),
                                  .reference = copy_row_reference,
                                  .shared_bytes = 2 * kWideQuantum * sizeof(Quad),
                                  .set_in_shared = true};
  MemoryRow row = shared_row("copy_b128_shared", "copy", kCopyShapes);
  row.mix = "1:1";
  row.written = row.bytes;
  row.arrays = 2;
  return memory_kernel(row, backend);
}

}  // namespace

std::span<const Kernel> shared_sm75_table() {
  static const GpuBackend wide{.entries = read_b128_shared_entries(),
                               .reference = read_row_reference<16>,
                               .shared_bytes = kWideQuantum * sizeof(Quad),
                               .set_in_shared = true};
  static const GpuBackend narrow{.entries = read_b32_shared_entries(),
                                 .reference = read_row_reference<4>,
                                 .shared_bytes = kNarrowQuantum * 4,
                                 .set_in_shared = true};
  static const Kernel table[] = {
      memory_kernel(shared_row("read_b128_shared", "ld16B", kShapes), wide),
      copy_row(),
      narrow_row("read_b32_shared", "ld4B", "access width", kNarrowShapes, narrow),
      conflict_row<2>("read_b32_2way", "ld4B-2way", read_b32_2way_entries()),
      conflict_row<8>("read_b32_8way", "ld4B-8way", read_b32_8way_entries()),
      conflict_row<16>("read_b32_16way", "ld4B-16way", read_b32_16way_entries()),
      conflict_row<32>("read_b32_32way", "ld4B-32way", read_b32_32way_entries()),
  };
  return table;
}

}  // namespace ridgeline::kernels
