// What was odd about a repetition, and nothing else.
#include "bench/devices/gpu/timing/flags.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ridgeline::bench::gpu {
namespace {

TEST(GpuFlags, EachHasItsCause) {
  GpuTiming good;
  good.seconds = 5e-3;
  good.clock_hz = 1.9e9;
  good.watch.readings = 5;
  good.watch.sm_clock = 1.9e9;
  GpuCircumstances around{1.98e9, false, false};
  EXPECT_TRUE(flags_of(good, around).empty());
  const auto only = [&](const GpuTiming& timing, ceilings::Flag flag) {
    return flags_of(timing, around) == std::vector<ceilings::Flag>{flag};
  };
  GpuTiming odd = good;
  odd.watch.sm_clock = 1.7e9;
  EXPECT_TRUE(only(odd, ceilings::Flag::clock_disagrees));
  odd.watch.readings = 1;  // before the work, perhaps
  EXPECT_TRUE(flags_of(odd, around).empty());
  odd = good;
  odd.clock_hz = odd.watch.sm_clock = 0.9e9;
  EXPECT_TRUE(only(odd, ceilings::Flag::low_clock));
  odd.clock_hz = 0;  // the sensors' is left
  EXPECT_TRUE(only(odd, ceilings::Flag::low_clock));
  odd = good;
  odd.seconds = 1e-4;
  EXPECT_TRUE(only(odd, ceilings::Flag::timer_coarse));
  for (const std::uint64_t power : {clock_event::kPowerCap, clock_event::kPowerBrake,
                                    clock_event::kPowerBrake | clock_event::kHardwareSlowdown}) {
    odd = good;
    odd.watch.reasons = power;
    EXPECT_TRUE(only(odd, ceilings::Flag::power_limited)) << power;
  }
  for (const std::uint64_t heat :
       {clock_event::kThermal, clock_event::kHardwareThermal, clock_event::kHardwareSlowdown}) {
    odd = good;
    odd.watch.reasons = heat;
    EXPECT_TRUE(only(odd, ceilings::Flag::thermally_limited)) << heat;
  }
  odd.watch.reasons = clock_event::kIdle | clock_event::kApplicationClocks;
  EXPECT_TRUE(flags_of(odd, around).empty());
  around = {1.98e9, true, true};
  EXPECT_EQ(flags_of(good, around),
            (std::vector{ceilings::Flag::shared_device, ceilings::Flag::code_not_checked}));
}

}  // namespace
}  // namespace ridgeline::bench::gpu
