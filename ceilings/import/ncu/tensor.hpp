// Operations of tensor cores, from one launch's metrics.
#pragma once

#include <string>
#include <vector>

#include "ceilings/import/ncu/metrics.hpp"
#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::ceilings {

struct TensorValue {
  const TensorKind* kind = nullptr;
  double operations = 0;  // of the launch
};

// Of tensor cores: dense and 2:4-sparse ones are counts of their own. Empty: none.
std::vector<OperationCount> tensor_operations(const std::vector<TensorValue>& values,
                                              std::vector<std::string>& notes);

}  // namespace ridgeline::ceilings
