// Checks that a host kernel does the work it claims, against its plain reference.
#pragma once

#include <span>
#include <string>

#include "kernels/kernel.hpp"

namespace ridgeline::bench {

// At odd small sizes, on memory of its own: result and memory must equal the reference's bit for
// bit. Empty, or what differed.
std::string verify_small(const kernels::Kernel& kernel);

// On the slices it will be timed on: results of kernels that only read, and the memory that others
// leave behind, the latter at the beginning, the middle and the end of each slice. Slices beyond
// `most` bytes are skipped (a reference takes several times the kernel's time).
std::string verify_in_place(const kernels::Kernel& kernel, std::span<const kernels::Slice> slices,
                            std::size_t most);

}  // namespace ridgeline::bench
