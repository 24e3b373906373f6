// What kernels that store have in common: the walk over all arrays at once, and how they store.
// Array 0 is the one that is written. Each array has a pointer of its own, and every access is a
// pointer and a constant: with a common index, loads split from the operations they are fused with.
//
// An operation is a template over V: kArrays; a constructor that takes the pass's number, for
// constants in registers; value(pointers, offset), the vector to be stored at that offset.
#pragma once

#include "kernels/cpu/body.inl"

namespace ridgeline::kernels {
namespace {

// Ordinary stores: a line that is not in the caches is read before it is written to.
template <class V>
struct Ordinary {
  static constexpr bool kStreaming = false;
  static void store(std::byte* p, typename V::Register a) { V::store(p, a); }
  static void end_pass() {}
};

// Non-temporal stores pass the caches. Each line is written whole, one piece after the other, so
// that it leaves its write-combining buffer at once; the fence at the end of a pass waits for all.
template <class V>
struct NonTemporal {
  static constexpr bool kStreaming = true;
  static void store(std::byte* p, typename V::Register a) { V::stream(p, a); }
  static void end_pass() { V::fence(); }
};

// Lines between two branches, by the width of a vector in bytes. Tried on Emerald Rapids: 4 to 32
// lines move the same within 1 %, 1 or 2 lose up to a quarter in L1.
constexpr std::size_t block_lines(std::size_t vector) { return vector == 8 ? 4 : 8; }

// Vectors that are made before the first of them is stored. Tried there with 512 bits, in bytes a
// cycle: in L1 the triad moves 172.5 one by one, 173 to 175 in fours, 175 to 177 in eights; in L2
// 35.0, 35.0 and 34.4. Other operations and narrower vectors do not care.
constexpr std::size_t kTogether = 4;

template <std::size_t arrays>
[[gnu::always_inline]] inline void move_on(std::byte* (&at)[arrays], std::size_t bytes) {
#pragma GCC unroll 4
  for (auto& pointer : at) {
    pointer += bytes;
    asm volatile("" : "+r"(pointer));  // or the compiler would keep one pointer and distances
  }
}

template <std::size_t bytes, class V, class Operation, class Stores>
[[gnu::always_inline]] inline void stream_some(const Operation& operation,
                                               std::byte* (&at)[Operation::kArrays]) {
  constexpr std::size_t kGroup = bytes < kTogether * V::kBytes ? V::kBytes : kTogether * V::kBytes;
#pragma GCC unroll 128
  for (std::size_t group = 0; group < bytes; group += kGroup) {
    typename V::Register values[kTogether];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kGroup / V::kBytes; ++i) {
      values[i] = operation.value(at, group + i * V::kBytes);
    }
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kGroup / V::kBytes; ++i) {
      Stores::store(at[0] + group + i * V::kBytes, values[i]);
    }
  }
}

template <class V, class Operation, class Stores>
std::uint64_t run_stream(const Slice& slice, std::uint64_t passes) {
  constexpr std::size_t kBlock = block_lines(V::kBytes) * kLine;  // bytes between two branches
  const std::size_t bytes = slice.elements * sizeof(std::uint64_t);
  std::byte* const written = array_of(slice, 0);
  for (std::uint64_t pass = 0; pass != passes; ++pass) {
    const Operation operation(pass);
    std::byte* at[Operation::kArrays];
#pragma GCC unroll 4
    for (std::size_t k = 0; k < Operation::kArrays; ++k) at[k] = array_of(slice, k);
    // Counted: where both loops compare the same pointers, compilers join their ends, and what is
    // left are no loops that could be checked.
    for (std::size_t left = bytes / kBlock; left != 0; --left) {
      stream_some<kBlock, V, Operation, Stores>(operation, at);
      move_on(at, kBlock);
    }
    for (std::size_t left = bytes % kBlock / kLine; left != 0; --left) {
      stream_some<kLine, V, Operation, Stores>(operation, at);
      move_on(at, kLine);
    }
    Stores::end_pass();
  }
  return first_and_last_word(written, bytes);
}

// Work and mix are the operation's: per word read, written, and `allocated` by ordinary stores.
template <class V, class Operation, class Stores>
constexpr Kernel stream_row(std::string_view name, std::string_view path, const InstructionSet& set,
                            CpuEntry reference) {
  Kernel row = common_row(name, path, set, {run_stream<V, Operation, Stores>, reference, nullptr});
  row.family = Family::bandwidth;
  row.mix = Operation::kMix;
  row.work = Operation::kWork;
  if (Stores::kStreaming) row.work.allocated = 0;
  row.streaming = Stores::kStreaming;
  row.arrays = Operation::kArrays;
  row.element_bytes = 8;
  row.quantum = kLine / 8;
  return row;
}

}  // namespace
}  // namespace ridgeline::kernels
