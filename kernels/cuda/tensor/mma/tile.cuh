// Kernels that multiply tiles on the tensor cores by mma.sync, and their rows. A family gives the
// instruction and its registers; what they are filled with, and where D goes, is here.
//
// Registers of a thread, as the PTX ISA documents fragments for row.col: with group = lane / 4 and
// place = lane % 4, A's register r holds the word `place + 4 (r / 2)` of row `group + 8 (r % 2)`
// (of row `group` and word `place + 4 r` where A has 8 rows), B's register r the word `place + 4 r`
// of column `group`, and D's number i stands in row `group + 8 (i / 2)`, column
// `2 place + i % 2`. A word is 32 bits, or one fp64.
#pragma once

#include <span>
#include <string_view>

#include "kernels/cuda/family.hpp"
#include "kernels/cuda/tensor/mma/reference.hpp"

namespace ridgeline::kernels {

// The place of a thread's number i in D, row by row.
__device__ __forceinline__ std::uint32_t mma_position(int i) {
  const std::uint32_t lane = threadIdx.x % 32;
  return (lane / 4 + 8 * (i / 2)) * 8 + 2 * (lane % 4) + i % 2;
}

// D of fp64, fp32 and int32: a number a register.
template <class Number_, int numbers>
struct PlainD {
  using Number = Number_;
  Number registers[numbers];

  __device__ __forceinline__ void begin(const std::uint32_t (&start)[numbers]) {
#pragma unroll
    for (int i = 0; i < numbers; ++i) registers[i] = static_cast<Number>(start[i]);
  }
  __device__ __forceinline__ void end(unsigned char* result, std::uint32_t first) const {
    auto* to = reinterpret_cast<Number*>(result) + first;
#pragma unroll
    for (int i = 0; i < numbers; ++i) to[mma_position(i)] = registers[i];
  }
};

// D of fp16: two neighbours of a row a register.
template <int numbers>
struct HalfD {
  using Number = std::uint16_t;
  std::uint32_t registers[numbers / 2];

  static __device__ __forceinline__ std::uint32_t half_of(std::uint32_t number) {
    std::uint16_t half;
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(half) : "r"(number));
    return half;
  }
  __device__ __forceinline__ void begin(const std::uint32_t (&start)[numbers]) {
#pragma unroll
    for (int r = 0; r < numbers / 2; ++r) {
      registers[r] = half_of(start[2 * r]) | half_of(start[2 * r + 1]) << 16;
    }
  }
  __device__ __forceinline__ void end(unsigned char* result, std::uint32_t first) const {
    auto* to = reinterpret_cast<std::uint32_t*>(result) + first / 2;
#pragma unroll
    for (int r = 0; r < numbers / 2; ++r) to[mma_position(2 * r) / 2] = registers[r];
  }
};

// What a family's tile derives from: its shape, what a thread loads (`Stored`) for a register
// (`Word`), and how many of them. `Accumulators` is PlainD or HalfD.
template <Precision in, Precision out, int rows, int depth, int container_bits, class Stored_,
          class Word_, class Accumulators, int steps = 32>
struct MmaTile {
  using Stored = Stored_;
  using Word = Word_;
  using D = Accumulators;
  static constexpr MmaShape kShape{in,
                                   out,
                                   rows,
                                   depth,
                                   container_bits,
                                   sizeof(Stored_),
                                   sizeof(typename Accumulators::Number),
                                   steps};
  static constexpr std::uint32_t kLine = kShape.words_per_line();
  static constexpr int kA = rows / 8 * static_cast<int>(kLine) / 4;
  static constexpr int kB = static_cast<int>(kLine) / 4;
  using A = Word[kA];
  using B = Word[kB];
  static __device__ Word widen(Stored stored) { return stored; }
};

template <class Tile>
__device__ __forceinline__ void load_a(typename Tile::A& a, const typename Tile::Stored* tile) {
  const std::uint32_t lane = threadIdx.x % 32;
  constexpr int row_groups = Tile::kShape.rows / 8;
#pragma unroll
  for (int r = 0; r < Tile::kA; ++r) {
    const std::uint32_t row = lane / 4 + 8 * (r % row_groups);
    a[r] = Tile::widen(tile[row * Tile::kLine + lane % 4 + 4 * (r / row_groups)]);
  }
}

template <class Tile>
__device__ __forceinline__ void load_b(typename Tile::B& b, const typename Tile::Stored* tile) {
  const std::uint32_t lane = threadIdx.x % 32;
#pragma unroll
  for (int r = 0; r < Tile::kB; ++r) {
    b[r] = Tile::widen(tile[lane / 4 * Tile::kLine + lane % 4 + 4 * r]);
  }
}

// 2^32 passes take minutes: no launch has as many, and a 32-bit count keeps the loop short.
template <class Tile, int sets>
__device__ __forceinline__ void multiply_tiles(const GpuArgs& args) {
  constexpr MmaShape shape = Tile::kShape;
  const auto* words = reinterpret_cast<const typename Tile::Stored*>(args.arrays[0]);
  const std::uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const std::uint32_t tile = warp % kMmaTiles;
  typename Tile::A a;
  typename Tile::B b[2];
  load_a<Tile>(a, words + tile * shape.rows * Tile::kLine);
  const auto* columns = words + (kMmaTiles * shape.rows + tile * 8) * Tile::kLine;
  load_b<Tile>(b[0], columns);
  load_b<Tile>(b[1], columns + shape.half_words());

  typename Tile::D d[sets];
  const std::uint32_t first = warp * sets * shape.outputs();
#pragma unroll
  for (int s = 0; s < sets; ++s) {
    std::uint32_t start[shape.rows / 4];
#pragma unroll
    for (int i = 0; i < shape.rows / 4; ++i) {
      const std::uint32_t at = first + s * shape.outputs() + mma_position(i);
      start[i] = mma_start(words[at % (2 * shape.half_words())]);
    }
    d[s].begin(start);
  }
#pragma unroll 1
  for (auto pass = static_cast<std::uint32_t>(args.passes); pass != 0; --pass) {
#pragma unroll
    for (int step = 0; step < shape.steps; ++step) {
#pragma unroll
      for (int s = 0; s < sets; ++s) Tile::multiply(d[s].registers, a, b[(step + s) % 2]);
    }
  }
#pragma unroll
  for (int s = 0; s < sets; ++s) d[s].end(args.result, first + s * shape.outputs());
}

template <class Tile>
void tile_reference(const GpuArgs& args) {
  mma_reference(args, Tile::kShape);
}

// Blocks an SM, threads, accumulators of a warp: 64 down to 4 warps. The first is near the best of
// most parts.
inline constexpr Shape kMmaShapes[] = {
    {4, 256, 4}, {4, 256, 6}, {4, 256, 2}, {4, 256, 8}, {2, 256, 8}, {2, 256, 6},
    {2, 256, 4}, {1, 256, 8}, {1, 256, 6}, {1, 256, 4}, {1, 128, 8}, {6, 256, 2},
    {6, 256, 4}, {8, 256, 2}, {8, 256, 1}, {4, 256, 1},
};

// Of kinds that need several accumulators for a long enough loop.
inline constexpr Shape kManySetsShapes[] = {
    {4, 256, 4}, {4, 256, 6}, {4, 256, 8}, {2, 256, 8}, {2, 256, 6}, {2, 256, 4},
    {1, 256, 8}, {1, 256, 4}, {1, 128, 8}, {6, 256, 4}, {8, 256, 4},
};

template <class Tile>
Kernel mma_kernel(std::string_view name, std::string_view path, std::span<const GpuEntry> entries,
                  std::span<const Shape> shapes = kMmaShapes) {
  constexpr MmaShape shape = Tile::kShape;
  static const GpuBackend backend{.entries = entries,
                                  .reference = tile_reference<Tile>,
                                  .fill = GpuFill::operands,
                                  .operand_bytes = shape.operand_bytes(),
                                  .result_bytes_per_thread = 0,
                                  .result_bytes_per_chain = static_cast<std::uint32_t>(
                                      shape.outputs() * shape.accumulator_bytes / 32)};
  Kernel kernel;
  kernel.name = name;
  kernel.family = Family::compute;
  kernel.precision = shape.precision;
  kernel.accumulate = shape.accumulate;
  kernel.path = path;
  kernel.needs = kNeeds;
  // A thread's share of 2 x rows x 8 x depth FLOP.
  kernel.work.operations = 2.0 * shape.outputs() * shape.depth / 32 * shape.steps;
  kernel.element_bytes = static_cast<std::uint16_t>((shape.container_bits + 7) / 8);
  kernel.per_chain = true;
  kernel.data_matters = true;
  kernel.shapes = shapes;
  kernel.backend = &backend;
  return kernel;
}

}  // namespace ridgeline::kernels
