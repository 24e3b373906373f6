// What a kernel's facts say of why it is slow, and what may have put it above the roof.
#pragma once

#include <string>
#include <vector>

#include "ceilings/place/place.hpp"

namespace ridgeline::ceilings {

// What the kernel's facts say of why it is slow.
std::vector<std::string> causes_of(const PlacedKernel& kernel, const Archive& archive);
// What may have put it above the roof.
std::vector<std::string> excess_causes(const PlacedKernel& kernel, const Roofline& roofline,
                                       const Archive& archive);

}  // namespace ridgeline::ceilings
