// What all kernel bodies share. A file of kernels/cpu includes bodies once and is compiled for one
// instruction set, so everything here is local to it: no inline function, standard ones included,
// may leave a copy of wide machine code that the linker could pick for the whole program.
//
// A body is a template over V, the instruction set's vector, which each file defines:
//   Register, kBytes, load(address), store(address, register)                     all
//   kReadLines, zero(), combine(a, b), combine(a, b, c), scramble(a), fold(a)     bits (read)
//   all(word), combine(a, b), toggle(a, b, mask)                                  bits (update)
//   hide(x)                                                                       bits (copy)
//   stream(address, register), fence()                                            non-temporal
//   Element, kPrecision, kChains, opaque(value), hide(x), fma(x, a, b)            numbers
//   kMostChains (beside two constants), mul(x, a), add(x, a)                      numbers, integers
#pragma once

#include <cstring>
#include <numeric>

#include "kernels/isa/isa.hpp"
#include "kernels/kernel.hpp"

namespace ridgeline::kernels {
namespace {

constexpr std::size_t kLine = 64;  // bytes; arrays start on a line

// What a table's rows have in common.
struct InstructionSet {
  std::uint32_t features;  // bits of isa.hpp that its kernels need
  std::uint16_t vector_bits;
  bool widest;  // nothing wider is known on this architecture
};

// The first array's start. Not std::array's operator[]: unoptimised, that would be a weak function.
[[gnu::always_inline]] RIDGELINE_BASE_ISA inline std::byte* first_array(const Slice& slice) {
  std::byte* first = nullptr;
  std::memcpy(&first, &slice.arrays, sizeof first);
  return first;
}

[[gnu::always_inline]] RIDGELINE_BASE_ISA inline std::uint64_t word_at(const std::byte* address) {
  std::uint64_t word = 0;
  std::memcpy(&word, address, sizeof word);
  return word;
}

// The start of any array.
[[gnu::always_inline]] RIDGELINE_BASE_ISA inline std::byte* array_of(const Slice& slice,
                                                                     std::size_t array) {
  std::byte* start = nullptr;
  const auto* arrays = reinterpret_cast<const std::byte*>(&slice.arrays);
  std::memcpy(&start, arrays + array * sizeof start, sizeof start);
  return start;
}

// The result of kernels whose work stays in memory, where the verification compares every bit.
[[gnu::always_inline]] RIDGELINE_BASE_ISA inline std::uint64_t first_and_last_word(
    const std::byte* base, std::size_t bytes) {
  if (bytes == 0) return 0;
  return word_at(base) ^ word_at(base + bytes - sizeof(std::uint64_t));
}

constexpr Kernel common_row(std::string_view name, std::string_view path, const InstructionSet& set,
                            const CpuBackend& backend) {
  return Kernel{.name = name,
                .mix = {},
                .path = path,
                .level = {},
                .vector_bits = set.vector_bits,
                .role = set.widest ? Role::primary : Role::secondary,
                .lacks = set.widest ? "" : "SIMD width",
                .needs = {.cpu_features = set.features},
                .work = {},
                .backend = backend};
}

}  // namespace
}  // namespace ridgeline::kernels
