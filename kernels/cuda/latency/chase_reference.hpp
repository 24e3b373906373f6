// What chases along a ring of dependent loads leave behind, as the host computes it.
#pragma once

#include "kernels/cuda/memory/memory_reference.hpp"

namespace ridgeline::kernels {

inline constexpr std::uint32_t kChaseBytes = 128;  // of an element: a cache line
inline constexpr std::uint32_t kChaseSteps = 8;    // loads between two branches

// Of the offsets in their order. Two halves in turn: a single one could be a longer chain of
// multiplications than L1's chain of loads.
struct ChaseChecksum {
  std::uint32_t even = 0, odd = 0;

  constexpr void add(std::uint32_t offset) {
    const std::uint32_t next = even * 0x9E3779B1u + offset;
    even = odd;
    odd = next;
  }
  constexpr std::uint32_t total() const { return even * 0x9E3779B1u + odd; }
};

inline std::uint64_t host_offset(const GpuArgs& args, std::uint64_t element) {
  std::uint64_t offset = 0;
  std::memcpy(&offset, args.arrays[0] + element * kChaseBytes, sizeof offset);
  return offset;
}

inline std::uint32_t checksum_of_ring(const GpuArgs& args) {
  ChaseChecksum checksum;
  std::uint64_t offset = 0;
  for (std::uint64_t i = 0; i < args.elements * args.passes; ++i) {
    checksum.add(static_cast<std::uint32_t>(offset));
    offset = host_offset(args, offset / kChaseBytes);
  }
  checksum.add(static_cast<std::uint32_t>(offset));
  return checksum.total();
}

// The first thread's checksum, and the first block's sums of the offsets that each thread turned
// into addresses and, at the end, left behind the ring's own.
inline void chase_global_reference(const GpuArgs& args) {
  auto results = no_results(args);
  results[0] = checksum_of_ring(args);
  for (std::uint64_t i = 0; i < args.elements; ++i) {
    const std::uint64_t offset = host_offset(args, i);
    std::memcpy(args.arrays[0] + i * kChaseBytes + sizeof offset, &offset, sizeof offset);
    results[i % args.threads] += static_cast<std::uint32_t>(offset);
  }
  leave_results(args, results);
}

inline void chase_shared_reference(const GpuArgs& args) {
  auto results = no_results(args);
  results[0] = checksum_of_ring(args);
  leave_results(args, results);
}

}  // namespace ridgeline::kernels
