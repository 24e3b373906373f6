// Dependent loads: one thread of the first block follows a ring through all of the working set,
// which is not divided among blocks. Each element's first 8 bytes say where the next one is, as an
// offset from the array's start.
//
// On sm_80 and later a load's address is one register pair, and an offset would have to be added to
// the array's address in the chain: a quarter of L1's latency on top. So the block's threads first
// turn the offsets into addresses, in the 8 bytes behind them, and at the end put the offsets
// there. Each element is touched by that, so that the chase starts with warm caches.
#include "kernels/cuda/latency/chase_reference.hpp"
#include "kernels/cuda/memory/memory.cuh"
#include "kernels/cuda/memory/memory_rows.cuh"

namespace ridgeline::kernels {
namespace {

__device__ __forceinline__ void store_word(std::uint64_t at, std::uint64_t value) {
  asm volatile("st.global.u64 [%0], %1;" ::"l"(at), "l"(value) : "memory");
}

// From each place's value to the next place. The checksum is off the chain: it is computed while
// the next load is under way.
template <class From, class Address>
__device__ __forceinline__ std::uint32_t chase(Address first, std::uint64_t loads) {
  Address at = first;
  ChaseChecksum checksum;
#pragma unroll 1
  for (auto left = static_cast<std::uint32_t>(loads / kChaseSteps); left != 0; --left) {
#pragma unroll
    for (std::uint32_t step = 0; step < kChaseSteps; ++step) {
      Address next;
      From::load(at, next);
      checksum.add(static_cast<std::uint32_t>(at - first));
      at = next;
    }
  }
  checksum.add(static_cast<std::uint32_t>(at - first));
  return checksum.total();
}

// Along the second words of the elements; the first one's is at `first`.
template <class From>
__device__ __forceinline__ std::uint32_t chase_global(const GpuArgs& args) {
  const std::uint64_t ring = global_address(args.arrays[0]);
  const std::uint64_t first = ring + sizeof(std::uint64_t);
  const std::uint64_t bytes = args.elements * kChaseBytes;
  const std::uint64_t mine = threadIdx.x * kChaseBytes;
  const std::uint64_t step = blockDim.x * kChaseBytes;
#pragma unroll 1
  for (std::uint64_t at = mine; at < bytes; at += step) {
    std::uint64_t offset;
    From::load(ring + at, offset);
    store_word(first + at, first + offset);
  }
  __syncthreads();
  std::uint32_t result = 0;
#pragma unroll 1
  for (std::uint64_t at = mine; at < bytes; at += step) {
    std::uint64_t place;
    From::load(first + at, place);
    result += static_cast<std::uint32_t>(place - first);
  }
  __syncthreads();
  if (threadIdx.x == 0) result += chase<From>(first, args.elements * args.passes);
  __syncthreads();
#pragma unroll 1
  for (std::uint64_t at = mine; at < bytes; at += step) {
    std::uint64_t offset;
    From::load(ring + at, offset);
    store_word(first + at, offset);
  }
  return result;
}

// The ring in shared memory has addresses of its own.
__device__ __forceinline__ std::uint32_t chase_shared(const GpuArgs& args) {
  const std::uint64_t ring = global_address(args.arrays[0]);
  const std::uint32_t first = shared_address();
  const auto bytes = static_cast<std::uint32_t>(args.elements) * kChaseBytes;
#pragma unroll 1
  for (std::uint32_t at = threadIdx.x * kChaseBytes; at < bytes; at += blockDim.x * kChaseBytes) {
    std::uint64_t offset;
    PastL1::load(ring + at, offset);
    const std::uint32_t next = first + static_cast<std::uint32_t>(offset);
    asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(first + at), "r"(next) : "memory");
  }
  __syncthreads();
  return threadIdx.x == 0 ? chase<FromShared>(first, args.elements * args.passes) : 0;
}

template <int>
__device__ __forceinline__ void chase_b64_l1_body(const GpuArgs& args) {
  store_result(args, blockIdx.x == 0 ? chase_global<FromL1>(args) : 0);
}
template <int>
__device__ __forceinline__ void chase_b64_body(const GpuArgs& args) {
  store_result(args, blockIdx.x == 0 ? chase_global<PastL1>(args) : 0);
}
template <int>
__device__ __forceinline__ void chase_b32_shared_body(const GpuArgs& args) {
  store_result(args, blockIdx.x == 0 ? chase_shared(args) : 0);
}

}  // namespace

RIDGELINE_FLIGHTS_1(chase_b64_l1, 1);
RIDGELINE_FLIGHTS_1(chase_b64, 1);
RIDGELINE_FLIGHTS_1(chase_b32_shared, 1);

namespace {

// Many threads prepare the ring, one follows it.
constexpr Shape kShapes[] = {{1, 1024, 1}};

Kernel chase_row(std::string_view name, std::string_view level, std::uint16_t bytes,
                 const GpuBackend& backend) {
  MemoryRow row;
  row.name = name;
  row.path = "chase";
  row.level = level;
  row.read = bytes;
  row.operations = 1;
  row.bytes = kChaseBytes;
  row.vector_bits = static_cast<std::uint16_t>(8 * bytes);
  row.quantum = kChaseSteps;
  row.shapes = kShapes;
  Kernel kernel = memory_kernel(row, backend);
  kernel.family = Family::latency;
  return kernel;
}

}  // namespace

std::span<const Kernel> latency_sm75_table() {
  static const GpuBackend l1{.entries = chase_b64_l1_entries(),
                             .reference = chase_global_reference,
                             .fill = GpuFill::ring,
                             .carve_out = 0};
  static const GpuBackend global{
      .entries = chase_b64_entries(), .reference = chase_global_reference, .fill = GpuFill::ring};
  static const GpuBackend shared{.entries = chase_b32_shared_entries(),
                                 .reference = chase_shared_reference,
                                 .fill = GpuFill::ring,
                                 .set_in_shared = true};
  static const Kernel table[] = {
      chase_row("chase_b64_l1", "L1", 8, l1),
      chase_row("chase_b64", "", 8, global),
      chase_row("chase_b32_shared", "shared", 4, shared),
  };
  return table;
}

}  // namespace ridgeline::kernels
