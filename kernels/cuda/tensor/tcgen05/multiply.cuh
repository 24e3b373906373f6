// The kernel of all types that tcgen05 multiplies: one block of four warps an SM, one thread of
// which issues everything.
//
// `result`: the accumulators of each block, one after the other, row by row.
#pragma once

#include <cuda_fp16.h>

#include "kernels/cuda/tensor/reference.hpp"
#include "kernels/cuda/tensor/tcgen05/descriptors.cuh"
#include "kernels/cuda/tensor/tcgen05/memory.cuh"

namespace ridgeline::kernels {

constexpr std::uint32_t kTcgen05Threads = 128;
constexpr std::uint32_t kTensorWords = 8;  // that a thread moves at a time

// Behind the tiles in shared memory.
struct Tcgen05Control {
  std::uint64_t pass_done[2];  // barriers of even and odd passes
  std::uint64_t all_done;      // barrier
  std::uint32_t tensor_memory;
};

// Columns of tensor memory: the accumulators, and 16 each for scale factors of A and of B (4 and 8
// are used at most); allocated as a power of 2.
template <class Type, std::uint32_t N, std::uint32_t sets>
struct TensorColumns {
  static constexpr std::uint32_t kScaleA = N * sets, kScaleB = kScaleA + 16, kEnd = kScaleB + 16;
  static constexpr std::uint32_t kUsed = Type::kScaled ? kEnd : kScaleA;
  static constexpr std::uint32_t kAllocated = kUsed <= 128 ? 128 : kUsed <= 256 ? 256 : 512;
  static_assert(kUsed <= 512);
};

// This thread's warp's lanes.
__device__ inline std::uint32_t own_lanes(std::uint32_t memory) {
  return memory + (threadIdx.x / 32 * 32 << 16);
}

// An integer in the accumulator's format, in the low bits of its word.
template <Precision accumulate>
__device__ std::uint32_t accumulator_word(std::uint32_t integer) {
  if constexpr (accumulate == Precision::int32) {
    return integer;
  } else if constexpr (accumulate == Precision::fp16) {
    return __half_as_ushort(__uint2half_rn(integer));
  } else {
    return __float_as_uint(static_cast<float>(integer));
  }
}

template <class Type, std::uint32_t N, std::uint32_t sets>
__device__ void start_accumulators(const GpuArgs& args, std::uint32_t memory) {
#pragma unroll 1
  for (std::uint32_t column = 0; column < N * sets; column += kTensorWords) {
    std::uint32_t words[kTensorWords];
#pragma unroll
    for (std::uint32_t i = 0; i < kTensorWords; ++i) {
      words[i] = accumulator_word<Type::kOut>(start_value<N>(
          args.arrays[0], blockIdx.x * sets + column / N, threadIdx.x, column % N + i));
    }
    store_tensor_words(own_lanes(memory) + column, words);
  }
  if constexpr (Type::kScaled) {
    // UE8M0 1.0 in every byte of all lanes, so that any of its layouts finds it ("Scale factors").
    using Columns = TensorColumns<Type, N, sets>;
    constexpr std::uint32_t kOnes = 0x7F7F7F7F;
    const std::uint32_t ones[kTensorWords] = {kOnes, kOnes, kOnes, kOnes,
                                              kOnes, kOnes, kOnes, kOnes};
    for (std::uint32_t column = Columns::kScaleA; column < Columns::kEnd; column += kTensorWords) {
      store_tensor_words(own_lanes(memory) + column, ones);
    }
  }
  wait_for_tensor_stores();
}

// All instructions of one pass.
template <class Type, std::uint32_t N, std::uint32_t sets>
__device__ void issue_pass(std::uint32_t memory, std::uint64_t a, std::uint64_t b) {
  using Columns = TensorColumns<Type, N, sets>;
  constexpr std::uint32_t kHalf = half_bytes(kTcgen05Rows, N);
#pragma unroll
  for (std::uint32_t pair = 0; pair < kTilePairs; ++pair) {
#pragma unroll
    for (std::uint32_t step = 0; step < kSteps; ++step) {
      const std::uint64_t a_step = a + ((pair / 2 * kHalf + step * kStepBytes) >> 4);
      const std::uint64_t b_step = b + ((pair % 2 * kHalf + step * kStepBytes) >> 4);
#pragma unroll
      for (std::uint32_t set = 0; set < sets; ++set) {
        Type::run({.d = memory + set * N,
                   .scale_a = memory + Columns::kScaleA,
                   .scale_b = memory + Columns::kScaleB},
                  a_step, b_step, Type::descriptor(N));
      }
    }
  }
}

// By one thread: all passes, one under way while the next is issued ("Pipelined tcgen05
// instructions": products of one shape into the same accumulator keep their order). Returns when
// all are done.
template <class Type, std::uint32_t N, std::uint32_t sets>
__device__ void issue(std::uint64_t passes, const unsigned char* tiles, std::uint32_t memory,
                      std::uint32_t pass_done, std::uint32_t all_done) {
  const std::uint64_t a = tcgen05_descriptor(shared_address(tiles));
  const std::uint64_t b = tcgen05_descriptor(shared_address(tiles) + kTcgen05Rows * kLineBytes);
#pragma unroll 1
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    const std::uint32_t barrier = pass_done + static_cast<std::uint32_t>(pass % 2) * 8;
    // The barrier's phase before: pass - 2.
    if (pass >= 2) wait_for_phase(barrier, static_cast<std::uint32_t>(pass / 2 + 1) & 1);
    issue_pass<Type, N, sets>(memory, a, b);
    arrive_when_done(barrier);
  }
  arrive_when_done(all_done);
  wait_for_phase(all_done, 0);
}

// Each thread writes its row of each accumulator.
template <class Type, std::uint32_t N, std::uint32_t sets>
__device__ void store_accumulators(const GpuArgs& args, std::uint32_t memory) {
  constexpr std::uint32_t kBytes = accumulator_bytes(Type::kOut);
#pragma unroll 1
  for (std::uint32_t column = 0; column < N * sets; column += kTensorWords) {
    std::uint32_t words[kTensorWords];
    load_tensor_words(own_lanes(memory) + column, words);
    const std::uint64_t tile = std::uint64_t{blockIdx.x} * sets + column / N;
    unsigned char* to =
        args.result + ((tile * kTcgen05Rows + threadIdx.x) * N + column % N) * kBytes;
#pragma unroll
    for (std::uint32_t i = 0; i < kTensorWords; ++i) {
      if constexpr (kBytes == 2) {
        reinterpret_cast<std::uint16_t*>(to)[i] = static_cast<std::uint16_t>(words[i]);
      } else {
        reinterpret_cast<std::uint32_t*>(to)[i] = words[i];
      }
    }
  }
}

template <class Type, std::uint32_t N, std::uint32_t sets>
__device__ void tcgen05_multiply(const GpuArgs& args) {
  constexpr std::uint32_t kColumns = TensorColumns<Type, N, sets>::kAllocated;
  unsigned char* tiles = aligned_shared();
  auto* control = reinterpret_cast<Tcgen05Control*>(tiles + operand_bytes(kTcgen05Rows, N));
  const std::uint32_t pass_done = shared_address(control->pass_done);
  const std::uint32_t all_done = shared_address(&control->all_done);
  const bool first_warp = threadIdx.x < 32;
  if (first_warp) allocate_tensor_memory<kColumns>(shared_address(&control->tensor_memory));
  if (threadIdx.x == 32) {
    make_barrier(pass_done);
    make_barrier(pass_done + 8);
    make_barrier(all_done);
    fence_barriers();
  }
  stage_tiles<Type::kIn == Precision::fp6>(tiles, args.arrays[0], operand_bytes(kTcgen05Rows, N));
  fence_async_proxy();
  tensor_barrier();

  const std::uint32_t memory = control->tensor_memory;
  start_accumulators<Type, N, sets>(args, memory);
  tensor_barrier();
  if (first_warp && elected()) {
    issue<Type, N, sets>(args.passes, tiles, memory, pass_done, all_done);
  }
  __syncthreads();
  wait_for_phase(all_done, 0);  // it is over, but each thread has to have seen it
  __syncwarp();
  tensor_fence_after_barrier();
  store_accumulators<Type, N, sets>(args, memory);
  tensor_barrier();
  if (first_warp) free_tensor_memory<kColumns>(memory);
}

}  // namespace ridgeline::kernels
