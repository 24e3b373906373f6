// All families' kernels as one list.
#include "kernels/registry.hpp"

#include "kernels/cuda/tables.hpp"

namespace ridgeline::kernels {

const std::vector<Kernel>& cuda_kernels() {
  static const std::vector<Kernel> kernels = [] {
    std::vector<Kernel> all;
    for (std::size_t i = 0; i < cuda_tables_count; ++i) {
      const std::span<const Kernel> table = cuda_tables[i]();
      all.insert(all.end(), table.begin(), table.end());
    }
    return all;
  }();
  return kernels;
}

}  // namespace ridgeline::kernels
