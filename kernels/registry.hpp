// Every kernel that this build contains, as one explicit, ordered list.
#pragma once

#include <vector>

#include "kernels/kernel.hpp"

namespace ridgeline::kernels {

// Host kernels of all instruction sets, whether or not this processor can run them. Order: by
// instruction set from narrow to wide, within it as the tables in kernels/cpu list them.
const std::vector<Kernel>& cpu_kernels();

// CUDA kernels of all architectures, whether or not there is a GPU; empty in a build without CUDA.
// Order: by family as kernels/cuda/families.cmake lists them, within it as its table does.
const std::vector<Kernel>& cuda_kernels();

}  // namespace ridgeline::kernels
