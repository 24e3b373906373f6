// Read, 1:0: every word is combined by XOR, which is exact and needs no order. Between two passes
// the sum goes through xorshift64 (Marsaglia 2003, shifts 13, 7, 17: period 2^64 - 1), so that the
// passes never cancel and one missing word shows after any number of them.
//
// Vectors are loaded in pairs, so that an instruction set with a three-way XOR needs one operation
// for two loads. V::kReadLines, the lines between two branches, was tried on Golden Cove. 512 bits:
// rounds of 4 lines read 125 B a cycle in L1 and 51 in L2, rounds of 16 117 and 49; it seems that a
// loop that delivers just two loads a cycle keeps the load ports evenly filled. Prefetches, two
// streams, other orders of lines bring nothing. Narrower vectors gain in L2 from long rounds.
#pragma once

#include "kernels/cpu/body.inl"

namespace ridgeline::kernels {
namespace {

template <class V>
std::uint64_t run_read(const Slice& slice, std::uint64_t passes) {
  constexpr std::size_t kBlock = V::kReadLines * kLine;  // bytes between two branches
  constexpr std::size_t kPairs = kBlock / V::kBytes / 2;
  constexpr std::size_t kSums = kPairs < 8 ? kPairs : 8;
  const std::byte* const base = first_array(slice);
  const std::size_t bytes = slice.elements * sizeof(std::uint64_t);
  const std::byte* const blocks_end = base + bytes / kBlock * kBlock;
  const std::byte* const end = base + bytes;

  typename V::Register state = V::zero();
  for (; passes != 0; --passes) {
    typename V::Register sum[kSums];
#pragma GCC unroll 8
    for (auto& s : sum) s = V::zero();
    const std::byte* p = base;
    for (; p != blocks_end; p += kBlock) {
#pragma GCC unroll 128
      for (std::size_t i = 0; i < kPairs; ++i) {
        const std::byte* const pair = p + 2 * i * V::kBytes;
        sum[i % kSums] = V::combine(sum[i % kSums], V::load(pair), V::load(pair + V::kBytes));
      }
    }
    for (; p != end; p += kLine) {
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kLine / V::kBytes; ++i) {
        sum[i % kSums] = V::combine(sum[i % kSums], V::load(p + i * V::kBytes));
      }
    }
#pragma GCC unroll 8
    for (const auto& s : sum) state = V::combine(state, s);
    state = V::scramble(state);
  }
  return V::fold(state);
}

RIDGELINE_BASE_ISA inline std::uint64_t read_reference(const Slice& slice, std::uint64_t passes) {
  const std::byte* const base = first_array(slice);
  std::uint64_t state = 0;
  for (; passes != 0; --passes) {
    for (std::size_t i = 0; i < slice.elements; ++i) state ^= word_at(base + i * 8);
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
  }
  return state;
}

template <class V>
constexpr Kernel read_row(std::string_view name, std::string_view path, const InstructionSet& set) {
  Kernel row = common_row(name, path, set, {run_read<V>, read_reference, nullptr});
  row.family = Family::bandwidth;
  row.mix = "1:0";
  row.work = {.read = 8};
  row.element_bytes = 8;
  row.quantum = kLine / 8;
  return row;
}

}  // namespace
}  // namespace ridgeline::kernels
