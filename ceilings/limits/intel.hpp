// The x86-64 cores of Intel.
#pragma once

#include <span>

#include "ceilings/limits/x86_core.hpp"

namespace ridgeline::ceilings::x86 {

// By display family and model; an earlier row goes before a later one.
std::span<const Models> intel_models();

}  // namespace ridgeline::ceilings::x86
