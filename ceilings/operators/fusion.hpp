// Operators fused into one kernel: what the steps then no longer write and read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ceilings/operators/catalog/cost.hpp"

namespace ridgeline::ceilings {

// Operators that run one after the other, each on the output of the one before, and the same as
// one kernel: what one hands to the next is then neither written nor read.
struct Fusion {
  std::vector<OperatorCost> steps;
  OperatorCost fused;
  std::uint64_t bytes_apart = 0;  // sum over the steps
  std::uint64_t bytes_saved = 0;
};

// `followers` take their sizes from the output before them and their other options (flop, inputs,
// ...) from the request. Throws UsageError as cost_of, and for operators that cannot follow.
Fusion fused_cost(const OperatorRequest& first, const std::vector<std::string>& followers);

}  // namespace ridgeline::ceilings
