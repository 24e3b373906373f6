// The instruction sets that kernels ask for, and which of them the running processor offers.
#pragma once

#include <cstdint>
#include <string>

namespace ridgeline::kernels {

namespace isa {
inline constexpr std::uint32_t kX86 = 1u << 0;  // x86-64 baseline: SSE2
inline constexpr std::uint32_t kAvx = 1u << 1;
inline constexpr std::uint32_t kFma = 1u << 2;  // VEX-encoded fused multiply-add (FMA3)
inline constexpr std::uint32_t kAvx2 = 1u << 3;
inline constexpr std::uint32_t kAvx512f = 1u << 4;
inline constexpr std::uint32_t kAvx512Vnni = 1u << 5;
inline constexpr std::uint32_t kAvx512Bf16 = 1u << 6;
inline constexpr std::uint32_t kAvx512Fp16 = 1u << 7;
inline constexpr std::uint32_t kAmxTile = 1u << 8;
inline constexpr std::uint32_t kNeon = 1u << 9;
inline constexpr std::uint32_t kAvxVnni = 1u << 10;
inline constexpr std::uint32_t kAmxInt8 = 1u << 11;
inline constexpr std::uint32_t kAmxBf16 = 1u << 12;
inline constexpr std::uint32_t kAmx = kAmxTile | kAmxInt8 | kAmxBf16;
}  // namespace isa

// Features that both the processor has and the operating system has switched on (XCR0).
std::uint32_t host_features();

// Linux gives a process tile registers (AMX) only on request: each thread's state then grows by
// 8 KiB. Asks once a process; false where the system refuses, or has nothing to ask.
bool tile_data_granted();

// `features` without those that the system refuses to this process. `ask` is called only where
// there is something to ask for.
std::uint32_t granted_features(std::uint32_t features, bool (*ask)() = tile_data_granted);

// "AVX2, FMA": the features in `missing`, for messages.
std::string feature_names(std::uint32_t features);

}  // namespace ridgeline::kernels
