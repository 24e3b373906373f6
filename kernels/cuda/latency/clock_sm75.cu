// Reads the SM clock: one thread of each block waits for a step of the global timer and notes the
// SM's cycle counter. On some cards the timer steps by a whole microsecond, hence the wait.
#include "kernels/cuda/latency/clock_sm75.hpp"

#include "kernels/cuda/family.hpp"
#include "kernels/gpu/clock.hpp"

namespace ridgeline::kernels {

constexpr std::uint64_t kLongestStep = 4'000'000;  // cycles, about 2 ms: then a reading is as it is

__device__ __forceinline__ std::uint64_t global_time() {
  std::uint64_t time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time)::"memory");
  return time;
}

__device__ __forceinline__ std::uint64_t cycle_count() {
  std::uint64_t cycles;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
  return cycles;
}

extern "C" __global__ void clock_probe_sm(ClockArgs args) {
  if (threadIdx.x != 0) return;
  const std::uint64_t first = cycle_count();
  const std::uint64_t before = global_time();
  std::uint64_t time = before;
  std::uint64_t cycles = first;
#pragma unroll 1
  while (time == before && cycles - first < kLongestStep) {
    time = global_time();
    cycles = cycle_count();
  }
  std::uint32_t sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  if (sm < args.count) args.readings[sm] = {cycles, time};
#pragma unroll 1
  while (cycle_count() - first < args.spin) {
  }
}

const void* clock_probe() { return address_of(clock_probe_sm); }

// It measures nothing of its own: no row.
std::span<const Kernel> clock_sm75_table() { return {}; }

}  // namespace ridgeline::kernels
