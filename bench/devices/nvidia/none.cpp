// A build without the CUDA toolkit has no CUDA backend, and says so.
#include "bench/devices/nvidia/device.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {

CudaPresence cuda_presence() {
  return {CudaState::built_without,
          "this program was built without CUDA: install the CUDA toolkit (12.4 or later), or fetch "
          "it with `scripts/setup --with-cuda`, and build again",
          {}};
}

std::unique_ptr<Device> make_cuda_device(int) { throw DeviceError(cuda_presence().message); }

}  // namespace ridgeline
