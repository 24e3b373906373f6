// A build without the CUDA toolkit has no CUDA runtime.
#include "bench/devices/nvidia/runtime.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench::nvidia {

int cuda_runtime_version() { return 0; }

std::unique_ptr<gpu::GpuRuntime> make_cuda_runtime(int) {
  throw DeviceError("this program was built without CUDA");
}

}  // namespace ridgeline::bench::nvidia
