// Processors for which no instruction set beyond plain C++ is known here.
#include "kernels/isa/isa.hpp"

namespace ridgeline::kernels {

std::uint32_t host_features() { return 0; }

bool tile_data_granted() { return false; }

}  // namespace ridgeline::kernels
