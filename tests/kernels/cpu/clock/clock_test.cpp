// The measured core clock: plausible, and defined for any number of steps.
#include "kernels/cpu/clock/clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/isa/isa.hpp"

namespace ridgeline::kernels {
namespace {

// Processors of this century run between these; an order of magnitude shows a broken chain.
TEST(Clock, IsPlausible) {
  double adds = 0;
  double multiplications = 0;
  for (int i = 0; i < 20; ++i) {  // the fastest: interruptions only make a chain slower
    adds = std::max(adds, core_clock_hz());
    multiplications = std::max(multiplications, core_clock_by_multiplication_hz());
  }
  if ((host_features() & (isa::kX86 | isa::kNeon)) == 0) {
    EXPECT_EQ(adds, 0);
    return;
  }
  EXPECT_GT(adds, 0.5e9);
  EXPECT_LT(adds, 8e9);
  EXPECT_GT(multiplications, 0.5e9);
  EXPECT_LT(multiplications, 8e9);
}

TEST(Clock, TakesFewStepsAndNone) {
  EXPECT_GE(core_clock_hz(0), 0);
  EXPECT_GE(core_clock_hz(1), 0);
  EXPECT_GE(core_clock_by_multiplication_hz(1), 0);
}

}  // namespace
}  // namespace ridgeline::kernels
