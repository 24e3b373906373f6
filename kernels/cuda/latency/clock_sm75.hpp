// CUDA's clock probe, for the host.
#pragma once

namespace ridgeline::kernels {

// The host's address of the probe, as cudaLaunchKernel takes it. Its parameter: ClockArgs.
const void* clock_probe();

}  // namespace ridgeline::kernels
