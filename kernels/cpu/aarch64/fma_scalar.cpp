// Arithmetic on single numbers, for processors whose base instruction set has it, fused too
// (AArch64). On x86-64 that needs FMA3, see fma128.cpp.
#include "kernels/cpu/arithmetic/fma.inl"
#include "kernels/cpu/arithmetic/intensity.inl"
#include "kernels/cpu/arithmetic/mul_add.inl"
#include "kernels/cpu/memory/triad.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::fma_scalar {
namespace {

constexpr InstructionSet kOne{isa::kNeon, 64, false};
constexpr InstructionSet kOneSingle{isa::kNeon, 32, false};

struct One64 {
  using Register = double;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = sizeof(double), kChains = 16, kMostChains = 24;

  static Register load(const std::byte* p) {
    Register a;
    std::memcpy(&a, p, sizeof a);
    return a;
  }
  static void store(std::byte* p, Register a) { std::memcpy(p, &a, sizeof a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+w"(x)); }
  static Register opaque(double value) {
    hide(value);
    return value;
  }
  static Register fma(Register x, Register a, Register b) { return __builtin_fma(x, a, b); }
  static Register mul(Register x, Register a) { return x * a; }
  static Register add(Register x, Register a) { return x + a; }
};

struct One32 {
  using Register = float;
  using Element = float;
  static constexpr Precision kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = sizeof(float), kChains = 16, kMostChains = 24;

  static Register load(const std::byte* p) {
    Register a;
    std::memcpy(&a, p, sizeof a);
    return a;
  }
  static void store(std::byte* p, Register a) { std::memcpy(p, &a, sizeof a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+w"(x)); }
  static Register opaque(float value) {
    hide(value);
    return value;
  }
  static Register fma(Register x, Register a, Register b) { return __builtin_fmaf(x, a, b); }
  static Register mul(Register x, Register a) { return x * a; }
  static Register add(Register x, Register a) { return x + a; }
};

constinit const Kernel kernels[] = {
    triad_row<One64>("triad_f64_scalar", "triad-scalar", kOne),
    fma_row<One64>("fma_f64_scalar", "fma-scalar", kOne),
    fma_row<One32>("fma_f32_scalar", "fma-scalar", kOneSingle),
    fma_add_row<One64>("fma-add_f64_scalar", "fma-add-scalar", kOne),
    mul_add_row<One64>("mul-add_f64_scalar", "mul-add-scalar", kOne),
    add_row<One64>("add_f64_scalar", "add-scalar", kOne),
    one_fma_row<One64>("fma-one-chain_f64_scalar", "fma-one-chain-scalar", kOne),
    fma_add_row<One32>("fma-add_f32_scalar", "fma-add-scalar", kOneSingle),
    mul_add_row<One32>("mul-add_f32_scalar", "mul-add-scalar", kOneSingle),
    add_row<One32>("add_f32_scalar", "add-scalar", kOneSingle),
    one_fma_row<One32>("fma-one-chain_f32_scalar", "fma-one-chain-scalar", kOneSingle),
    intensity_row<One64, 1, 4>("intensity_k0.25_f64_scalar", "k0.25-scalar", kOne),
    intensity_row<One64, 1, 2>("intensity_k0.5_f64_scalar", "k0.5-scalar", kOne),
    intensity_row<One64, 1>("intensity_k1_f64_scalar", "k1-scalar", kOne),
    intensity_row<One64, 2>("intensity_k2_f64_scalar", "k2-scalar", kOne),
    intensity_row<One64, 4>("intensity_k4_f64_scalar", "k4-scalar", kOne),
    intensity_row<One64, 8>("intensity_k8_f64_scalar", "k8-scalar", kOne),
    intensity_row<One64, 16>("intensity_k16_f64_scalar", "k16-scalar", kOne),
    intensity_row<One64, 32>("intensity_k32_f64_scalar", "k32-scalar", kOne),
    intensity_row<One64, 64>("intensity_k64_f64_scalar", "k64-scalar", kOne),
    intensity_row<One64, 128>("intensity_k128_f64_scalar", "k128-scalar", kOne),
    intensity_row<One64, 256>("intensity_k256_f64_scalar", "k256-scalar", kOne),
    intensity_row<One32, 1, 4>("intensity_k0.25_f32_scalar", "k0.25-scalar", kOneSingle),
    intensity_row<One32, 1, 2>("intensity_k0.5_f32_scalar", "k0.5-scalar", kOneSingle),
    intensity_row<One32, 1>("intensity_k1_f32_scalar", "k1-scalar", kOneSingle),
    intensity_row<One32, 2>("intensity_k2_f32_scalar", "k2-scalar", kOneSingle),
    intensity_row<One32, 4>("intensity_k4_f32_scalar", "k4-scalar", kOneSingle),
    intensity_row<One32, 8>("intensity_k8_f32_scalar", "k8-scalar", kOneSingle),
    intensity_row<One32, 16>("intensity_k16_f32_scalar", "k16-scalar", kOneSingle),
    intensity_row<One32, 32>("intensity_k32_f32_scalar", "k32-scalar", kOneSingle),
    intensity_row<One32, 64>("intensity_k64_f32_scalar", "k64-scalar", kOneSingle),
    intensity_row<One32, 128>("intensity_k128_f32_scalar", "k128-scalar", kOneSingle),
    intensity_row<One32, 256>("intensity_k256_f32_scalar", "k256-scalar", kOneSingle),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::fma_scalar
