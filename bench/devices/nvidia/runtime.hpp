// A GPU through CUDA's runtime. Built with the toolkit runtime.cpp fills this in, without it
// none.cpp.
#pragma once

#include <memory>

#include "bench/devices/gpu/runtime.hpp"

namespace ridgeline::bench::nvidia {

// The toolkit that this program was built with, 13000 for 13.0; 0: none.
int cuda_runtime_version();

// Throws DeviceError where it does not start.
std::unique_ptr<gpu::GpuRuntime> make_cuda_runtime(int ordinal);

}  // namespace ridgeline::bench::nvidia
