// In-place update, 1:1: each word is loaded, its sign bit flipped, and stored where it came from.
// Exact, undone by the next pass, and a normal number stays one. Stores hit lines just loaded, so
// no write-allocate read comes on top.
#pragma once

#include "kernels/cpu/body.inl"

namespace ridgeline {
namespace {

template <class V>
std::uint64_t run_update(const Slice& slice, std::uint64_t passes) {
  constexpr std::size_t kBlock = V::kUpdateLines * kLine;
  std::byte* const base = first_array(slice);
  const std::size_t bytes = slice.elements * sizeof(std::uint64_t);
  std::byte* const blocks_end = base + bytes / kBlock * kBlock;
  std::byte* const end = base + bytes;
  const typename V::Register sign = V::sign();

  for (; passes != 0; --passes) {
    std::byte* p = base;
    for (; p != blocks_end; p += kBlock) {
#pragma GCC unroll 128
      for (std::size_t i = 0; i < kBlock / V::kBytes; ++i) {
        V::store(p + i * V::kBytes, V::combine(sign, V::load(p + i * V::kBytes)));
      }
    }
    for (; p != end; p += kLine) {
#pragma GCC unroll 8
      for (std::size_t i = 0; i < kLine / V::kBytes; ++i) {
        V::store(p + i * V::kBytes, V::combine(sign, V::load(p + i * V::kBytes)));
      }
    }
  }
  return first_and_last_word(base, bytes);
}

RIDGELINE_BASE_ISA inline std::uint64_t update_reference(const Slice& slice, std::uint64_t passes) {
  std::byte* const base = first_array(slice);
  for (; passes != 0; --passes) {
    for (std::size_t i = 0; i < slice.elements; ++i) {
      const std::uint64_t word = word_at(base + i * 8) ^ (std::uint64_t{1} << 63);
      std::memcpy(base + i * 8, &word, sizeof word);
    }
  }
  return first_and_last_word(base, slice.elements * 8);
}

template <class V>
constexpr Kernel update_row(std::string_view name, std::string_view path,
                            const InstructionSet& set) {
  Kernel row = common_row(name, path, set, {run_update<V>, update_reference, nullptr});
  row.family = Family::bandwidth;
  row.mix = "1:1";
  row.work = {.read = 8, .written = 8};
  row.element_bytes = 8;
  row.quantum = kLine / 8;
  return row;
}

}  // namespace
}  // namespace ridgeline
