// The arithmetic of the accumulating kernels (AArch64's fused multiply-add), on any processor:
// their results are not stored, so that no test of what a kernel leaves behind would see them leave
// the range where arithmetic has its usual speed.
#define RIDGELINE_BASE_ISA
#include "kernels/cpu/arithmetic/accumulate.inl"

#include <gtest/gtest.h>

#include <cmath>

namespace ridgeline::kernels {
namespace {

// A vector of one number.
template <class T>
struct One {
  using Register = T;
  using Element = T;
  static constexpr std::size_t kChains = 16, kMostChains = 24;
};

// From the start that `x` gives, for so many passes: in the range, and still moving at the end.
template <template <class> class Mix, class T>
void expect_near_one(T x) {
  const T first = Mix<One<T>>::begin(x);
  T value = first;
  for (std::uint64_t pass = 0; pass < 2'000'000; ++pass) {
    for (std::size_t step = 0; step < 2; ++step) {
      const T before = value;
      value = Mix<One<T>>::expect(value, {pass, step, 0});
      ASSERT_TRUE(value > T{0.5} && value < T{32}) << value << " from " << x << ", pass " << pass;
      ASSERT_NE(value, before) << "nothing added, from " << x << ", pass " << pass;
    }
  }
}

// Of billions of random normal numbers hardly one lies beyond 7.
template <class T>
class Accumulating : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(Accumulating, Numbers);

TYPED_TEST(Accumulating, FusedStaysNearOne) {
  for (const int x : {-7, -1, 0, 1, 7}) expect_near_one<Accumulate>(static_cast<TypeParam>(x));
}

TYPED_TEST(Accumulating, FusedAndAddedStaysNearOne) {
  for (const int x : {-7, -1, 0, 1, 7}) expect_near_one<AccumulateAdd>(static_cast<TypeParam>(x));
}

}  // namespace
}  // namespace ridgeline::kernels
