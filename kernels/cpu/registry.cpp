// One list of all instruction sets' tables.
#include "kernels/registry.hpp"

#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels {

const std::vector<Kernel>& cpu_kernels() {
  static const std::vector<Kernel> kernels = [] {
    std::vector<Kernel> all;
    for (std::size_t i = 0; i < all_tables_count; ++i) {
      all.insert(all.end(), all_tables[i]->first, all_tables[i]->first + all_tables[i]->count);
    }
    return all;
  }();
  return kernels;
}

}  // namespace ridgeline::kernels
