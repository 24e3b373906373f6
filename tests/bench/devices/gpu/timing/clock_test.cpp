// The SM clock from readings before and after.
#include "bench/devices/gpu/timing/clock.hpp"

#include <gtest/gtest.h>

namespace ridgeline::bench::gpu {
namespace {

TEST(GpuClock, IsTheMedianOfSmsReadTwice) {
  std::vector<kernels::ClockReading> before{{100, 1000}, {0, 0}, {500, 1000}, {7, 1000}};
  std::vector<kernels::ClockReading> after{{2100, 2000}, {9, 2000}, {1500, 2000}, {3007, 2000}};
  EXPECT_DOUBLE_EQ(clock_between(before, after), 2e9);
  after[0] = {};            // one that was not read the second time
  after[3] = {3007, 1000};  // no time passed
  EXPECT_DOUBLE_EQ(clock_between(before, after), 1e9);
  EXPECT_EQ(clock_between({}, {}), 0);
}

}  // namespace
}  // namespace ridgeline::bench::gpu
