// The memory on the GPU that working sets are cut from: one allocation, filled with tiled random
// numbers, larger only when a set needs it. Sets start at rotating offsets.
#pragma once

#include <cstdint>

#include "bench/devices/gpu/runtime.hpp"

namespace ridgeline::bench::gpu {

class GpuArena {
 public:
  // `most`: bytes of the largest set, and where that bound comes from.
  GpuArena(GpuRuntime& gpu, std::uint64_t most) : gpu_(gpu), most_(most) {}

  // Where a set of `bytes` lies this time, random data again if somebody wrote there and `fresh` is
  // wanted. What an earlier call returned is no longer valid. Throws DeviceError where there is no
  // room.
  unsigned char* take(std::uint64_t bytes, bool fresh);
  // Somebody writes there from now on.
  void spoil(const unsigned char* start, std::uint64_t bytes);
  // Gives all of it back.
  void release() { memory_.reset(), bytes_ = 0; }

 private:
  void grow(std::uint64_t bytes);
  void refresh(unsigned char* to, std::uint64_t bytes);

  GpuRuntime& gpu_;
  std::uint64_t most_;
  GpuMemory memory_, tile_;
  std::uint64_t bytes_ = 0, rotation_ = 0;
  std::uint64_t spoiled_from_ = 0, spoiled_to_ = 0;  // all that was written lies between
};

// Fills GPU memory with tiled random normal numbers, pairs of fp32 that are normal as fp64, too.
void fill_random(GpuRuntime& gpu, unsigned char* to, std::uint64_t bytes, std::uint64_t seed);

}  // namespace ridgeline::bench::gpu
