// Reads of global memory past L1 with 32 bytes a lane, which sm_100 and later have: half as many
// instructions for the same bytes, and a warp's load covers 1 KiB in a row.
#include "kernels/cuda/memory/memory.cuh"
#include "kernels/cuda/memory/memory_reference.hpp"
#include "kernels/cuda/memory/memory_rows.cuh"

namespace ridgeline::kernels {
namespace {

struct Octet {
  Quad low, high;
};

struct WidePastL1 {
  static __device__ __forceinline__ void load(std::uint64_t at, Octet& to) {
    asm volatile("ld.relaxed.gpu.global.v8.b32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
                 : "=r"(to.low.x), "=r"(to.low.y), "=r"(to.low.z), "=r"(to.low.w), "=r"(to.high.x),
                   "=r"(to.high.y), "=r"(to.high.z), "=r"(to.high.w)
                 : "l"(at));
  }
};

struct WideSum : Sum {
  __device__ __forceinline__ void add(const Octet& a) {
    Sum::add(a.low);
    Sum::add(a.high);
  }
};

template <int flight>
__device__ __forceinline__ void read_b256_body(const GpuArgs& args) {
  constexpr std::uint32_t kTile = kWarp * flight;
  const auto tiles = static_cast<std::uint32_t>(args.elements / kTile);
  const TileRange range =
      own_tiles(tiles, static_cast<std::uint32_t>(args.passes), position_of_warp());
  WideSum sum;
  for_each_tile<kTile * sizeof(Octet), sizeof(Octet)>(
      range, global_address(args.arrays[0]),
      [&](std::uint64_t at) { read_tile<WidePastL1, Octet, flight>(at, sum); });
  store_result(args, sum.total());
}

}  // namespace

RIDGELINE_FLIGHTS_3(read_b256, 1, 2, 4);

namespace {

// See bandwidth_sm75.cu: with half as many loads in flight as there, as many bytes are.
constexpr Shape kShapes[] = {{2, 512, 2}, {3, 512, 2}, {1, 1024, 4}, {2, 512, 4}, {2, 1024, 1}};

}  // namespace

std::span<const Kernel> bandwidth_sm100_table() {
  static const GpuBackend backend{.entries = read_b256_entries(),
                                  .reference = read_reference<sizeof(Octet)>};
  MemoryRow row;
  row.name = "read_b256";
  row.path = "ld32B";
  row.read = row.bytes = sizeof(Octet);
  row.vector_bits = 256;
  row.quantum = 4 * kWarp;
  row.shapes = kShapes;
  static const Kernel table[] = {memory_kernel(row, backend)};
  return table;
}

}  // namespace ridgeline::kernels
