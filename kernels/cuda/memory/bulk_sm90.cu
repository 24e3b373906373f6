// Reads by the bulk-copy engine (cp.async.bulk): one thread of a block asks for whole tiles, which
// arrive in a ring in shared memory and tell so by an mbarrier each; all threads add them up there.
#include "kernels/cuda/memory/bulk_reference.hpp"
#include "kernels/cuda/memory/memory.cuh"
#include "kernels/cuda/memory/memory_rows.cuh"

namespace ridgeline::kernels {
namespace {

constexpr std::uint32_t kBarrierBytes = 8;
constexpr std::uint32_t kMostTiles = 4;

// One arrival, of the thread that asks, completes a phase, together with the bytes.
__device__ __forceinline__ void make_barrier(std::uint32_t barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
}

// So that the copy engine sees new barriers.
__device__ __forceinline__ void publish_barriers() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ __forceinline__ void request_tile(std::uint32_t to, std::uint64_t from,
                                             std::uint32_t bytes, std::uint32_t barrier) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(to),
      "l"(from), "r"(bytes), "r"(barrier)
      : "memory");
}

__device__ __forceinline__ bool arrived(std::uint32_t barrier, std::uint32_t parity) {
  std::uint32_t done;
  asm volatile(
      "{\n\t.reg .pred p;\n\t"
      "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
      "selp.u32 %0, 1, 0, p;\n\t}"
      : "=r"(done)
      : "r"(barrier), "r"(parity)
      : "memory");
  return done != 0;
}

// The tiles that thread 0 asks for, in own_tiles()' order for a block that is a single worker.
struct TileRequests {
  TileRange range;
  std::uint64_t at;    // address of the next one
  std::uint64_t end;   // from here on it is `span` less
  std::uint32_t left;  // not yet asked for
};

template <std::uint32_t tile_bytes>
__device__ __forceinline__ void request_next_tile(TileRequests& asked, std::uint32_t to,
                                                  std::uint32_t barrier) {
  request_tile(to, asked.at, tile_bytes, barrier);
  asked.at += asked.range.step * tile_bytes;
  if (asked.at >= asked.end) asked.at -= asked.range.span * tile_bytes;
  --asked.left;
}

template <int flight>
__device__ __forceinline__ void read_bulk_body(const GpuArgs& args) {
  constexpr std::uint32_t kTileBytes = kBulkRingBytes / flight;
  const std::uint64_t base = global_address(args.arrays[0]);
  const auto tiles = static_cast<std::uint32_t>(args.elements * sizeof(Quad) / kTileBytes);
  const TileRange range =
      own_tiles(tiles, static_cast<std::uint32_t>(args.passes), {blockIdx.x, gridDim.x, 0, 1});
  // No tile is under way twice at a time.
  const std::uint32_t owned = share_of(tiles, blockIdx.x, gridDim.x);
  const std::uint32_t depth = owned < flight ? owned : flight;
  const std::uint32_t ring = shared_address();
  const std::uint32_t barriers = ring + kBulkRingBytes;
  TileRequests asked{range, base + range.at * kTileBytes, base + range.end * kTileBytes,
                     range.left};
  if (threadIdx.x == 0) {
    for (std::uint32_t i = 0; i < depth; ++i) make_barrier(barriers + i * kBarrierBytes);
    publish_barriers();
    for (std::uint32_t i = 0; i < depth && asked.left != 0; ++i) {
      request_next_tile<kTileBytes>(asked, ring + i * kTileBytes, barriers + i * kBarrierBytes);
    }
  }
  __syncthreads();
  std::uint32_t place = 0;  // in the ring
  std::uint32_t parity = 0;
  Sum sum;
#pragma unroll 1
  for (std::uint32_t left = range.left; left != 0; --left) {
    while (!arrived(barriers + place * kBarrierBytes, parity)) {
    }
#pragma unroll 1
    for (std::uint32_t at = threadIdx.x * sizeof(Quad); at < kTileBytes;
         at += blockDim.x * sizeof(Quad)) {
      Quad words;
      FromShared::load(ring + place * kTileBytes + at, words);
      sum.add(words);
    }
    __syncthreads();  // everybody is done with the tile
    if (threadIdx.x == 0 && asked.left != 0) {
      request_next_tile<kTileBytes>(asked, ring + place * kTileBytes,
                                    barriers + place * kBarrierBytes);
    }
    if (++place == depth) {
      place = 0;
      parity ^= 1;
    }
  }
  store_result(args, sum.total());
}

}  // namespace

RIDGELINE_FLIGHTS_2(read_bulk, 2, 4);

namespace {

// Blocks an SM, threads that add up, tiles in the ring: of 16 KiB (2) or 8 KiB (4). All blocks have
// to be resident at once (see bandwidth_sm75.cu).
constexpr Shape kShapes[] = {{2, 256, 4}, {4, 256, 4}, {3, 256, 4}, {4, 256, 2}, {6, 256, 4}};

}  // namespace

std::span<const Kernel> bulk_sm90_table() {
  static const GpuBackend backend{.entries = read_bulk_entries(),
                                  .reference = read_bulk_reference,
                                  .shared_bytes = kBulkRingBytes + kMostTiles * kBarrierBytes};
  MemoryRow row;
  row.name = "read_bulk";
  row.path = "bulk";
  row.read = row.bytes;
  row.quantum = kBulkRingBytes / 2 / sizeof(Quad);
  row.shapes = kShapes;
  static const Kernel table[] = {memory_kernel(row, backend)};
  return table;
}

}  // namespace ridgeline::kernels
