// Copy, 1:1, from one array to another.
#pragma once

#include "kernels/cpu/memory/stream.inl"

namespace ridgeline::kernels {
namespace {

template <class V>
struct Copy {
  static constexpr std::size_t kArrays = 2;  // to, from
  static constexpr std::string_view kMix = "1:1";
  static constexpr Work kWork{.read = 8, .written = 8, .allocated = 8};

  explicit Copy(std::uint64_t) {}
  typename V::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    typename V::Register a = V::load(at[1] + offset);
    V::hide(a);  // or compilers join what is only passed on, and move two words at once
    return a;
  }
};

RIDGELINE_BASE_ISA inline std::uint64_t copy_reference(const Slice& slice, std::uint64_t passes) {
  std::byte* const to = array_of(slice, 0);
  const std::byte* const from = array_of(slice, 1);
  const std::size_t bytes = slice.elements * 8;
  for (; passes != 0; --passes) std::memcpy(to, from, bytes);
  return first_and_last_word(to, bytes);
}

template <class V, template <class> class Stores = Ordinary>
constexpr Kernel copy_row(std::string_view name, std::string_view path, const InstructionSet& set) {
  return stream_row<V, Copy<V>, Stores<V>>(name, path, set, copy_reference);
}

}  // namespace
}  // namespace ridgeline::kernels
