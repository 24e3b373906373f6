// Whether a launch reaches all of a set that is too large to be computed anew on the host.
#pragma once

#include <string>

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work/kernel.hpp"

namespace ridgeline::bench::gpu {

// A changed word at the start, in the middle, beyond 4 GiB and at the end has to change the result
// of a kernel that reads, and none there may be left as it was by one that writes. Empty, or what
// was not reached.
std::string verify_reach(GpuRuntime& gpu, KernelWork& work);

}  // namespace ridgeline::bench::gpu
