// Loads and stores that stay where they are written, and what walks through tile_schedule.hpp's
// ranges.
//
// Plain loads of addresses that a loop does not change are moved out of it, also from `asm
// volatile`. Relaxed ones stay, and say which memory may answer: at CTA scope the SM's L1 (encoded
// like ld.ca: STRONG.SM), at GPU scope only what all SMs share, L2 or DRAM (like ld.cg:
// STRONG.GPU). In shared memory volatile ones stay.
#pragma once

#include "kernels/cuda/memory/tile_schedule.hpp"
#include "kernels/gpu/backend.hpp"

namespace ridgeline::kernels {

// 16 bytes, what a lane can load at once.
struct Quad {
  std::uint32_t x, y, z, w;
};

struct FromL1 {
  static __device__ __forceinline__ void load(std::uint64_t at, std::uint32_t& to) {
    asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(to) : "l"(at));
  }
  static __device__ __forceinline__ void load(std::uint64_t at, Quad& to) {
    asm volatile("ld.relaxed.cta.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(at));
  }
  static __device__ __forceinline__ void load(std::uint64_t at, std::uint64_t& to) {
    asm volatile("ld.relaxed.cta.global.u64 %0, [%1];" : "=l"(to) : "l"(at));
  }
};

struct PastL1 {
  static __device__ __forceinline__ void load(std::uint64_t at, std::uint32_t& to) {
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(to) : "l"(at));
  }
  static __device__ __forceinline__ void load(std::uint64_t at, Quad& to) {
    asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(at));
  }
  static __device__ __forceinline__ void load(std::uint64_t at, std::uint64_t& to) {
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(to) : "l"(at));
  }
};

// Addresses of shared memory, of its own window.
struct FromShared {
  static __device__ __forceinline__ void load(std::uint32_t at, std::uint32_t& to) {
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(to) : "r"(at));
  }
  static __device__ __forceinline__ void load(std::uint32_t at, Quad& to) {
    asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "r"(at));
  }
};

__device__ __forceinline__ void store_global(std::uint64_t at, const Quad& value) {
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(at), "r"(value.x), "r"(value.y),
               "r"(value.z), "r"(value.w)
               : "memory");
}

__device__ __forceinline__ void store_shared(std::uint32_t at, const Quad& value) {
  asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(value.x),
               "r"(value.y), "r"(value.z), "r"(value.w)
               : "memory");
}

// The address within global memory of the array's first byte.
__device__ __forceinline__ std::uint64_t global_address(const unsigned char* array) {
  return __cvta_generic_to_global(array);
}

// Dynamic shared memory. Its size is the launch's.
__device__ __forceinline__ std::uint32_t shared_address() {
  extern __shared__ uint4 shared_memory[];
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared_memory));
}

__device__ __forceinline__ std::uint32_t lane() { return threadIdx.x % kWarp; }
__device__ __forceinline__ std::uint32_t thread_of_grid() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
__device__ __forceinline__ WarpPosition position_of_warp() {
  return {blockIdx.x, gridDim.x, threadIdx.x / kWarp, blockDim.x / kWarp};
}

// Wrapping sums of words: exact, in any order. Two accumulators, so that none waits for the other.
struct Sum {
  std::uint32_t even = 0, odd = 0;

  __device__ __forceinline__ void add(std::uint32_t a, std::uint32_t b) { even += a + b; }
  __device__ __forceinline__ void add(const Quad& a) {
    even += a.x + a.y;
    odd += a.z + a.w;
  }
  __device__ __forceinline__ std::uint32_t total() const { return even + odd; }
};

// Loads `flight` words, all of them under way before the first is used, and adds them up: from the
// last one on, or the assembler would use the first before it asks for the last, to save registers.
template <class From, class Word, int flight, class Address, class Total>
__device__ __forceinline__ void read_tile(Address at, Total& sum) {
  Word words[flight];
#pragma unroll
  for (int i = 0; i < flight; ++i) {
    From::load(at + i * static_cast<int>(kWarp * sizeof(Word)), words[i]);
  }
  if constexpr (sizeof(Word) == sizeof(std::uint32_t)) {
#pragma unroll
    for (int i = flight - 2; i >= 0; i -= 2) sum.add(words[i], words[i + 1]);
  } else {
#pragma unroll
    for (int i = flight - 1; i >= 0; --i) sum.add(words[i]);
  }
}

// Calls body(address of the lane's first word) for each tile of a range through an array that
// starts at `base`. Neighbouring lanes' first words are `lane_bytes` apart.
template <std::uint32_t tile_bytes, std::uint32_t lane_bytes, class Body>
__device__ __forceinline__ void for_each_tile(const TileRange& range, std::uint64_t base,
                                              Body body) {
  std::uint64_t at = base + range.at * tile_bytes + lane() * lane_bytes;
  const std::uint64_t end = base + range.end * tile_bytes;
  const std::uint64_t span = range.span * tile_bytes;
  const std::uint64_t step = range.step * tile_bytes;
#pragma unroll 1
  for (std::uint32_t left = range.left; left != 0; --left) {
    body(at);
    at += step;
    if (at >= end) at -= span;
  }
}

__device__ __forceinline__ void store_result(const GpuArgs& args, std::uint32_t value) {
  reinterpret_cast<std::uint32_t*>(args.result)[thread_of_grid()] = value;
}

}  // namespace ridgeline::kernels
