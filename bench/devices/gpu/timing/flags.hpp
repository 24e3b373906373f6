// What was odd about a repetition on a GPU. Pure.
#pragma once

#include <vector>

#include "bench/devices/gpu/timing/timer.hpp"
#include "ceilings/flags.hpp"

namespace ridgeline::bench::gpu {

struct GpuCircumstances {
  double promised_clock = 0;  // Hz; 0: unknown
  bool shared = false;  // another process computes on the card, or another run of this program
  bool code_unchecked = false;
};

std::vector<ceilings::Flag> flags_of(const GpuTiming& timing, const GpuCircumstances& around);

}  // namespace ridgeline::bench::gpu
