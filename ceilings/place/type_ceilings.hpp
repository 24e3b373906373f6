// Which compute ceilings a kernel's operations are compared with.
#pragma once

#include <string>

#include "ceilings/place/place.hpp"

namespace ridgeline::ceilings {

// The ceilings for operations of a type: of their own path, and the highest of the precision (on
// the units that the path says).
TypeResult type_ceilings(const OperationCount& count, const Roofline& roofline);

// "fp16->fp32 matrix", "fp64": a type as people call it; "floating point" where it is unknown.
std::string type_name(const OperationCount& count);

}  // namespace ridgeline::ceilings
