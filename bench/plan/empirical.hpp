// The third stage: kernels of tunable intensity, which show whether the roofline holds.
#pragma once

#include <vector>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

std::vector<Case> empirical_cases(const PlanInput& in);

}  // namespace ridgeline::bench
