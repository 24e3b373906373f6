// Chains of multiply-adds on each number in memory, as the host computes them.
#pragma once

#include <bit>
#include <cmath>

#include "kernels/cuda/memory/memory_reference.hpp"

namespace ridgeline::kernels {

// x -> 3 - x (the scalars of chains): what is rounded away is gone after a few steps, and from then
// on x and 3 - x alternate, as small and as normal as the number that memory began with.
template <class Number>
constexpr std::array<Number, 2> chain_scalars(const GpuScalars& scalars) {
  if constexpr (sizeof(Number) == sizeof(float)) {
    return {scalars.f32[0], scalars.f32[1]};
  } else {
    return {scalars.f64[0], scalars.f64[1]};
  }
}

// `steps` times x = x * m + a, rounded once each. Where a value is that of two steps ago, so are
// all that follow: the rest is a matter of odd or even.
template <class Number>
Number chained(Number x, std::uint64_t steps, const std::array<Number, 2>& scalars) {
  Number before = x;  // the one that x was made from
  bool begun = false;
  for (; steps != 0; --steps) {
    const Number next = std::fma(x, scalars[0], scalars[1]);
    if (begun && std::memcmp(&next, &before, sizeof next) == 0) return steps % 2 != 0 ? next : x;
    before = x;
    x = next;
    begun = true;
  }
  return x;
}

// `steps`: multiply-adds of a number in one pass. The result is the sum of the first words of all
// 16 bytes that a thread stored.
template <class Number, std::uint32_t steps>
void intensity_reference(const GpuArgs& args) {
  auto results = no_results(args);
  const std::uint64_t pieces = kWarp * args.in_flight;  // of a tile, 16 bytes each
  const std::array<Number, 2> scalars = chain_scalars<Number>(args.scalars);
  const std::uint64_t tiles = args.elements * sizeof(Number) / 16 / pieces;
  visit_tiles_of_warps(args, tiles, [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t) {
    for (std::uint64_t i = 0; i < pieces; ++i) {
      unsigned char* const piece = args.arrays[0] + (tile * pieces + i) * 16;
      for (std::size_t at = 0; at < 16; at += sizeof(Number)) {
        Number x{};
        std::memcpy(&x, piece + at, sizeof x);
        x = chained(x, steps, scalars);
        std::memcpy(piece + at, &x, sizeof x);
      }
      results[thread + i % kWarp] += host_word(piece);
    }
  });
  leave_results(args, results);
}

}  // namespace ridgeline::kernels
