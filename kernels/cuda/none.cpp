// A build without the CUDA toolkit has no CUDA kernels.
#include "kernels/registry.hpp"

namespace ridgeline::kernels {

const std::vector<Kernel>& cuda_kernels() {
  static const std::vector<Kernel> none;
  return none;
}

}  // namespace ridgeline::kernels
