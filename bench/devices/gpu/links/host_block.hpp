// A block of host memory that a GPU exchanges data with.
#pragma once

#include <cstdint>

#include "bench/devices/gpu/runtime.hpp"

namespace ridgeline::bench::gpu {

class HostBlock {
 public:
  // Bound to the memory node (os_index; -1: wherever the system puts it), full of random data;
  // `pinned`: the GPU reaches it directly. Throws DeviceError where the system refuses.
  HostBlock(GpuRuntime& gpu, std::uint64_t bytes, int node, bool pinned);
  ~HostBlock();
  HostBlock(const HostBlock&) = delete;
  HostBlock& operator=(const HostBlock&) = delete;

  unsigned char* get() const { return start_; }
  unsigned char* mapped() const { return mapped_; }  // for kernels; null: not pinned

 private:
  GpuRuntime& gpu_;
  std::uint64_t bytes_;
  unsigned char* start_ = nullptr;
  unsigned char* mapped_ = nullptr;
};

}  // namespace ridgeline::bench::gpu
