// What a kernel on the tiles of tensor/tiles.cuh has to leave: plain matrix products of the operand
// matrices as they lie in memory. Exact for small integers, which is what verification uses.
#pragma once

#include <cuda_fp16.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kernels/cuda/tensor/tiles.cuh"
#include "kernels/gpu/backend.hpp"
#include "kernels/gpu/operands.hpp"

namespace ridgeline::kernels {

// Numbers in a line's 128 bytes, as fill_operands() lays them.
constexpr std::size_t numbers_per_line(Precision precision) {
  switch (precision) {
    case Precision::tf32:
      return kLineBytes / 4;
    case Precision::fp16:
    case Precision::bf16:
      return kLineBytes / 2;
    case Precision::fp4:
      return kLineBytes * 2;
    default:
      return kLineBytes;
  }
}

// Bytes of one element of D, as it is kept and as it is written to `result`.
constexpr std::uint32_t accumulator_bytes(Precision accumulate) {
  return accumulate == Precision::fp16 ? 2 : 4;
}

// The lines of both halves added up, number by number: X_0 + X_1.
inline std::vector<double> sum_of_halves(Precision precision, const unsigned char* operands,
                                         std::uint32_t half, std::uint32_t first_line,
                                         std::uint32_t lines) {
  const std::size_t per_line = numbers_per_line(precision);
  const auto* bytes = reinterpret_cast<const std::byte*>(operands);
  std::vector<double> sum(lines * per_line);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const std::size_t at = first_line * per_line + i;
    sum[i] = operand_at(precision, bytes, at) + operand_at(precision, bytes + half, at);
  }
  return sum;
}

// (A_0 + A_1) (B_0 + B_1), row by row: what one pass adds to every accumulator.
inline std::vector<double> product_of_pass(Precision precision, const unsigned char* operands,
                                           std::uint32_t rows, std::uint32_t columns) {
  const std::uint32_t half = half_bytes(rows, columns);
  const std::vector<double> a = sum_of_halves(precision, operands, half, 0, rows);
  const std::vector<double> b = sum_of_halves(precision, operands, half, rows, columns);
  const std::size_t depth = numbers_per_line(precision);
  std::vector<double> product(std::size_t{rows} * columns);
  for (std::size_t at = 0; at < product.size(); ++at) {
    const double* row = &a[at / columns * depth];
    const double* column = &b[at % columns * depth];
    for (std::size_t k = 0; k < depth; ++k) product[at] += row[k] * column[k];
  }
  return product;
}

inline void store_accumulator(Precision accumulate, double value, unsigned char* to) {
  if (accumulate == Precision::fp16) {
    const __half half = __double2half(value);
    std::memcpy(to, &half, sizeof half);
  } else if (accumulate == Precision::int32) {
    // As the hardware does, modulo 2^32.
    const auto integer = static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
    std::memcpy(to, &integer, sizeof integer);
  } else {
    const auto single = static_cast<float>(value);
    std::memcpy(to, &single, sizeof single);
  }
}

// The accumulators of the launch, one after the other, each row by row.
template <Precision precision, Precision accumulate, std::uint32_t rows, std::uint32_t columns>
void tile_reference(const GpuArgs& args, std::uint32_t tiles) {
  const std::vector<double> product = product_of_pass(precision, args.arrays[0], rows, columns);
  const auto passes = static_cast<double>(args.passes);
  unsigned char* to = args.result;
  for (std::uint32_t tile = 0; tile < tiles; ++tile) {
    for (std::uint32_t at = 0; at < rows * columns; ++at) {
      const std::uint32_t start =
          start_value<columns>(args.arrays[0], tile, at / columns, at % columns);
      store_accumulator(accumulate, start + passes * product[at], to);
      to += accumulator_bytes(accumulate);
    }
  }
}

}  // namespace ridgeline::kernels
