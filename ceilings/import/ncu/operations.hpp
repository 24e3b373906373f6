// Operations of CUDA cores, from one launch's instruction counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ceilings/import/ncu/launch.hpp"

namespace ridgeline::ceilings {

// FLOP by type and path; nothing: not collected. Says in `notes` what is a lower bound.
std::optional<std::vector<OperationCount>> operations_of(const LaunchValues& values,
                                                         std::vector<std::string>& notes);
}  // namespace ridgeline::ceilings
