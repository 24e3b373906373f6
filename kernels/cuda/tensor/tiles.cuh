// The operand tiles of the tensor cores that read matrices from shared memory (wgmma, tcgen05): how
// they lie in arrays[0], in shared memory, and what the descriptors say of them. Everything that
// somebody needs who follows an address by hand or in an interpreter is in this comment.
//
// In arrays[0] (GpuFill::operands) lie two halves; half h is A_h, `rows` lines of 128 bytes, then
// B_h, `columns` lines of 128 bytes. A line is one row of A or one column of B, K-major: the
// numbers k = 0, 1, 2, ... in the containers of operands.hpp (64 of fp16, 32 of tf32, 128 of fp8,
// fp6 and int8, 256 of fp4). In `random` operands half 1 has the numbers of half 0 with the
// opposite sign.
//
// One pass computes, per accumulator, D += (A_0 + A_1) (B_0 + B_1) as four products of tiles, each
// of kSteps instructions: an instruction takes 32 bytes of each line. So D stays bounded with
// random operands however long it runs, and with small integers it is exact:
// D[r][c] = start_value(...) + passes * sum over g, h, k of A_g[r][k] * B_h[c][k].
//
// In shared memory the four tiles lie as in arrays[0] (the first at an address that is a multiple
// of 1024), but in 128-byte swizzle, K-major: the 16-byte chunk i of line r lies at
// tile + 128 r + 16 (i xor r mod 8). That is bits 4..6 of the unswizzled address xor bits 7..9 of
// it (PTX ISA, "Shared memory matrix layout": canonical layout ((8,m),(T,2k)):((8T,SBO),(1,T)),
// Swizzle<3,4,3>). An instruction's matrix element in line r, byte b (0 <= b < 32) therefore is at
//     a = start + (r / 8) SBO + (r mod 8) 128 + b;   address = a xor (((a >> 7) & 7) << 4)
// with start address and SBO (stride byte offset, 1024 here: 8 lines) from its descriptor; steps
// along K add 32 to the start address, whose low bits then take part in the xor. LBO (leading byte
// offset) is not used by swizzled K-major layouts and "assumed to be 1"; the base offset is 0, as
// the pattern starts at multiples of 1024.
#pragma once

#include <cstdint>

namespace ridgeline::kernels {

constexpr std::uint32_t kLineBytes = 128;
constexpr std::uint32_t kStepBytes = 32;  // of a line, that one instruction takes
constexpr std::uint32_t kSteps = kLineBytes / kStepBytes;
constexpr std::uint32_t kTilePairs = 4;                      // A_0 B_0, A_0 B_1, ...
constexpr std::uint32_t kMmasPerPass = kTilePairs * kSteps;  // of one accumulator
constexpr std::uint32_t kSwizzleLines = 8;                   // after which the pattern repeats
constexpr std::uint32_t kPatternBytes = kSwizzleLines * kLineBytes;  // the stride byte offset
constexpr std::uint32_t kChunkBytes = 16;

constexpr std::uint32_t half_bytes(std::uint32_t rows, std::uint32_t columns) {
  return (rows + columns) * kLineBytes;
}
constexpr std::uint32_t operand_bytes(std::uint32_t rows, std::uint32_t columns) {
  return 2 * half_bytes(rows, columns);
}

// Where an accumulator's element starts: a small integer that depends on memory and on the place,
// so that no two accumulators are alike and none is known to the compiler. `tile`: the
// accumulator's number in the launch.
template <std::uint32_t columns>
constexpr std::uint32_t start_value(const unsigned char* operands, std::uint32_t tile,
                                    std::uint32_t row, std::uint32_t column) {
  constexpr std::uint32_t kMask = operand_bytes(64, 64) - 1;  // a power of 2; no buffer is smaller
  const std::uint32_t at = tile * 1237u + row * (columns + 1) + column;
  return (operands[at & kMask] + at) & 7u;
}

// Sixteen 6-bit numbers in a byte each, packed into 12 bytes; 4 bytes of padding behind them (PTX
// ISA, "Packing format used for matrix A and B by .kind::mxf8f6f4 in shared memory").
__device__ inline uint4 packed_six_bit(const uint4& bytes) {
  const std::uint32_t words[4] = {bytes.x, bytes.y, bytes.z, bytes.w};
  std::uint32_t four[4];  // 24 bits each
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t word = words[i];
    four[i] =
        (word & 63u) | (word >> 2 & 63u << 6) | (word >> 4 & 63u << 12) | (word >> 6 & 63u << 18);
  }
  return {four[0] | four[1] << 24, four[1] >> 8 | four[2] << 16, four[2] >> 16 | four[3] << 8, 0};
}

// All threads of the block copy the four tiles to shared memory at `tiles`, a multiple of 1024. To
// be followed by fence.proxy.async and a barrier: the tensor core reads through the async proxy.
template <bool six_bit>
__device__ inline void stage_tiles(unsigned char* tiles, const unsigned char* operands,
                                   std::uint32_t bytes) {
  const std::uint32_t chunks = bytes / kChunkBytes;
#pragma unroll 1
  for (std::uint32_t chunk = threadIdx.x; chunk < chunks; chunk += blockDim.x) {
    const std::uint32_t line = chunk / (kLineBytes / kChunkBytes);
    uint4 numbers = reinterpret_cast<const uint4*>(operands)[chunk];
    if constexpr (six_bit) numbers = packed_six_bit(numbers);
    reinterpret_cast<uint4*>(tiles)[chunk ^ line % kSwizzleLines] = numbers;
  }
}

// The dynamic shared memory from its first multiple of kPatternBytes on; a launch asks for
// kPatternBytes more than the tiles take.
__device__ inline unsigned char* aligned_shared() {
  extern __shared__ __align__(16) unsigned char dynamic_shared[];
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(dynamic_shared));
  return dynamic_shared + (-address & (kPatternBytes - 1));
}

__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// Makes what the threads wrote to shared memory visible to the tensor core.
__device__ inline void fence_async_proxy() { asm volatile("fence.proxy.async;" ::: "memory"); }

}  // namespace ridgeline::kernels
