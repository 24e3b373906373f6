// An asynchronous matrix product whose accumulators are touched before it is waited for: the
// assembler makes it wait, and only remarks on it. The build has to refuse that.
#include "kernels/gpu/backend.hpp"

#include "kernels/cuda/tensor/wgmma/sm90.cuh"

namespace ridgeline::kernels {

extern "C" __global__ void serialized(GpuArgs args) {
  extern __shared__ unsigned char tiles[];
  float d[32];
  for (int i = 0; i < 32; ++i) d[i] = args.arrays[0][threadIdx.x + 128 * i];
  const std::uint64_t a =
      wgmma_descriptor(static_cast<std::uint32_t>(__cvta_generic_to_shared(tiles)));
#pragma unroll 1
  for (auto pass = static_cast<std::uint32_t>(args.passes); pass != 0; --pass) {
    wgmma_fence();
    for (int i = 0; i < 4; ++i) {
      Mma<Fp16Fp32, 64>::run(d, a, a);
      d[i] *= 2;
    }
    wgmma_commit();
    wgmma_wait<0>();
  }
  for (int i = 0; i < 32; ++i) {
    reinterpret_cast<float*>(args.result)[threadIdx.x + 128 * i] = d[i];
  }
}

}  // namespace ridgeline::kernels
