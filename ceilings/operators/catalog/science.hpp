// Transforms, stencils and sparse matrices.
#pragma once

#include <vector>

#include "ceilings/operators/catalog/request.hpp"

namespace ridgeline::ceilings {

// In the order in which they are listed.
std::vector<Operator> science_operators();

}  // namespace ridgeline::ceilings
