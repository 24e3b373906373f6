// Products of matrices and convolutions.
#pragma once

#include <vector>

#include "ceilings/operators/catalog/request.hpp"

namespace ridgeline::ceilings {

// In the order in which they are listed.
std::vector<Operator> matrix_operators();

}  // namespace ridgeline::ceilings
