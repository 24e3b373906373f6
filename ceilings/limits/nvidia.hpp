// What NVIDIA's streaming multiprocessors do per clock.
#pragma once

#include "ceilings/limits/limits.hpp"

namespace ridgeline::ceilings {

// Lanes and rates of an NVIDIA compute capability (x 10). Empty for unknown ones. With the device's
// number of SMs also what is documented of a whole chip, where that number tells which one it is.
Microarchitecture gpu_microarchitecture(int sm, int units = 0);

}  // namespace ridgeline::ceilings
