// One transfer, one way or both at once, again and again.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/devices/gpu/links/host_block.hpp"
#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work.hpp"

namespace ridgeline::bench::gpu {

// From one block of memory to another. By a kernel where `launch` has a function.
struct TransferPath {
  unsigned char* from = nullptr;
  unsigned char* to = nullptr;
  GpuStream stream = GpuStream::first;
  Launch launch;
  kernels::GpuArgs args{};
};

class TransferWork : public GpuWork {
 public:
  TransferWork(GpuRuntime& gpu, const Case& c, std::uint64_t bytes)
      : GpuWork(c), gpu_(gpu), bytes_(bytes) {}

  void begin() override;
  void queue(std::uint64_t passes) override;
  // What arrives is what was sent, after something else was there.
  std::string verify() override;

  // Filled by whoever makes it: the paths, and the memory they lie in.
  std::vector<TransferPath> paths;
  std::vector<GpuMemory> gpu_memory;
  std::vector<std::shared_ptr<HostBlock>> host_memory;

 private:
  GpuRuntime& gpu_;
  std::uint64_t bytes_;  // of each path
};

}  // namespace ridgeline::bench::gpu
