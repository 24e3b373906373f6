// What the reads by the bulk-copy engine leave behind, as the host computes it.
#pragma once

#include "kernels/cuda/memory/memory_reference.hpp"

namespace ridgeline::kernels {

inline constexpr std::uint32_t kBulkRingBytes = 32 * 1024;  // of a block, whatever its tiles' size

// Each block its own tiles; each thread the pieces of 16 bytes at its own place.
inline void read_bulk_reference(const GpuArgs& args) {
  auto results = no_results(args);
  const std::uint32_t tile_bytes = kBulkRingBytes / args.in_flight;
  const std::uint64_t tiles = args.elements * 16 / tile_bytes;
  for (std::uint64_t tile = 0; tile < tiles; ++tile) {
    const auto block = static_cast<std::uint32_t>(tile % args.blocks);
    for (std::uint32_t at = 0; at < tile_bytes; at += 16) {
      results[block * args.threads + at / 16 % args.threads] +=
          static_cast<std::uint32_t>(args.passes) *
          sum_of_words(args.arrays[0] + tile * tile_bytes + at, 16);
    }
  }
  leave_results(args, results);
}

}  // namespace ridgeline::kernels
