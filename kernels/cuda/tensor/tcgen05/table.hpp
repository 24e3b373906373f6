// A row of a tcgen05 family's table. What one thread does of a product is a 128th of it.
#pragma once

#include <span>
#include <string_view>

#include "kernels/cuda/family.hpp"
#include "kernels/cuda/tensor/row.hpp"
#include "kernels/cuda/tensor/tcgen05/multiply.cuh"

namespace ridgeline::kernels {

template <class Type, std::uint32_t N>
void tcgen05_reference(const GpuArgs& args) {
  tile_reference<Type::kIn, Type::kOut, kTcgen05Rows, N>(args, args.blocks * args.in_flight);
}

template <class Type, std::uint32_t N>
const GpuBackend* tcgen05_backend(std::span<const GpuEntry> entries) {
  static const GpuBackend made{
      .entries = entries,
      .reference = tcgen05_reference<Type, N>,
      .fill = GpuFill::operands,
      .operand_bytes = operand_bytes(kTcgen05Rows, N),
      .shared_bytes = operand_bytes(kTcgen05Rows, N) + kPatternBytes + sizeof(Tcgen05Control),
      .alone = true,
      .carve_out = 100,
      .result_bytes_per_thread = 0,
      .result_bytes_per_chain = kTcgen05Rows * N * accumulator_bytes(Type::kOut) / kTcgen05Threads};
  return &made;
}

template <class Type, std::uint32_t N>
Kernel tcgen05_row(std::string_view name, std::string_view path, std::span<const Shape> shapes,
                   std::span<const GpuEntry> entries) {
  // Each number of a line is multiplied and added once per row and column and pair of tiles.
  constexpr double kOperations = 2.0 * kTcgen05Rows * N * numbers_per_line(Type::kIn) * kTilePairs;
  return tensor_row(name, path, Type::kIn, Type::kOut, kOperations, kTcgen05Threads, kNeeds, shapes,
                    tcgen05_backend<Type, N>(entries));
}

}  // namespace ridgeline::kernels
