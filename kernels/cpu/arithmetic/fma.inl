// Fused multiply-add: by itself, in turn with additions, and as one chain without parallelism.
// Latency x pipes is 4 x 2 on Golden Cove and Zen 5, 5 x 2 on older cores. With additions Zen 5 has
// four operations of 3 cycles on average under way, 12 chains; Golden Cove with 256 bits three of
// nearly 4, on ports that are not always chosen well: 14 chains make 2.85 a cycle, 24 would make 3
// (assembly probe on Raptor Cove), but there are 16 registers. With all registers in use g++ leaves
// each chain where it is; with fewer chains it moves some about at the end of a round.
#pragma once

#include "kernels/cpu/arithmetic/arith.inl"
#include "kernels/cpu/arithmetic/map.inl"

namespace ridgeline::kernels {
namespace {

template <class V, std::size_t chains>
struct FmaChains {
  using Register = typename V::Register;
  using T = typename V::Element;
  static constexpr std::size_t kChains = chains;
  static constexpr double kOperations = 2;
  static constexpr bool kStored = true;

  Register a = V::opaque(kFactor<T>);
  Register b = V::opaque(kAddend<T>);

  Register start(Register x) const { return x; }
  Register apply(Register x, std::size_t) const { return V::fma(x, a, b); }
  void next_pass() {}
  RIDGELINE_BASE_ISA static T begin(T x) { return x; }
  RIDGELINE_BASE_ISA static T expect(T x, const Place&) { return map_once(x); }
};

template <class V>
using Fma = FmaChains<V, V::kChains>;
template <class V>
using OneFma = FmaChains<V, 1>;

// x = x * a + b, then x = x + b, b being half of the map's constant: two constants leave room for
// one chain more than three.
template <class V>
struct FmaAdd {
  using Register = typename V::Register;
  using T = typename V::Element;
  static constexpr std::size_t kChains = V::kMostChains;
  static constexpr double kOperations = 1.5;
  static constexpr bool kStored = true;
  static constexpr T kHalf = kOffAddend<T> / 2;

  Register a = V::opaque(kFactor<T>);
  Register b = V::opaque(kHalf);

  Register start(Register x) const { return x; }
  Register apply(Register x, std::size_t step) const {
    return step % 2 == 0 ? V::fma(x, a, b) : V::add(x, b);
  }
  void next_pass() {}
  RIDGELINE_BASE_ISA static T begin(T x) { return x; }
  RIDGELINE_BASE_ISA static T expect(T x, const Place& at) {
    return at.step % 2 == 0 ? fused(x, kFactor<T>, kHalf) : x + kHalf;
  }
};

template <class V>
constexpr Kernel fma_row(std::string_view name, std::string_view path, const InstructionSet& set) {
  return arith_row<V, Fma>(name, path, set);
}

template <class V>
constexpr Kernel fma_add_row(std::string_view name, std::string_view path,
                             const InstructionSet& set) {
  return arith_row<V, FmaAdd>(name, path, set);
}

template <class V>
constexpr Kernel one_fma_row(std::string_view name, std::string_view path,
                             const InstructionSet& set) {
  return lacking("ILP", arith_row<V, OneFma>(name, path, set));
}

}  // namespace
}  // namespace ridgeline::kernels
