// One transfer, one way or both at once, again and again.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/devices/gpu/links/host_block.hpp"
#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/work.hpp"
#include "kernels/gpu/backend.hpp"

namespace ridgeline {

// From one block of memory to another. By a kernel where `launch` has a function.
struct Way {
  unsigned char* from = nullptr;
  unsigned char* to = nullptr;
  Lane lane = Lane::first;
  Launch launch;
  GpuArgs args{};
};

class TransferWork : public CudaWork {
 public:
  TransferWork(Gpu& gpu, const Case& c, std::uint64_t bytes)
      : CudaWork(c), gpu_(gpu), bytes_(bytes) {}

  void begin() override;
  void queue(std::uint64_t passes) override;
  // What arrives is what was sent, after something else was there.
  std::string verify() override;

  // Filled by whoever makes it: the ways, and the memory they lie in.
  std::vector<Way> ways;
  std::vector<GpuMemory> gpu_memory;
  std::vector<std::shared_ptr<HostBlock>> host_memory;

 private:
  Gpu& gpu_;
  std::uint64_t bytes_;  // of each way
};

}  // namespace ridgeline
