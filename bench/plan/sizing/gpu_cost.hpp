// The same for GPUs.
#pragma once

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

void schedule_gpu(const PlanInput& in, Case& c, int repetitions);
// What a case of a GPU costs, its seconds, passes, repetitions, rest and warm-up being set. `pass`:
// seconds of one.
double gpu_seconds(const Case& c, double pass);
// Of a repetition that shows the rate which a hot device keeps, s.
double sustained_seconds();

}  // namespace ridgeline::bench
