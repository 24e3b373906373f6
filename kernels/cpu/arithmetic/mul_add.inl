// Multiplications and additions without fusing, and additions alone, on numbers and on integers.
#pragma once

#include "kernels/cpu/arithmetic/arith.inl"
#include "kernels/cpu/arithmetic/map.inl"

namespace ridgeline::kernels {
namespace {

// x = x * a, then x = x + b. For integers a linear congruential generator.
template <class V>
struct MulAdd {
  using Register = typename V::Register;
  using T = typename V::Element;
  static constexpr std::size_t kChains = V::kMostChains;
  static constexpr double kOperations = 1;
  static constexpr bool kStored = kIsNumber<T>;

  Register a = V::opaque(kFactor<T>);
  Register b = V::opaque(kOffAddend<T>);

  Register start(Register x) const { return x; }
  Register apply(Register x, std::size_t step) const {
    return step % 2 == 0 ? V::mul(x, a) : V::add(x, b);
  }
  void next_pass() {}
  RIDGELINE_BASE_ISA static T begin(T x) { return x; }
  RIDGELINE_BASE_ISA static T expect(T x, const Place& at) {
    return at.step % 2 == 0 ? x * kFactor<T> : x + kOffAddend<T>;
  }
};

// x = x + c, then x = x + d. Numbers start near 1, and d is -c but for a few units in the last
// place: x grows slowly, until at 2 or 4 the difference no longer shows.
template <class V>
struct Add {
  using Register = typename V::Register;
  using T = typename V::Element;
  static constexpr std::size_t kChains = V::kChains;
  static constexpr double kOperations = 1;
  static constexpr bool kStored = false;  // few of a number's bits would be left

  Register c = V::opaque(kForth<T>);
  Register d = V::opaque(kBack<T>);

  Register start(Register x) const {
    if constexpr (!kIsNumber<T>) return x;
    return V::add(V::mul(x, V::opaque(kSmall<T>)), V::opaque(T{1}));
  }
  Register apply(Register x, std::size_t step) const { return V::add(x, step % 2 == 0 ? c : d); }
  void next_pass() {}
  RIDGELINE_BASE_ISA static T begin(T x) {
    if constexpr (!kIsNumber<T>) return x;
    return x * kSmall<T> + T{1};
  }
  RIDGELINE_BASE_ISA static T expect(T x, const Place& at) {
    return x + (at.step % 2 == 0 ? kForth<T> : kBack<T>);
  }
};

template <class V>
constexpr Kernel mul_add_row(std::string_view name, std::string_view path,
                             const InstructionSet& set) {
  const Kernel row = arith_row<V, MulAdd>(name, path, set);
  return kIsNumber<typename V::Element> ? lacking("FMA", row) : row;
}

template <class V>
constexpr Kernel add_row(std::string_view name, std::string_view path, const InstructionSet& set) {
  const Kernel row = arith_row<V, Add>(name, path, set);
  return kIsNumber<typename V::Element> ? lacking("FMA", row) : row;
}

}  // namespace
}  // namespace ridgeline::kernels
