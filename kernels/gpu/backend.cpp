// The kernel arguments that chains multiply by and add.
#include "kernels/gpu/backend.hpp"

namespace ridgeline::kernels {

// x -> 3 - x: exact in every precision for x in [1, 2], never converges to a constant, which would
// cost less power, and never leaves the normal numbers, however long it runs.
GpuScalars gpu_scalars() {
  GpuScalars scalars{};
  scalars.f64[0] = -1;
  scalars.f64[1] = 3;
  scalars.f32[0] = -1;
  scalars.f32[1] = 3;
  scalars.f16x2[0] = 0xBC00BC00;
  scalars.f16x2[1] = 0x42004200;
  scalars.bf16x2[0] = 0xBF80BF80;
  scalars.bf16x2[1] = 0x40404040;
  scalars.i32[0] = 0x9E3779B1;  // odd: multiplication by it is a permutation of the integers
  scalars.i32[1] = 0x7F4A7C15;
  return scalars;
}

}  // namespace ridgeline::kernels
