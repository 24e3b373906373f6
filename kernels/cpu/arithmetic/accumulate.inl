// Fused multiply-add where an instruction adds its product to the accumulator, in place (NEON's
// FMLA). x * a + b would cost a move beside each one, so that here x is what is added to: by a * c,
// and back by as much but for a few units in the last place. Numbers start near 1, as in additions
// alone (map.inl), and grow slowly, until at 8 to 16 the difference no longer shows.
//
// One chain waits for the addition alone on cores that hand an accumulator on late (Neoverse: 2
// cycles instead of 4).
#pragma once

#include "kernels/cpu/arithmetic/arith.inl"
#include "kernels/cpu/arithmetic/map.inl"

namespace ridgeline::kernels {
namespace {

template <class T>
constexpr T kScale = kAddend<T>;  // near 2, of a full product with what it scales

template <class T>
RIDGELINE_BASE_ISA T near_one(T x) {
  return x * kSmall<T> + T{1};
}

template <class V, std::size_t chains>
struct AccumulateChains {
  using Register = typename V::Register;
  using T = typename V::Element;
  static constexpr std::size_t kChains = chains;
  static constexpr double kOperations = 2;
  static constexpr bool kStored = false;  // few of a number's bits would be left

  Register a = V::opaque(kScale<T>);
  Register c = V::opaque(kForth<T>);
  Register d = V::opaque(kBack<T>);

  Register start(Register x) const {
    return V::add(V::mul(x, V::opaque(kSmall<T>)), V::opaque(T{1}));
  }
  Register apply(Register x, std::size_t step) const { return V::fma(a, step % 2 == 0 ? c : d, x); }
  void next_pass() {}
  RIDGELINE_BASE_ISA static T begin(T x) { return near_one(x); }
  RIDGELINE_BASE_ISA static T expect(T x, const Place& at) {
    return fused(kScale<T>, at.step % 2 == 0 ? kForth<T> : kBack<T>, x);
  }
};

template <class V>
using Accumulate = AccumulateChains<V, V::kChains>;
template <class V>
using OneAccumulate = AccumulateChains<V, 1>;

// The way forth fused, the way back by an addition.
template <class V>
struct AccumulateAdd {
  using Register = typename V::Register;
  using T = typename V::Element;
  static constexpr std::size_t kChains = V::kMostChains;
  static constexpr double kOperations = 1.5;
  static constexpr bool kStored = false;
  static constexpr T kBackAtOnce = 8 * kUnit<T> - kScale<T> * kForth<T>;

  Register a = V::opaque(kScale<T>);
  Register c = V::opaque(kForth<T>);
  Register d = V::opaque(kBackAtOnce);

  Register start(Register x) const {
    return V::add(V::mul(x, V::opaque(kSmall<T>)), V::opaque(T{1}));
  }
  Register apply(Register x, std::size_t step) const {
    return step % 2 == 0 ? V::fma(a, c, x) : V::add(x, d);
  }
  void next_pass() {}
  RIDGELINE_BASE_ISA static T begin(T x) { return near_one(x); }
  RIDGELINE_BASE_ISA static T expect(T x, const Place& at) {
    return at.step % 2 == 0 ? fused(kScale<T>, kForth<T>, x) : x + kBackAtOnce;
  }
};

template <class V>
constexpr Kernel accumulate_row(std::string_view name, std::string_view path,
                                const InstructionSet& set) {
  return arith_row<V, Accumulate>(name, path, set);
}

template <class V>
constexpr Kernel accumulate_add_row(std::string_view name, std::string_view path,
                                    const InstructionSet& set) {
  return arith_row<V, AccumulateAdd>(name, path, set);
}

template <class V>
constexpr Kernel one_accumulate_row(std::string_view name, std::string_view path,
                                    const InstructionSet& set) {
  return lacking("ILP", arith_row<V, OneAccumulate>(name, path, set));
}

}  // namespace
}  // namespace ridgeline::kernels
