// Samples to levels, ceilings, ridges and empirical points. Pure: the same samples and the same
// device make the same results.
#pragma once

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// Recomputes levels, ceilings, ridges and empirical points from samples and the device's record, by
// the present method, whose number the archive then has.
void derive(Archive& archive);

}  // namespace ridgeline::ceilings
