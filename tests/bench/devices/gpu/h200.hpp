// What the driver says of an H200, for tests.
#pragma once

#include "bench/devices/gpu/runtime.hpp"

namespace ridgeline::bench::gpu {

inline GpuFacts h200() {
  GpuFacts gpu;
  gpu.model = "NVIDIA H200";
  gpu.sm = 90;
  gpu.units = 132;
  gpu.threads_per_unit = 2048;
  gpu.shared_per_unit = 228 << 10;
  gpu.shared_per_block = 227 << 10;
  gpu.shared_reserved = 1024;
  gpu.memory_bytes = 150754820096;  // as its driver says
  gpu.memory_free = 150000000000;
  gpu.clock_hz = 1.98e9;
  gpu.memory_clock_hz = 3.201e9;
  gpu.memory_bits = 6144;
  return gpu;
}

}  // namespace ridgeline::bench::gpu
