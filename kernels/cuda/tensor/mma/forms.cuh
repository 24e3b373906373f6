// mma.sync by the registers that it takes: one macro a form, which makes the `multiply` of a tile
// for the rest of the instruction's name.
#pragma once

#include "kernels/cuda/tensor/mma/tile.cuh"

// D: 4 fp32, A: 4 and B: 2 registers.
#define RIDGELINE_MMA_F4_A4_B2(instruction)                                                 \
  static __device__ __forceinline__ void multiply(float(&d)[4], const std::uint32_t(&a)[4], \
                                                  const std::uint32_t(&b)[2]) {             \
    asm volatile("mma.sync.aligned." instruction                                            \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"         \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                           \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));       \
  }

// The same with D of 4 int32.
#define RIDGELINE_MMA_I4_A4_B2(instruction)                                                        \
  static __device__ __forceinline__ void multiply(std::int32_t(&d)[4], const std::uint32_t(&a)[4], \
                                                  const std::uint32_t(&b)[2]) {                    \
    asm volatile("mma.sync.aligned." instruction                                                   \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                \
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                                  \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));              \
  }

// D: 2 registers of two fp16, A: 4, B: 2.
#define RIDGELINE_MMA_H2_A4_B2(instruction)                                           \
  static __device__ __forceinline__ void multiply(                                    \
      std::uint32_t(&d)[2], const std::uint32_t(&a)[4], const std::uint32_t(&b)[2]) { \
    asm volatile("mma.sync.aligned." instruction                                      \
                 " {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"                   \
                 : "+r"(d[0]), "+r"(d[1])                                             \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1])); \
  }

// A: 2 registers, B: 1.
#define RIDGELINE_MMA_F4_A2_B1(instruction)                                                 \
  static __device__ __forceinline__ void multiply(float(&d)[4], const std::uint32_t(&a)[2], \
                                                  const std::uint32_t(&b)[1]) {             \
    asm volatile("mma.sync.aligned." instruction                                            \
                 " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                     \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                           \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                        \
  }
#define RIDGELINE_MMA_H2_A2_B1(instruction)                                             \
  static __device__ __forceinline__ void multiply(                                      \
      std::uint32_t(&d)[2], const std::uint32_t(&a)[2], const std::uint32_t(&b)[1]) {   \
    asm volatile("mma.sync.aligned." instruction " {%0, %1}, {%2, %3}, {%4}, {%0, %1};" \
                 : "+r"(d[0]), "+r"(d[1])                                               \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]));                                    \
  }

// A and B: 1 register each, D: 2.
#define RIDGELINE_MMA_I2_A1_B1(instruction)                                                        \
  static __device__ __forceinline__ void multiply(std::int32_t(&d)[2], const std::uint32_t(&a)[1], \
                                                  const std::uint32_t(&b)[1]) {                    \
    asm volatile("mma.sync.aligned." instruction " {%0, %1}, {%2}, {%3}, {%0, %1};"                \
                 : "+r"(d[0]), "+r"(d[1])                                                          \
                 : "r"(a[0]), "r"(b[0]));                                                          \
  }
#define RIDGELINE_MMA_D2_A1_B1(instruction)                                           \
  static __device__ __forceinline__ void multiply(double(&d)[2], const double(&a)[1], \
                                                  const double(&b)[1]) {              \
    asm volatile("mma.sync.aligned." instruction " {%0, %1}, {%2}, {%3}, {%0, %1};"   \
                 : "+d"(d[0]), "+d"(d[1])                                             \
                 : "d"(a[0]), "d"(b[0]));                                             \
  }

// fp64: A of 8 registers, B of 4, D of 4.
#define RIDGELINE_MMA_D4_A8_B4(instruction)                                                     \
  static __device__ __forceinline__ void multiply(double(&d)[4], const double(&a)[8],           \
                                                  const double(&b)[4]) {                        \
    asm volatile("mma.sync.aligned." instruction                                                \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}," \
                 " {%0, %1, %2, %3};"                                                           \
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])                               \
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), \
                   "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));                      \
  }

// With a factor for each block of a row of A and a column of B, all of them `one`.
#define RIDGELINE_MMA_F4_A4_B2_SCALED(instruction, one)                                         \
  static __device__ __forceinline__ void multiply(float(&d)[4], const std::uint32_t(&a)[4],     \
                                                  const std::uint32_t(&b)[2]) {                 \
    asm volatile("mma.sync.aligned." instruction                                                \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3},"             \
                 " {%10}, {0, 0}, {%10}, {0, 0};"                                               \
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])                               \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(one)); \
  }

// The kernels of a tile, one a number of accumulators, and the list of them.
#define RIDGELINE_MMA_ONE(symbol, Tile, sets) \
  extern "C" __global__ void symbol(GpuArgs args) { multiply_tiles<Tile, sets>(args); }
#define RIDGELINE_MMA_ENTRY(symbol, sets) \
  { sets, address_of(symbol), #symbol }
#define RIDGELINE_MMA(name, Tile)                                             \
  RIDGELINE_MMA_ONE(name##_c1, Tile, 1)                                       \
  RIDGELINE_MMA_ONE(name##_c2, Tile, 2)                                       \
  RIDGELINE_MMA_ONE(name##_c4, Tile, 4)                                       \
  RIDGELINE_MMA_ONE(name##_c6, Tile, 6)                                       \
  RIDGELINE_MMA_ONE(name##_c8, Tile, 8)                                       \
  std::span<const GpuEntry> name##_entries() {                                \
    static const GpuEntry entries[] = {                                       \
        RIDGELINE_MMA_ENTRY(name##_c1, 1), RIDGELINE_MMA_ENTRY(name##_c2, 2), \
        RIDGELINE_MMA_ENTRY(name##_c4, 4), RIDGELINE_MMA_ENTRY(name##_c6, 6), \
        RIDGELINE_MMA_ENTRY(name##_c8, 8)};                                   \
    return entries;                                                           \
  }
#define RIDGELINE_MMA_468(name, Tile)                                      \
  RIDGELINE_MMA_ONE(name##_c4, Tile, 4)                                    \
  RIDGELINE_MMA_ONE(name##_c6, Tile, 6)                                    \
  RIDGELINE_MMA_ONE(name##_c8, Tile, 8)                                    \
  std::span<const GpuEntry> name##_entries() {                             \
    static const GpuEntry entries[] = {RIDGELINE_MMA_ENTRY(name##_c4, 4),  \
                                       RIDGELINE_MMA_ENTRY(name##_c6, 6),  \
                                       RIDGELINE_MMA_ENTRY(name##_c8, 8)}; \
    return entries;                                                        \
  }
