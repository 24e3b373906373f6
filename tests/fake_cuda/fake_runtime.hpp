// A CUDA runtime without a GPU, linked in front of the real one: memory is the host's, a kernel is
// its reference, time is a number that advances by a model of the card. Every call that the program
// and nvcc's stubs make is here, so that nothing of the real runtime is ever reached.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/kernel.hpp"

namespace ridgeline::bench::nvidia {

struct FakeFaults {
  const void* launch_fails = nullptr;  // this function cannot be launched
  const void* wrong_result = nullptr;  // this one leaves another result
  std::int64_t lost_after = -1;        // launches; then an illegal address, for ever
  std::int64_t broken_times = 0;       // 1: events say NaN, 2: zero, 3: they fail
  bool occupancy_zero = false;
  bool pinning_fails = false;
  bool transfers_lose_data = false;
  std::uint16_t made_for_sm = 0;  // what machine code says it was made for; 0: the card's own
};

// The card, and what was done to it. Tests set it up before they open the device.
struct FakeGpu {
  std::string name = "NVIDIA H200";
  std::string bus_id = "0000:0A:00.0";
  unsigned char uuid[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  std::uint16_t sm = 90;
  int units = 132, threads_per_unit = 2048, blocks_per_unit = 32;
  int driver = 13000, gpus = 1;
  std::uint64_t memory = std::uint64_t{2} << 30, l2 = std::uint64_t{50} << 20;
  std::uint64_t shared_per_unit = 228 << 10, shared_per_block = 227 << 10;
  int registers = 32;
  double clock = 1.98e9, promised_clock = 1.98e9, memory_clock = 3.201e9;  // Hz
  int memory_bits = 6144;
  double bandwidth = 4e12, operations = 6e13;  // B and operations a second
  double link = 1e9;                           // B/s; slow, since every transfer is really made
  double launch = 2e-6, latency = 5e-7;        // s
  FakeFaults faults;

  // Where launched functions are looked up; empty: all kernels of the build.
  std::span<const kernels::Kernel> kernels;

  std::uint64_t allocated = 0;      // bytes, now
  int allocations = 0, pinned = 0;  // now
  std::uint64_t launches = 0, executed = 0;
  int carve_out = -2;                    // of the last launch
  const unsigned char* array = nullptr;  // the first one of the last kernel's launch
  double seconds = 0;                    // virtual time
};

FakeGpu& fake_gpu();
// A new card, as it comes, with these kernels. What was allocated is forgotten, not freed.
void reset_fake_gpu(std::span<const kernels::Kernel> kernels);

}  // namespace ridgeline::bench::nvidia
