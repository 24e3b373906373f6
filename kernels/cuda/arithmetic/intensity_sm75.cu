// Tunable intensity, 1:1: each number is loaded past L1, goes through K dependent multiply-adds,
// and is stored where it came from. Multiplier and addend are the same for all, kernel arguments.
//
// A thread has 16 numbers of fp32 under way, or 8 of fp64, each a chain of its own: enough for the
// arithmetic to be the limit where K is large.
#include "kernels/cuda/arithmetic/intensity_reference.hpp"
#include "kernels/cuda/memory/memory.cuh"
#include "kernels/cuda/memory/memory_rows.cuh"

namespace ridgeline::kernels {
namespace {

// Beyond this many the multiply-adds of a tile run in a loop of this many.
constexpr int kUnrolled = 32;

__device__ __forceinline__ void unpack(const Quad& from, float (&to)[4]) {
  to[0] = __uint_as_float(from.x);
  to[1] = __uint_as_float(from.y);
  to[2] = __uint_as_float(from.z);
  to[3] = __uint_as_float(from.w);
}
__device__ __forceinline__ void unpack(const Quad& from, double (&to)[2]) {
  to[0] = __hiloint2double(static_cast<int>(from.y), static_cast<int>(from.x));
  to[1] = __hiloint2double(static_cast<int>(from.w), static_cast<int>(from.z));
}
__device__ __forceinline__ Quad pack(const float (&from)[4]) {
  return {__float_as_uint(from[0]), __float_as_uint(from[1]), __float_as_uint(from[2]),
          __float_as_uint(from[3])};
}
__device__ __forceinline__ Quad pack(const double (&from)[2]) {
  return {static_cast<std::uint32_t>(__double2loint(from[0])),
          static_cast<std::uint32_t>(__double2hiint(from[0])),
          static_cast<std::uint32_t>(__double2loint(from[1])),
          static_cast<std::uint32_t>(__double2hiint(from[1]))};
}

__device__ __forceinline__ float multiply_add(float x, float m, float a) {
  return __fmaf_rn(x, m, a);
}
__device__ __forceinline__ double multiply_add(double x, double m, double a) {
  return __fma_rn(x, m, a);
}

// The multiplier, an operand outside of the registers, and the addend, a register. Left to itself
// the assembler puts both into registers on sm_90 and later, and three register sources need half
// as long again on parts with 128 lanes. It can't know that no thread's number is beyond `threads`,
// and so not that the addend is the same for all threads.
template <class Number>
struct Scalars {
  Number m, a;

  __device__ __forceinline__ explicit Scalars(const GpuArgs& args) {
    if constexpr (sizeof(Number) == sizeof(float)) {
      m = args.scalars.f32[0];
      a = threadIdx.x < args.threads ? args.scalars.f32[1] : 0;
    } else {
      m = args.scalars.f64[0];
      a = threadIdx.x < args.threads ? args.scalars.f64[1] : 0;
    }
  }
};

template <int steps, int pieces, int numbers, class Number>
__device__ __forceinline__ void steps_of_all(Number (&x)[pieces][numbers],
                                             const Scalars<Number>& s) {
#pragma unroll
  for (int k = 0; k < steps; ++k) {
#pragma unroll
    for (int i = 0; i < pieces; ++i) {
#pragma unroll
      for (int j = 0; j < numbers; ++j) x[i][j] = multiply_add(x[i][j], s.m, s.a);
    }
  }
}

template <class Number, int steps, int flight>
__device__ __forceinline__ void map_in_place(const GpuArgs& args) {
  constexpr int kNumbers = sizeof(Quad) / sizeof(Number);
  constexpr std::uint32_t kTileBytes = kWarp * flight * sizeof(Quad);
  const auto tiles = static_cast<std::uint32_t>(args.elements * sizeof(Number) / kTileBytes);
  const TileRange range =
      own_tiles_of_warp(tiles, static_cast<std::uint32_t>(args.passes), position_of_warp());
  const Scalars<Number> scalars(args);
  std::uint32_t sum = 0;
  for_each_tile<kTileBytes, sizeof(Quad)>(
      range, global_address(args.arrays[0]), [&](std::uint64_t at) {
        Quad words[flight];
        Number x[flight][kNumbers];
#pragma unroll
        for (int i = 0; i < flight; ++i) {
          PastL1::load(at + i * static_cast<int>(kWarp * sizeof(Quad)), words[i]);
        }
#pragma unroll
        for (int i = 0; i < flight; ++i) unpack(words[i], x[i]);
        if constexpr (steps <= kUnrolled) {
          steps_of_all<steps>(x, scalars);
        } else {
          static_assert(steps % kUnrolled == 0);
#pragma unroll 1
          for (int round = 0; round < steps / kUnrolled; ++round) {
            steps_of_all<kUnrolled>(x, scalars);
          }
        }
#pragma unroll
        for (int i = 0; i < flight; ++i) {
          const Quad value = pack(x[i]);
          store_global(at + i * static_cast<int>(kWarp * sizeof(Quad)), value);
          sum += value.x;
        }
      });
  store_result(args, sum);
}

}  // namespace

#define RIDGELINE_INTENSITY(name, Number, steps)                            \
  template <int flight>                                                     \
  static __device__ __forceinline__ void name##_body(const GpuArgs& args) { \
    map_in_place<Number, steps, flight>(args);                              \
  }                                                                         \
  RIDGELINE_FLIGHTS_1(name, 4)

RIDGELINE_INTENSITY(intensity_k1_f32, float, 1);
RIDGELINE_INTENSITY(intensity_k4_f32, float, 4);
RIDGELINE_INTENSITY(intensity_k16_f32, float, 16);
RIDGELINE_INTENSITY(intensity_k32_f32, float, 32);
RIDGELINE_INTENSITY(intensity_k64_f32, float, 64);
RIDGELINE_INTENSITY(intensity_k128_f32, float, 128);
RIDGELINE_INTENSITY(intensity_k256_f32, float, 256);
RIDGELINE_INTENSITY(intensity_k512_f32, float, 512);
RIDGELINE_INTENSITY(intensity_k1024_f32, float, 1024);
RIDGELINE_INTENSITY(intensity_k2048_f32, float, 2048);
RIDGELINE_INTENSITY(intensity_k1_f64, double, 1);
RIDGELINE_INTENSITY(intensity_k4_f64, double, 4);
RIDGELINE_INTENSITY(intensity_k8_f64, double, 8);
RIDGELINE_INTENSITY(intensity_k16_f64, double, 16);
RIDGELINE_INTENSITY(intensity_k32_f64, double, 32);
RIDGELINE_INTENSITY(intensity_k64_f64, double, 64);
RIDGELINE_INTENSITY(intensity_k128_f64, double, 128);
RIDGELINE_INTENSITY(intensity_k256_f64, double, 256);
RIDGELINE_INTENSITY(intensity_k512_f64, double, 512);

namespace {

// One that every architecture has room for.
constexpr Shape kShapes[] = {{2, 512, 4}};

template <class Number, std::uint32_t steps>
Kernel row_of(std::string_view name, std::string_view path, std::span<const GpuEntry> entries) {
  static const GpuBackend backend{.entries = entries,
                                  .reference = intensity_reference<Number, steps>};
  MemoryRow row;
  row.name = name;
  row.path = path;
  row.mix = "1:1";
  row.read = row.written = row.bytes = sizeof(Number);
  row.operations = 2.0 * steps;
  row.quantum = 4 * kWarp * sizeof(Quad) / sizeof(Number);
  row.shapes = kShapes;
  Kernel kernel = memory_kernel(row, backend);
  kernel.family = Family::intensity;
  kernel.precision = sizeof(Number) == sizeof(float) ? Precision::fp32 : Precision::fp64;
  return kernel;
}

}  // namespace

#define RIDGELINE_INTENSITY_F32(k) \
  row_of<float, k>("intensity_k" #k "_f32", "k" #k, intensity_k##k##_f32_entries())
#define RIDGELINE_INTENSITY_F64(k) \
  row_of<double, k>("intensity_k" #k "_f64", "k" #k, intensity_k##k##_f64_entries())

std::span<const Kernel> intensity_sm75_table() {
  static const Kernel table[] = {
      RIDGELINE_INTENSITY_F32(1),    RIDGELINE_INTENSITY_F32(4),   RIDGELINE_INTENSITY_F32(16),
      RIDGELINE_INTENSITY_F32(32),   RIDGELINE_INTENSITY_F32(64),  RIDGELINE_INTENSITY_F32(128),
      RIDGELINE_INTENSITY_F32(256),  RIDGELINE_INTENSITY_F32(512), RIDGELINE_INTENSITY_F32(1024),
      RIDGELINE_INTENSITY_F32(2048), RIDGELINE_INTENSITY_F64(1),   RIDGELINE_INTENSITY_F64(4),
      RIDGELINE_INTENSITY_F64(8),    RIDGELINE_INTENSITY_F64(16),  RIDGELINE_INTENSITY_F64(32),
      RIDGELINE_INTENSITY_F64(64),   RIDGELINE_INTENSITY_F64(128), RIDGELINE_INTENSITY_F64(256),
      RIDGELINE_INTENSITY_F64(512),
  };
  return table;
}

}  // namespace ridgeline::kernels
