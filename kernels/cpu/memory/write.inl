// Write, 0:1: the same word all over the array, another one in each pass.
#pragma once

#include "kernels/cpu/memory/stream.inl"

namespace ridgeline::kernels {
namespace {

// A pair of fp32 from 1 to 2, and as fp64 a number near 2^-7: normal either way. The significands
// are the pass's number, so that a pass left out shows in what the last one leaves behind.
RIDGELINE_BASE_ISA constexpr std::uint64_t pattern_of(std::uint64_t pass) {
  constexpr std::uint64_t kOnes = 0x3f80'0000'3f80'0000, kBoth = 0x1'0000'0001;
  return kOnes | (pass & 0x7f'ffff) * kBoth;
}

template <class V>
struct Write {
  static constexpr std::size_t kArrays = 1;
  static constexpr std::string_view kMix = "0:1";
  static constexpr Work kWork{.written = 8, .allocated = 8};

  explicit Write(std::uint64_t pass) : pattern(V::all(pattern_of(pass))) {}
  typename V::Register value(std::byte* const (&)[kArrays], std::size_t) const { return pattern; }

  typename V::Register pattern;
};

RIDGELINE_BASE_ISA inline std::uint64_t write_reference(const Slice& slice, std::uint64_t passes) {
  std::byte* const base = array_of(slice, 0);
  for (std::uint64_t pass = 0; pass != passes; ++pass) {
    const std::uint64_t word = pattern_of(pass);
    for (std::size_t i = 0; i < slice.elements; ++i) std::memcpy(base + i * 8, &word, sizeof word);
  }
  return first_and_last_word(base, slice.elements * 8);
}

template <class V, template <class> class Stores = Ordinary>
constexpr Kernel write_row(std::string_view name, std::string_view path,
                           const InstructionSet& set) {
  return stream_row<V, Write<V>, Stores<V>>(name, path, set, write_reference);
}

}  // namespace
}  // namespace ridgeline::kernels
