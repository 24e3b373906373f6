// Warp-wide matrix products D = D + A x B (mma.sync) as the host sees them: the shape of a tile,
// where operands lie in memory, and what a whole launch has to leave behind.
#pragma once

#include "kernels/gpu/backend.hpp"

namespace ridgeline::kernels {

// Operands are tiles one behind the other: in each half of the buffer first all of A, row by row,
// then all of B, column by column. Warp w multiplies tile w % kMmaTiles. Its A is of the first
// half; its B alternates between the halves, which have opposite signs in timed runs
// (operands.hpp): sums come back to where they were, however long it runs, and no two products in a
// row are the same.
inline constexpr std::uint32_t kMmaTiles = 16;

struct MmaShape {
  Precision precision = Precision::none, accumulate = Precision::none;
  int rows = 0, depth = 0;  // of A; B and D have 8 columns
  int container_bits = 0;   // of a number in memory
  int word_bytes = 0;       // that a thread loads at once
  int accumulator_bytes = 0;
  int steps = 32;  // products of each accumulator in one pass, half of them by each B

  constexpr std::uint32_t words_per_line() const {  // a row of A, a column of B
    return static_cast<std::uint32_t>(depth * container_bits / 8 / word_bytes);
  }
  constexpr std::uint32_t half_words() const {
    return kMmaTiles * static_cast<std::uint32_t>(rows + 8) * words_per_line();
  }
  constexpr std::uint32_t operand_bytes() const {
    return 2 * half_words() * static_cast<std::uint32_t>(word_bytes);
  }
  constexpr int outputs() const { return rows * 8; }  // numbers in D
};

// D at the start: 0 .. 7, made from the bits of one of the operands' words, so that accumulators
// differ from one another in a way that no compiler can know.
constexpr std::uint32_t mma_start(std::uint64_t word) {
  return static_cast<std::uint32_t>(word ^ word >> 32) * 0x9E3779B1u >> 29;
}

// Leaves D of every warp and accumulator, row by row: ((warp x in_flight) + accumulator) x outputs.
// Exact for operands whose sums are exact in D's format in any order, as small integers' are.
void mma_reference(const GpuArgs& args, const MmaShape& shape);

}  // namespace ridgeline::kernels
