// Kernels that write global memory: stores alone, copy, the three of BabelStream in fp64 (scale,
// add, triad), and an update in place. Array 0 is the one that is written; the others are read past
// L1.
#include "kernels/cuda/memory/memory.cuh"
#include "kernels/cuda/memory/memory_rows.cuh"
#include "kernels/cuda/memory/streams_reference.hpp"

namespace ridgeline::kernels {
namespace {

__device__ __forceinline__ double low_double(const Quad& a) {
  return __hiloint2double(static_cast<int>(a.y), static_cast<int>(a.x));
}
__device__ __forceinline__ double high_double(const Quad& a) {
  return __hiloint2double(static_cast<int>(a.w), static_cast<int>(a.z));
}
__device__ __forceinline__ Quad quad_of(double low, double high) {
  return {static_cast<std::uint32_t>(__double2loint(low)),
          static_cast<std::uint32_t>(__double2hiint(low)),
          static_cast<std::uint32_t>(__double2loint(high)),
          static_cast<std::uint32_t>(__double2hiint(high))};
}

// What goes to an element of array 0, from those at the same place of the arrays that are read; see
// streams_reference.hpp for each.
struct WriteOnDevice : WriteStream {
  static __device__ __forceinline__ Quad value(const Quad*, std::uint64_t offset,
                                               const GpuScalars&) {
    const auto first = static_cast<std::uint32_t>(offset / sizeof(std::uint32_t));
    const std::uint32_t word = written_word(first);  // a multiple of 4: the next ones differ below
    return {word, word | 1, word | 2, word | 3};
  }
};
struct CopyOnDevice : CopyStream {
  static __device__ __forceinline__ Quad value(const Quad* read, std::uint64_t, const GpuScalars&) {
    return read[0];
  }
};
struct ScaleOnDevice : ScaleStream {
  static __device__ __forceinline__ Quad value(const Quad* read, std::uint64_t,
                                               const GpuScalars& scalars) {
    return quad_of(__dmul_rn(low_double(read[0]), scalars.f64[0]),
                   __dmul_rn(high_double(read[0]), scalars.f64[0]));
  }
};
struct AddOnDevice : AddStream {
  static __device__ __forceinline__ Quad value(const Quad* read, std::uint64_t, const GpuScalars&) {
    return quad_of(__dadd_rn(low_double(read[0]), low_double(read[1])),
                   __dadd_rn(high_double(read[0]), high_double(read[1])));
  }
};
struct TriadOnDevice : TriadStream {
  static __device__ __forceinline__ Quad value(const Quad* read, std::uint64_t, const GpuScalars&) {
    return quad_of(__fma_rn(low_double(read[1]), kTriadFactor, low_double(read[0])),
                   __fma_rn(high_double(read[1]), kTriadFactor, high_double(read[0])));
  }
};
struct UpdateOnDevice : UpdateStream {
  static __device__ __forceinline__ Quad value(const Quad* read, std::uint64_t, const GpuScalars&) {
    const Quad& a = read[0];
    return {a.x ^ kSignBit, a.y ^ kSignBit, a.z ^ kSignBit, a.w ^ kSignBit};
  }
};

// All loads of a tile are under way before the first value is made. The result is the sum of each
// element's first word that the thread stored.
template <class Op, int flight>
__device__ __forceinline__ void stream(const GpuArgs& args) {
  constexpr std::uint32_t kTileBytes = kWarp * flight * sizeof(Quad);
  const auto tiles = static_cast<std::uint32_t>(args.elements * sizeof(Quad) / kTileBytes);
  const auto passes = static_cast<std::uint32_t>(args.passes);
  const WarpPosition position = position_of_warp();
  const TileRange range = Op::kInPlace ? own_tiles_of_warp(tiles, passes, position)
                                       : own_tiles(tiles, passes, position);
  const std::uint64_t to = global_address(args.arrays[0]);
  std::uint64_t from[2] = {};
#pragma unroll
  for (int k = 0; k < Op::kReads; ++k) {
    from[k] = Op::kInPlace ? to : global_address(args.arrays[k + 1]);
  }
  std::uint32_t sum = 0;
  for_each_tile<kTileBytes, sizeof(Quad)>(range, 0, [&](std::uint64_t at) {
    Quad read[flight][2] = {};
#pragma unroll
    for (int i = 0; i < flight; ++i) {
#pragma unroll
      for (int k = 0; k < Op::kReads; ++k) {
        PastL1::load(from[k] + at + i * static_cast<int>(kWarp * sizeof(Quad)), read[i][k]);
      }
    }
#pragma unroll
    for (int i = 0; i < flight; ++i) {
      const std::uint64_t place = at + i * static_cast<int>(kWarp * sizeof(Quad));
      const Quad value = Op::value(read[i], place, args.scalars);
      store_global(to + place, value);
      sum += value.x;
    }
  });
  store_result(args, sum);
}

template <int flight>
__device__ __forceinline__ void write_b128_body(const GpuArgs& args) {
  stream<WriteOnDevice, flight>(args);
}
template <int flight>
__device__ __forceinline__ void copy_b128_body(const GpuArgs& args) {
  stream<CopyOnDevice, flight>(args);
}
template <int flight>
__device__ __forceinline__ void scale_f64_body(const GpuArgs& args) {
  stream<ScaleOnDevice, flight>(args);
}
template <int flight>
__device__ __forceinline__ void add_f64_body(const GpuArgs& args) {
  stream<AddOnDevice, flight>(args);
}
template <int flight>
__device__ __forceinline__ void triad_f64_body(const GpuArgs& args) {
  stream<TriadOnDevice, flight>(args);
}
template <int flight>
__device__ __forceinline__ void update_b128_body(const GpuArgs& args) {
  stream<UpdateOnDevice, flight>(args);
}

}  // namespace

RIDGELINE_FLIGHTS_3(write_b128, 1, 2, 4);
RIDGELINE_FLIGHTS_3(copy_b128, 1, 2, 4);
RIDGELINE_FLIGHTS_3(scale_f64, 1, 2, 4);
RIDGELINE_FLIGHTS_3(add_f64, 1, 2, 4);
RIDGELINE_FLIGHTS_3(triad_f64, 1, 2, 4);
RIDGELINE_FLIGHTS_3(update_b128, 1, 2, 4);

namespace {

// Blocks an SM, threads, elements in flight. All blocks have to be resident at once (see
// bandwidth_sm75.cu).
constexpr Shape kShapes[] = {{2, 512, 4}, {1, 1024, 4}, {2, 1024, 2}, {2, 1024, 1}};

// `operations`: FLOP of an element.
template <class Op>
Kernel row_of(std::string_view name, std::string_view path, std::span<const GpuEntry> entries) {
  static const GpuBackend backend{.entries = entries, .reference = stream_reference<Op>};
  MemoryRow row;
  row.name = name;
  row.path = path;
  row.mix = Op::kMix;
  row.read = sizeof(Quad) * Op::kReads;
  row.written = sizeof(Quad);
  row.operations = Op::kOperations;
  row.arrays = Op::kInPlace ? 1 : 1 + Op::kReads;
  row.quantum = 128;
  row.shapes = kShapes;
  return memory_kernel(row, backend);
}

}  // namespace

std::span<const Kernel> streams_sm75_table() {
  static const Kernel table[] = {
      row_of<WriteStream>("write_b128", "st16B", write_b128_entries()),
      row_of<CopyStream>("copy_b128", "copy", copy_b128_entries()),
      row_of<ScaleStream>("scale_f64", "scale", scale_f64_entries()),
      row_of<AddStream>("add_f64", "add", add_f64_entries()),
      row_of<TriadStream>("triad_f64", "triad", triad_f64_entries()),
      row_of<UpdateStream>("update_b128", "update", update_b128_entries()),
  };
  return table;
}

}  // namespace ridgeline::kernels
