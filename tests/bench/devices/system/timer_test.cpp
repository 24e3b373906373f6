// The timer's steps.
#include "bench/devices/system/timer.hpp"

#include <gtest/gtest.h>

namespace ridgeline::bench {
namespace {

TEST(Timer, StepIsPositiveAndFine) {
  const double step = timer_resolution();
  EXPECT_GT(step, 0);
  EXPECT_LT(step, 1e-3);
}

}  // namespace
}  // namespace ridgeline::bench
