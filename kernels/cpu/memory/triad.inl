// Triad, 2:1: a = b + s * c in fp64, one rounding, from two arrays into a third. What was in a
// does not matter, so that the values stay what they are over any number of passes.
#pragma once

#include "kernels/cpu/memory/stream.inl"

namespace ridgeline::kernels {
namespace {

// Small, as one case's a is another one's b: these may add up over some hundreds of cases. Its
// significand is full (2/3), so that no s * c cancels b: a is never zero.
constexpr double kTriadScale = 0x1.5555555555555p-10;

template <class V>
struct Triad {
  static constexpr std::size_t kArrays = 3;  // a, b, c
  static constexpr std::string_view kMix = "2:1";
  static constexpr Work kWork{.read = 16, .written = 8, .allocated = 8, .operations = 2};

  explicit Triad(std::uint64_t) : scale(V::opaque(kTriadScale)) {}
  typename V::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    return V::fma(V::load(at[2] + offset), scale, V::load(at[1] + offset));
  }

  typename V::Register scale;
};

RIDGELINE_BASE_ISA inline std::uint64_t triad_reference(const Slice& slice, std::uint64_t passes) {
  std::byte* const to = array_of(slice, 0);
  for (; passes != 0; --passes) {
    for (std::size_t i = 0; i < slice.elements; ++i) {
      double b = 0, c = 0;
      std::memcpy(&b, array_of(slice, 1) + i * sizeof b, sizeof b);
      std::memcpy(&c, array_of(slice, 2) + i * sizeof c, sizeof c);
      const double a = __builtin_fma(c, kTriadScale, b);
      std::memcpy(to + i * sizeof a, &a, sizeof a);
    }
  }
  return first_and_last_word(to, slice.elements * sizeof(double));
}

template <class V, template <class> class Stores = Ordinary>
constexpr Kernel triad_row(std::string_view name, std::string_view path,
                           const InstructionSet& set) {
  return stream_row<V, Triad<V>, Stores<V>>(name, path, set, triad_reference);
}

}  // namespace
}  // namespace ridgeline::kernels
