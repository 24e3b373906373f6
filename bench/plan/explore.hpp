// The first stage: sweeps that find the levels, and searches for the best launch shapes.
#pragma once

#include <vector>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

std::vector<Case> explore_cases(const PlanInput& in);

}  // namespace ridgeline::bench
