// Links, copy engines and library products: what a device lists besides its kernels.
#pragma once

#include <vector>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

std::vector<Case> operation_cases(const PlanInput& in, const Scope& scope, bool links);

}  // namespace ridgeline::bench
