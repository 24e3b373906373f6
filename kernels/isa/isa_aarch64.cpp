// AArch64: NEON with fused multiply-add is part of the base instruction set.
#include "kernels/isa/isa.hpp"

namespace ridgeline::kernels {

std::uint32_t host_features() { return isa::kNeon; }

bool tile_data_granted() { return false; }

}  // namespace ridgeline::kernels
