// Reads of global memory past the SM's L1, from L2 or DRAM, whichever holds the working set: in
// wide and narrow loads, each block its own lines or all blocks all of them, strided, and at
// random.
#include "kernels/cuda/memory/memory.cuh"
#include "kernels/cuda/memory/memory_reference.hpp"
#include "kernels/cuda/memory/memory_rows.cuh"

namespace ridgeline::kernels {
namespace {

template <class Word, int flight>
__device__ __forceinline__ void read_past_l1(const GpuArgs& args) {
  constexpr std::uint32_t kTile = kWarp * flight;
  const auto tiles = static_cast<std::uint32_t>(args.elements / kTile);
  const TileRange range =
      own_tiles(tiles, static_cast<std::uint32_t>(args.passes), position_of_warp());
  Sum sum;
  for_each_tile<kTile * sizeof(Word), sizeof(Word)>(
      range, global_address(args.arrays[0]),
      [&](std::uint64_t at) { read_tile<PastL1, Word, flight>(at, sum); });
  store_result(args, sum.total());
}

template <int flight>
__device__ __forceinline__ void read_b128_body(const GpuArgs& args) {
  read_past_l1<Quad, flight>(args);
}

template <int flight>
__device__ __forceinline__ void read_b32_body(const GpuArgs& args) {
  read_past_l1<std::uint32_t, flight>(args);
}

template <int flight>
__device__ __forceinline__ void read_b128_rotating_body(const GpuArgs& args) {
  constexpr std::uint32_t kTile = kWarp * flight;
  const std::uint64_t base = global_address(args.arrays[0]) + lane() * sizeof(Quad);
  Rotation rotation = all_tiles(static_cast<std::uint32_t>(args.elements / kTile),
                                static_cast<std::uint32_t>(args.passes), position_of_warp());
  Sum sum;
#pragma unroll 1
  while (rotation.passes_left != 0) {
    read_tile<PastL1, Quad, flight>(base + tile_of(rotation) * (kTile * sizeof(Quad)), sum);
    rotation.position += rotation.active;
    enter_pass(rotation);
  }
  store_result(args, sum.total());
}

// Each lane a word of a line of its own. A pass goes over all lines 32 times, each time for the
// next word of all of them: by then a line has left any cache that is smaller than the working set.
template <int flight>
__device__ __forceinline__ void read_b32_strided_body(const GpuArgs& args) {
  constexpr std::uint32_t kTileBytes = kWarp * flight * kLineBytes;
  const auto tiles = static_cast<std::uint32_t>(args.elements / (kTileBytes / 4));
  const auto rounds = static_cast<std::uint32_t>(args.passes) * kLineWords;
  const TileRange range = own_tiles(tiles, rounds, position_of_warp());
  const std::uint64_t base = global_address(args.arrays[0]);
  std::uint64_t at = base + range.at * kTileBytes + lane() * kLineBytes;
  const std::uint64_t end = base + range.end * kTileBytes;
  std::uint32_t word = 0;  // byte within the line, part of `at`
  Sum sum;
#pragma unroll 1
  for (std::uint32_t left = range.left; left != 0; --left) {
    std::uint32_t words[flight];
#pragma unroll
    for (int i = 0; i < flight; ++i) {
      PastL1::load(at + i * static_cast<int>(kWarp * kLineBytes), words[i]);
    }
#pragma unroll
    for (int i = 0; i < flight; ++i) sum.add(words[i], 0);
    at += range.step * kTileBytes;
    if (at < end) continue;
    const std::uint32_t next = (word + 4) % kLineBytes;
    at = at - range.span * kTileBytes - word + next;
    word = next;
  }
  store_result(args, sum.total());
}

// Sectors in no order, see scatter.hpp, two lanes a sector. Of the batches of all passes each warp
// of the grid takes one in turn.
template <int flight>
__device__ __forceinline__ void read_b128_random_body(const GpuArgs& args) {
  constexpr std::uint32_t kBatch = kWarpSectors * flight;
  const auto sectors = static_cast<std::uint32_t>(args.elements);
  const std::uint32_t batches = sectors / kBatch;
  const std::uint32_t warps = gridDim.x * (blockDim.x / kWarp);
  const std::uint32_t active = batches < warps ? batches : warps;
  const std::uint32_t warp = threadIdx.x / kWarp * gridDim.x + blockIdx.x;
  const bool works = warp < active;
  const auto passes = static_cast<std::uint32_t>(args.passes);
  const std::uint32_t factor = scatter_factor(sectors);
  const Move next = move_by(kWarpSectors, factor, sectors);
  const Move jump = move_by(active * kBatch - (kBatch - kWarpSectors), factor, sectors);
  std::uint32_t x = works ? multiply_modulo(warp * kBatch + lane() / 2, factor, sectors) : 0;
  const std::uint64_t base = global_address(args.arrays[0]) + lane() % 2 * sizeof(Quad);
  Sum sum;
#pragma unroll 1
  for (std::uint32_t left = works ? share_of_repeated(batches, passes, warp, active) : 0; left != 0;
       --left) {
    Quad words[flight];
#pragma unroll
    for (int i = 0; i < flight; ++i) {
      PastL1::load(base + std::uint64_t{scattered(x)} * kSectorBytes, words[i]);
      x = moved(x, i + 1 == flight ? jump : next);
    }
#pragma unroll
    for (int i = 0; i < flight; ++i) sum.add(words[i]);
  }
  store_result(args, sum.total());
}

}  // namespace

RIDGELINE_FLIGHTS_4(read_b128, 1, 2, 4, 8);
RIDGELINE_FLIGHTS_2(read_b32, 4, 8);
RIDGELINE_FLIGHTS_3(read_b128_rotating, 2, 4, 8);
RIDGELINE_FLIGHTS_2(read_b32_strided, 2, 4);
RIDGELINE_FLIGHTS_2(read_b128_random, 4, 8);

namespace {

// Blocks an SM, threads, loads in flight. All blocks of these have to be resident at once, or only
// a part of the working set would be read again and again. The first fits every architecture and
// has 64 KiB an SM under way; an H200 needs about 30 to keep its DRAM busy.
constexpr Shape kShapes[] = {{2, 512, 4}, {3, 512, 4},  {1, 1024, 8},
                             {2, 512, 8}, {2, 1024, 2}, {2, 1024, 1}};
constexpr Shape kNarrowShapes[] = {{2, 512, 8}, {2, 1024, 8}, {2, 1024, 4}};
constexpr Shape kRotatingShapes[] = {{2, 512, 4}, {1, 1024, 8}, {2, 1024, 2}};
constexpr Shape kStridedShapes[] = {{2, 512, 4}, {2, 1024, 2}};
constexpr Shape kRandomShapes[] = {{2, 512, 4}, {1, 1024, 8}};

MemoryRow read(std::string_view name, std::string_view path, std::span<const Shape> shapes) {
  MemoryRow row;
  row.name = name;
  row.path = path;
  row.read = row.bytes;
  row.shapes = shapes;
  return row;
}

// Of 4 bytes.
MemoryRow narrow_read(std::string_view name, std::string_view path, std::string_view lacks,
                      std::span<const Shape> shapes) {
  MemoryRow row = read(name, path, shapes);
  row.lacks = lacks;
  row.read = row.bytes = 4;
  row.vector_bits = 32;
  return row;
}

Kernel rotating_row() {
  static const GpuBackend backend{.entries = read_b128_rotating_entries(),
                                  .reference = read_rotating_reference};
  MemoryRow row = read("read_b128_rotating", "ld16B-shared-set", kRotatingShapes);
  row.lacks = "disjoint ranges";
  return memory_kernel(row, backend);
}

Kernel strided_row() {
  static const GpuBackend backend{.entries = read_b32_strided_entries(),
                                  .reference = read_strided_reference};
  MemoryRow row = narrow_read("read_b32_strided", "ld4B-strided", "coalescing", kStridedShapes);
  row.quantum = 4 * kWarp * kLineWords;
  return memory_kernel(row, backend);
}

Kernel random_row() {
  static const GpuBackend backend{.entries = read_b128_random_entries(),
                                  .reference = read_random_reference};
  MemoryRow row = read("read_b128_random", "ld32B-random", kRandomShapes);
  row.lacks = "locality";
  row.read = row.bytes = kSectorBytes;
  row.quantum = kChunk;
  return memory_kernel(row, backend);
}

}  // namespace

std::span<const Kernel> bandwidth_sm75_table() {
  static const GpuBackend wide{.entries = read_b128_entries(), .reference = read_reference<16>};
  static const GpuBackend narrow{.entries = read_b32_entries(), .reference = read_reference<4>};
  static const Kernel table[] = {
      memory_kernel(read("read_b128", "ld16B", kShapes), wide),
      rotating_row(),
      memory_kernel(narrow_read("read_b32", "ld4B", "access width", kNarrowShapes), narrow),
      strided_row(),
      random_row(),
  };
  return table;
}

}  // namespace ridgeline::kernels
