// What the kernels of a ceiling's path do and what is counted of it, in a sentence's part.
// docs/method.md says the same at length.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// "kernel path <path>" where nobody has said more. `gpu`: of a GPU's ceiling.
std::string path_text(const ceilings::Ceiling& ceiling, bool gpu);

}  // namespace ridgeline::bench
