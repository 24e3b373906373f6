// Fused multiply-add, one precision, from registers: as many independent chains as registers
// allow, so that latency x pipes is covered (4 x 2 on Golden Cove and Zen 5, 5 x 2 on older ones).
// The accumulators come from the slice, all different, or the compiler would merge equal chains;
// they go back to it, which leaves every operation's result to be seen.
#pragma once

#include "kernels/cpu/map.inl"

namespace ridgeline {
namespace {

constexpr std::uint64_t kFmaSteps = 16;  // FMAs of each chain between two branches

template <class V>
std::uint64_t run_fma(const Slice& slice, std::uint64_t passes) {
  std::byte* const base = first_array(slice);
  const typename V::Register a = V::opaque(kFactor<typename V::Element>);
  const typename V::Register b = V::opaque(kAddend<typename V::Element>);
  typename V::Register x[V::kChains];
#pragma GCC unroll 32
  for (std::size_t i = 0; i < V::kChains; ++i) x[i] = V::load(base + i * V::kBytes);
  for (; passes != 0; --passes) {
#pragma GCC unroll 32
    for (std::uint64_t step = 0; step < kFmaSteps; ++step) {
#pragma GCC unroll 32
      for (auto& chain : x) chain = V::fma(chain, a, b);
    }
  }
#pragma GCC unroll 32
  for (std::size_t i = 0; i < V::kChains; ++i) V::store(base + i * V::kBytes, x[i]);
  std::uint64_t checksum = 0;
  for (std::size_t at = 0; at < V::kChains * V::kBytes; at += 8) checksum ^= word_at(base + at);
  return checksum;
}

template <class T>
RIDGELINE_BASE_ISA std::uint64_t fma_reference(const Slice& slice, std::uint64_t passes) {
  std::byte* const base = first_array(slice);
  const std::size_t bytes = slice.elements * sizeof(T);
  for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
    map_element<T>(base + at, passes * kFmaSteps);
  }
  std::uint64_t checksum = 0;
  for (std::size_t at = 0; at < bytes; at += 8) checksum ^= word_at(base + at);
  return checksum;
}

template <class V>
constexpr Kernel fma_row(std::string_view name, std::string_view path, const InstructionSet& set) {
  using T = typename V::Element;
  Kernel row = common_row(name, path, set, {run_fma<V>, fma_reference<T>, nullptr});
  row.family = Family::compute;
  row.precision = V::kPrecision;
  row.work = {.operations = 2.0 * kFmaSteps};
  row.element_bytes = sizeof(T);
  row.quantum = V::kChains * V::kBytes / sizeof(T);
  return row;
}

}  // namespace
}  // namespace ridgeline
