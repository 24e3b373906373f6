// What an operator costs before anybody has written a kernel for it: operations and bytes by
// formula, and so its arithmetic intensity. Counts are exact whole numbers.
#pragma once

#include <string>
#include <vector>

#include "ceilings/operators/catalog/cost.hpp"

namespace ridgeline::ceilings {

const std::vector<OperatorOption>& operator_options();
std::vector<OperatorInfo> operators();
// By name or alias. Throws UsageError that lists the names.
OperatorInfo operator_named(const std::string& name);

// Throws UsageError: unknown operator, data type or option of it, a missing, impossible or
// overflowing size (counts end at 2^63 - 1).
OperatorCost cost_of(const OperatorRequest& request);

}  // namespace ridgeline::ceilings
