// A permutation of sectors that needs no table: for reads in no order, each sector once a pass.
// Plain arithmetic for the device, the host's reference and tests alike.
//
// Step i goes to x = i * factor modulo the number of sectors, and from there to another sector of
// the same chunk of 256, chosen by a hash of the chunk. The factor has no common divisor with the
// number of sectors, so that x meets all; it is near the golden section of it, so that steps in a
// row are far apart.
#pragma once

#include <cstdint>

namespace ridgeline::kernels {

inline constexpr std::uint32_t kSectorBytes = 32;
inline constexpr std::uint32_t kWarpSectors = 16;  // that a warp reads at once, 16 B a lane
inline constexpr std::uint32_t kChunk = 256;       // sectors; their number is a multiple of it

// a * b modulo n, for a and b below n, without a 64-bit division.
constexpr std::uint32_t multiply_modulo(std::uint32_t a, std::uint32_t b, std::uint32_t n) {
  std::uint64_t sum = 0;
  std::uint64_t term = a;
  for (; b != 0; b >>= 1) {
    if (b & 1) sum = sum + term >= n ? sum + term - n : sum + term;
    term = 2 * term >= n ? 2 * term - n : 2 * term;
  }
  return static_cast<std::uint32_t>(sum);
}

// Not std::gcd: nvcc compiles that to a constant 0 for the device (CUDA 13.0 with g++ 12's
// library), and the loop below would never end.
constexpr std::uint32_t common_divisor(std::uint32_t a, std::uint32_t b) {
  while (b != 0) {
    const std::uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// `sectors`: a multiple of kChunk, below 2^32 (128 GiB).
constexpr std::uint32_t scatter_factor(std::uint32_t sectors) {
  // 0.618... of it, as a multiple of 2^-32; odd, as the number of sectors is even.
  auto factor = static_cast<std::uint32_t>(std::uint64_t{sectors} * 0x9E3779B9u >> 32) | 1u;
  while (common_divisor(factor, sectors) != 1) factor += 2;
  return factor;
}

// One lane's steps: x after x. Moves by a constant step or by a jump, both modulo the sectors.
struct Move {
  std::uint32_t forward = 0;  // added where the sum stays below the number of sectors
  std::uint32_t back = 0;     // else subtracted: sectors - forward
};

constexpr Move move_by(std::uint32_t steps, std::uint32_t factor, std::uint32_t sectors) {
  const std::uint32_t forward = multiply_modulo(steps % sectors, factor, sectors);
  return {forward, sectors - forward};
}

constexpr std::uint32_t moved(std::uint32_t x, const Move& move) {
  return x >= move.back ? x - move.back : x + move.forward;
}

constexpr std::uint32_t scattered(std::uint32_t x) {
  return x ^ ((x / kChunk * 0x9E3779B1u) >> 24);
}

}  // namespace ridgeline::kernels
