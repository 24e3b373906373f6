// Kernels of 128-bit vectors for any AArch64: Advanced SIMD ("NEON"), which fuses too. Without
// streaming stores: its STNP is a hint, and takes registers by twos.
#include <arm_neon.h>

#include "kernels/cpu/arithmetic/accumulate.inl"
#include "kernels/cpu/arithmetic/intensity.inl"
#include "kernels/cpu/arithmetic/mul_add.inl"
#include "kernels/cpu/memory/copy.inl"
#include "kernels/cpu/memory/read.inl"
#include "kernels/cpu/memory/triad.inl"
#include "kernels/cpu/memory/update.inl"
#include "kernels/cpu/memory/write.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::neon {
namespace {

constexpr InstructionSet kSet{isa::kNeon, 128, true};

struct Bits {
  using Register = uint64x2_t;
  static constexpr std::size_t kBytes = 16;
  static constexpr std::size_t kReadLines = 16;

  static Register load(const std::byte* p) {
    return vld1q_u64(reinterpret_cast<const std::uint64_t*>(p));
  }
  static void store(std::byte* p, Register a) { vst1q_u64(reinterpret_cast<std::uint64_t*>(p), a); }
  static void hide(Register& x) { asm volatile("" : "+w"(x)); }
  static Register zero() { return vdupq_n_u64(0); }
  static Register all(std::uint64_t word) { return vdupq_n_u64(word); }
  static Register combine(Register a, Register b) { return veorq_u64(a, b); }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
  static Register toggle(Register a, Register b, Register mask) {
    return combine(a, vandq_u64(b, mask));
  }
  static Register scramble(Register a) {
    a = combine(a, vshlq_n_u64(a, 13));
    a = combine(a, vshrq_n_u64(a, 7));
    return combine(a, vshlq_n_u64(a, 17));
  }
  static std::uint64_t fold(Register a) { return vgetq_lane_u64(a, 0) ^ vgetq_lane_u64(a, 1); }
};

struct F64 {
  using Register = float64x2_t;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = 16, kChains = 16, kMostChains = 24;

  static Register load(const std::byte* p) { return vld1q_f64(reinterpret_cast<const double*>(p)); }
  static void store(std::byte* p, Register a) { vst1q_f64(reinterpret_cast<double*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+w"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(double value) {
    Register a = vdupq_n_f64(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return vfmaq_f64(b, x, a); }
  static Register mul(Register x, Register a) { return vmulq_f64(x, a); }
  static Register add(Register x, Register a) { return vaddq_f64(x, a); }
};

struct F32 {
  using Register = float32x4_t;
  using Element = float;
  static constexpr Precision kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = 16, kChains = 16, kMostChains = 24;

  static Register load(const std::byte* p) { return vld1q_f32(reinterpret_cast<const float*>(p)); }
  static void store(std::byte* p, Register a) { vst1q_f32(reinterpret_cast<float*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+w"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(float value) {
    Register a = vdupq_n_f32(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return vfmaq_f32(b, x, a); }
  static Register mul(Register x, Register a) { return vmulq_f32(x, a); }
  static Register add(Register x, Register a) { return vaddq_f32(x, a); }
};

// Each step is hidden, or the compiler would make one of several.
struct I32 {
  using Register = uint32x4_t;
  using Element = std::uint32_t;
  static constexpr Precision kPrecision = Precision::int32;
  static constexpr std::size_t kBytes = 16, kChains = 16, kMostChains = 24;

  static Register load(const std::byte* p) {
    return vld1q_u32(reinterpret_cast<const std::uint32_t*>(p));
  }
  static void store(std::byte* p, Register a) { vst1q_u32(reinterpret_cast<std::uint32_t*>(p), a); }
  static void hide(Register& x) { asm volatile("" : "+w"(x)); }
  static Register opaque(std::uint32_t value) {
    Register a = vdupq_n_u32(value);
    hide(a);
    return a;
  }
  static Register mul(Register x, Register a) {
    x = vmulq_u32(x, a);
    hide(x);
    return x;
  }
  static Register add(Register x, Register a) {
    x = vaddq_u32(x, a);
    hide(x);
    return x;
  }
};

constinit const Kernel kernels[] = {
    read_row<Bits>("read_u64_neon", "neon", kSet),
    update_row<Bits>("update_u64_neon", "update-neon", kSet),
    update_by_row<Bits>("update-by_u64_neon", "update-neon", kSet),
    copy_row<Bits>("copy_u64_neon", "copy-neon", kSet),
    write_row<Bits>("write_u64_neon", "write-neon", kSet),
    triad_row<F64>("triad_f64_neon", "triad-neon", kSet),
    accumulate_row<F64>("fma_f64_neon", "fma-neon", kSet),
    accumulate_row<F32>("fma_f32_neon", "fma-neon", kSet),
    accumulate_add_row<F64>("fma-add_f64_neon", "fma-add-neon", kSet),
    mul_add_row<F64>("mul-add_f64_neon", "mul-add-neon", kSet),
    add_row<F64>("add_f64_neon", "add-neon", kSet),
    one_accumulate_row<F64>("fma-one-chain_f64_neon", "fma-one-chain-neon", kSet),
    accumulate_add_row<F32>("fma-add_f32_neon", "fma-add-neon", kSet),
    mul_add_row<F32>("mul-add_f32_neon", "mul-add-neon", kSet),
    add_row<F32>("add_f32_neon", "add-neon", kSet),
    one_accumulate_row<F32>("fma-one-chain_f32_neon", "fma-one-chain-neon", kSet),
    add_row<I32>("add_i32_neon", "add-neon", kSet),
    mul_add_row<I32>("mul-add_i32_neon", "mul-add-neon", kSet),
    intensity_row<F64, 1, 4>("intensity_k0.25_f64_neon", "k0.25-neon", kSet),
    intensity_row<F64, 1, 2>("intensity_k0.5_f64_neon", "k0.5-neon", kSet),
    intensity_row<F64, 1>("intensity_k1_f64_neon", "k1-neon", kSet),
    intensity_row<F64, 2>("intensity_k2_f64_neon", "k2-neon", kSet),
    intensity_row<F64, 4>("intensity_k4_f64_neon", "k4-neon", kSet),
    intensity_row<F64, 8>("intensity_k8_f64_neon", "k8-neon", kSet),
    intensity_row<F64, 16>("intensity_k16_f64_neon", "k16-neon", kSet),
    intensity_row<F64, 32>("intensity_k32_f64_neon", "k32-neon", kSet),
    intensity_row<F64, 64>("intensity_k64_f64_neon", "k64-neon", kSet),
    intensity_row<F64, 128>("intensity_k128_f64_neon", "k128-neon", kSet),
    intensity_row<F64, 256>("intensity_k256_f64_neon", "k256-neon", kSet),
    intensity_row<F32, 1, 4>("intensity_k0.25_f32_neon", "k0.25-neon", kSet),
    intensity_row<F32, 1, 2>("intensity_k0.5_f32_neon", "k0.5-neon", kSet),
    intensity_row<F32, 1>("intensity_k1_f32_neon", "k1-neon", kSet),
    intensity_row<F32, 2>("intensity_k2_f32_neon", "k2-neon", kSet),
    intensity_row<F32, 4>("intensity_k4_f32_neon", "k4-neon", kSet),
    intensity_row<F32, 8>("intensity_k8_f32_neon", "k8-neon", kSet),
    intensity_row<F32, 16>("intensity_k16_f32_neon", "k16-neon", kSet),
    intensity_row<F32, 32>("intensity_k32_f32_neon", "k32-neon", kSet),
    intensity_row<F32, 64>("intensity_k64_f32_neon", "k64-neon", kSet),
    intensity_row<F32, 128>("intensity_k128_f32_neon", "k128-neon", kSet),
    intensity_row<F32, 256>("intensity_k256_f32_neon", "k256-neon", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::neon
