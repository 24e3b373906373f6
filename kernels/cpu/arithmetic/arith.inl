// Arithmetic from registers, the driver of all compute kernels: as many independent chains as the
// mix of operations asks for, so that latency x pipes is covered. The accumulators come from the
// slice, all different, or the compiler would merge equal chains.
//
// A mix is a template over V. Its constants are members, in registers:
//   kChains, kOperations      vectors under way; what one step costs a lane, on average
//   kStored                   results go back into the slice: only where they stay normal numbers
//   start(x), apply(x, step)  what is made of a loaded vector, and a step; chain i is i steps
//   ahead,
//                             so that the operations of a mix are spread evenly
//   next_pass()               what changes from pass to pass
//   begin(x), expect(x, at)   the same on one number, in plain C++
#pragma once

#include "kernels/cpu/body.inl"

namespace ridgeline::kernels {
namespace {

constexpr std::size_t kSteps = 16;  // of each chain between two branches: one pass

// Where in its work one number is.
struct Place {
  std::uint64_t pass = 0;
  std::size_t step = 0, lane = 0;
};

// The result: `bytes`, a multiple of two, as 8-byte words, the last one filled up with zeros.
// Their order counts, so that equal chains do not cancel each other.
[[gnu::always_inline]] RIDGELINE_BASE_ISA inline std::uint64_t sum_of_words(const std::byte* from,
                                                                            std::size_t bytes) {
  std::uint64_t sum = 0;
  std::uint64_t word = 0;
  for (std::size_t at = 0; at < bytes; at += 2) {
    std::uint16_t piece = 0;
    std::memcpy(&piece, from + at, sizeof piece);
    word |= std::uint64_t{piece} << (at % 8 * 8);
    if (at % 8 != 6 && at + 2 < bytes) continue;
    sum = ((sum << 7) | (sum >> 57)) ^ word;
    word = 0;
  }
  return sum;
}

template <class V, template <class> class Mix>
std::uint64_t run_arith(const Slice& slice, std::uint64_t passes) {
  constexpr std::size_t kChains = Mix<V>::kChains;
  std::byte* const base = first_array(slice);
  Mix<V> mix;
  typename V::Register x[kChains];
#pragma GCC unroll 32
  for (std::size_t i = 0; i < kChains; ++i) {
    x[i] = mix.start(V::load(base + i * V::kBytes));
    V::hide(x[i]);
  }
  for (; passes != 0; --passes) {
#pragma GCC unroll 32
    for (std::size_t step = 0; step < kSteps; ++step) {
#pragma GCC unroll 32
      for (std::size_t i = 0; i < kChains; ++i) {
        x[i] = mix.apply(x[i], step + i);
        V::hide(x[i]);  // each step stays one of its own, and where it stands
      }
    }
    mix.next_pass();
  }
  alignas(kLine) std::byte results[kChains * V::kBytes];
#pragma GCC unroll 32
  for (std::size_t i = 0; i < kChains; ++i) V::store(results + i * V::kBytes, x[i]);
  // In memory, or single numbers would leave the loop, even run in it, as bits of general
  // registers.
  asm volatile("" : : "r"(results) : "memory");
  if (Mix<V>::kStored) std::memcpy(base, results, sizeof results);
  return sum_of_words(results, sizeof results);
}

template <class V, template <class> class Mix>
RIDGELINE_BASE_ISA std::uint64_t arith_reference(const Slice& slice, std::uint64_t passes) {
  using T = typename V::Element;
  std::byte* const base = first_array(slice);
  constexpr std::size_t kLanes = V::kBytes / sizeof(T);
  T results[Mix<V>::kChains * kLanes];
  std::memcpy(results, base, sizeof results);
  for (std::size_t i = 0; i < Mix<V>::kChains * kLanes; ++i) {
    T x = Mix<V>::begin(results[i]);
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
      for (std::size_t step = 0; step < kSteps; ++step) {
        x = Mix<V>::expect(x, {pass, step + i / kLanes, i % kLanes});
      }
    }
    results[i] = x;
  }
  if (Mix<V>::kStored) std::memcpy(base, results, sizeof results);
  return sum_of_words(reinterpret_cast<const std::byte*>(results), sizeof results);
}

template <class V, template <class> class Mix>
constexpr Kernel arith_row(std::string_view name, std::string_view path,
                           const InstructionSet& set) {
  using T = typename V::Element;
  Kernel row = common_row(name, path, set, {run_arith<V, Mix>, arith_reference<V, Mix>, nullptr});
  row.family = Family::compute;
  row.precision = V::kPrecision;
  row.work = {.operations = kSteps * Mix<V>::kOperations};
  row.element_bytes = sizeof(T);
  row.quantum = Mix<V>::kChains * V::kBytes / sizeof(T);
  return row;
}

// A row of what stays below the hardware's best for want of a technique, however wide it is.
constexpr Kernel lacking(std::string_view technique, Kernel row) {
  row.role = Role::secondary;
  row.lacks = technique;
  return row;
}

}  // namespace
}  // namespace ridgeline::kernels
