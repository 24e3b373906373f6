// Tensor cores: a search among the instruction's forms, then the best of each type and path.
#pragma once

#include <vector>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

// Every kernel and shape whose power depends on its operands, in short bursts.
std::vector<Case> tensor_search_cases(const PlanInput& in, const Scope& scope);
// The winner of each type and path: with one constant, rested, in a burst, for what the
// instruction can do; with random operands, sustained, for what the device keeps up.
std::vector<Case> tensor_confirm_cases(const PlanInput& in, const Scope& scope);

}  // namespace ridgeline::bench
