// In-place updates: exact, undone by the next pass, and a normal number stays one. Stores hit lines
// just loaded, so no write-allocate read comes on top.
//   1:1  a = a with its sign bit flipped
//   2:1  a ^= b, but for the bits of exponents
#pragma once

#include "kernels/cpu/memory/stream.inl"

namespace ridgeline::kernels {
namespace {

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
// Neither an fp64's exponent nor those of two fp32: an XOR of exponents could make any, so also
// infinities and subnormal numbers.
constexpr std::uint64_t kToggled = 0x800f'ffff'807f'ffff;

template <class V>
struct Update {
  static constexpr std::size_t kArrays = 1;
  static constexpr std::string_view kMix = "1:1";
  static constexpr Work kWork{.read = 8, .written = 8};

  explicit Update(std::uint64_t) : sign(V::all(kSign)) {}
  typename V::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    return V::combine(sign, V::load(at[0] + offset));
  }

  typename V::Register sign;
};

template <class V>
struct UpdateBy {
  static constexpr std::size_t kArrays = 2;  // a, b
  static constexpr std::string_view kMix = "2:1";
  static constexpr Work kWork{.read = 16, .written = 8};

  explicit UpdateBy(std::uint64_t) : toggled(V::all(kToggled)) {}
  typename V::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    return V::toggle(V::load(at[0] + offset), V::load(at[1] + offset), toggled);
  }

  typename V::Register toggled;
};

RIDGELINE_BASE_ISA inline std::uint64_t update_reference(const Slice& slice, std::uint64_t passes) {
  std::byte* const base = array_of(slice, 0);
  for (; passes != 0; --passes) {
    for (std::size_t i = 0; i < slice.elements; ++i) {
      const std::uint64_t word = word_at(base + i * 8) ^ kSign;
      std::memcpy(base + i * 8, &word, sizeof word);
    }
  }
  return first_and_last_word(base, slice.elements * 8);
}

RIDGELINE_BASE_ISA inline std::uint64_t update_by_reference(const Slice& slice,
                                                            std::uint64_t passes) {
  std::byte* const base = array_of(slice, 0);
  const std::byte* const by = array_of(slice, 1);
  for (; passes != 0; --passes) {
    for (std::size_t i = 0; i < slice.elements; ++i) {
      const std::uint64_t word = word_at(base + i * 8) ^ (word_at(by + i * 8) & kToggled);
      std::memcpy(base + i * 8, &word, sizeof word);
    }
  }
  return first_and_last_word(base, slice.elements * 8);
}

template <class V>
constexpr Kernel update_row(std::string_view name, std::string_view path,
                            const InstructionSet& set) {
  return stream_row<V, Update<V>, Ordinary<V>>(name, path, set, update_reference);
}

template <class V>
constexpr Kernel update_by_row(std::string_view name, std::string_view path,
                               const InstructionSet& set) {
  return stream_row<V, UpdateBy<V>, Ordinary<V>>(name, path, set, update_by_reference);
}

}  // namespace
}  // namespace ridgeline::kernels
