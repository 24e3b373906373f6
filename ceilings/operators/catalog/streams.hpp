// Operators that pass over arrays once: streams, dot products, reductions.
#pragma once

#include <vector>

#include "ceilings/operators/catalog/request.hpp"

namespace ridgeline::ceilings {

// In the order in which they are listed.
std::vector<Operator> stream_operators();

}  // namespace ridgeline::ceilings
