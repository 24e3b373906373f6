// Clock events as people read them.
#include "bench/devices/gpu/sensors.hpp"

#include <gtest/gtest.h>

namespace ridgeline::bench::gpu {
namespace {

TEST(ClockEvents, HaveNames) {
  EXPECT_EQ(clock_events_text(0), "none");
  EXPECT_EQ(clock_events_text(clock_event::kPowerCap | clock_event::kThermal),
            "power cap, thermal slowdown");
}

}  // namespace
}  // namespace ridgeline::bench::gpu
