// The second stage: fresh repetitions inside what the first one found.
#pragma once

#include <vector>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

std::vector<Case> confirm_cases(const PlanInput& in);

}  // namespace ridgeline::bench
