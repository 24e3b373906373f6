// Arithmetic on single numbers and on 128-bit vectors. FMA3 has no encoding without VEX, so these
// need AVX and FMA, and live apart from what runs on any x86-64; what they are compared with is
// encoded alike.
#include <immintrin.h>

#include "kernels/cpu/arithmetic/fma.inl"
#include "kernels/cpu/arithmetic/intensity.inl"
#include "kernels/cpu/arithmetic/mul_add.inl"
#include "kernels/cpu/memory/triad.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::fma128 {
namespace {

constexpr std::uint32_t kFeatures = isa::kAvx | isa::kFma;
constexpr InstructionSet kOne{kFeatures, 64, false};
constexpr InstructionSet kOneSingle{kFeatures, 32, false};
constexpr InstructionSet kSet{kFeatures, 128, false};
// Without fused operations AVX is enough.
constexpr InstructionSet kAvxOne{isa::kAvx, 64, false}, kAvxOneSingle{isa::kAvx, 32, false};
constexpr InstructionSet kAvxSet{isa::kAvx, 128, false};

// Single numbers in the intensity kernels, which leave registers free.
template <class T>
struct Number {
  using Register = T;
  using Element = T;
  static constexpr Precision kPrecision = sizeof(T) == 8 ? Precision::fp64 : Precision::fp32;
  static constexpr std::size_t kBytes = sizeof(T), kChains = 12;

  static T load(const std::byte* p) {
    T x;
    std::memcpy(&x, p, sizeof x);
    return x;
  }
  static void store(std::byte* p, T x) { std::memcpy(p, &x, sizeof x); }
  static void hide(T& x) { asm volatile("" : "+x"(x)); }
  static T opaque(T x) {
    hide(x);
    return x;
  }
  static T fma(T x, T a, T b) {
    if constexpr (sizeof(T) == 8) {
      return __builtin_fma(x, a, b);
    } else {
      return __builtin_fmaf(x, a, b);
    }
  }
};

// Single numbers, each in the lowest lane of a register, for what uses all registers: g++ would
// keep some `double`s in general ones and copy them to and fro. Elsewhere clang would spill these.
struct One64 {
  using Register = __m128d;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = sizeof(double), kChains = 12, kMostChains = 14;

  static Register load(const std::byte* p) {
    return _mm_load_sd(reinterpret_cast<const double*>(p));
  }
  static void store(std::byte* p, Register a) { _mm_store_sd(reinterpret_cast<double*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  static Register opaque(double value) {
    Register a = _mm_set_sd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm_fmadd_sd(x, a, b); }
  static Register mul(Register x, Register a) { return _mm_mul_sd(x, a); }
  static Register add(Register x, Register a) { return _mm_add_sd(x, a); }
};

struct One32 {
  using Register = __m128;
  using Element = float;
  static constexpr Precision kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = sizeof(float), kChains = 12, kMostChains = 14;

  static Register load(const std::byte* p) {
    return _mm_load_ss(reinterpret_cast<const float*>(p));
  }
  static void store(std::byte* p, Register a) { _mm_store_ss(reinterpret_cast<float*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  static Register opaque(float value) {
    Register a = _mm_set_ss(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm_fmadd_ss(x, a, b); }
  static Register mul(Register x, Register a) { return _mm_mul_ss(x, a); }
  static Register add(Register x, Register a) { return _mm_add_ss(x, a); }
};

struct F64 {
  using Register = __m128d;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = 16, kChains = 12, kMostChains = 14;

  static Register load(const std::byte* p) {
    return _mm_load_pd(reinterpret_cast<const double*>(p));
  }
  static void store(std::byte* p, Register a) { _mm_store_pd(reinterpret_cast<double*>(p), a); }
  static void stream(std::byte* p, Register a) { _mm_stream_pd(reinterpret_cast<double*>(p), a); }
  static void fence() { _mm_sfence(); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(double value) {
    Register a = _mm_set1_pd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm_fmadd_pd(x, a, b); }
  static Register mul(Register x, Register a) { return _mm_mul_pd(x, a); }
  static Register add(Register x, Register a) { return _mm_add_pd(x, a); }
};

struct F32 {
  using Register = __m128;
  using Element = float;
  static constexpr Precision kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = 16, kChains = 12, kMostChains = 14;

  static Register load(const std::byte* p) {
    return _mm_load_ps(reinterpret_cast<const float*>(p));
  }
  static void store(std::byte* p, Register a) { _mm_store_ps(reinterpret_cast<float*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(float value) {
    Register a = _mm_set1_ps(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm_fmadd_ps(x, a, b); }
  static Register mul(Register x, Register a) { return _mm_mul_ps(x, a); }
  static Register add(Register x, Register a) { return _mm_add_ps(x, a); }
};

struct I32 {
  using Register = __m128i;
  using Element = std::uint32_t;
  static constexpr Precision kPrecision = Precision::int32;
  static constexpr std::size_t kBytes = 16, kChains = 12, kMostChains = 14;

  static Register load(const std::byte* p) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(p));
  }
  static void store(std::byte* p, Register a) { _mm_store_si128(reinterpret_cast<__m128i*>(p), a); }
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  static Register opaque(std::uint32_t value) {
    Register a = _mm_set1_epi32(static_cast<int>(value));
    hide(a);
    return a;
  }
  static Register mul(Register x, Register a) { return _mm_mullo_epi32(x, a); }
  static Register add(Register x, Register a) { return _mm_add_epi32(x, a); }
};

constinit const Kernel scalar_kernels[] = {
    triad_row<One64>("triad_f64_scalar", "triad-scalar", kOne),
    fma_row<One64>("fma_f64_scalar", "fma-scalar", kOne),
    fma_row<One32>("fma_f32_scalar", "fma-scalar", kOneSingle),
    fma_add_row<One64>("fma-add_f64_scalar", "fma-add-scalar", kOne),
    mul_add_row<One64>("mul-add_f64_scalar", "mul-add-scalar", kAvxOne),
    add_row<One64>("add_f64_scalar", "add-scalar", kAvxOne),
    one_fma_row<One64>("fma-one-chain_f64_scalar", "fma-one-chain-scalar", kOne),
    fma_add_row<One32>("fma-add_f32_scalar", "fma-add-scalar", kOneSingle),
    mul_add_row<One32>("mul-add_f32_scalar", "mul-add-scalar", kAvxOneSingle),
    add_row<One32>("add_f32_scalar", "add-scalar", kAvxOneSingle),
    one_fma_row<One32>("fma-one-chain_f32_scalar", "fma-one-chain-scalar", kOneSingle),
    intensity_row<Number<double>, 1, 4>("intensity_k0.25_f64_scalar", "k0.25-scalar", kOne),
    intensity_row<Number<double>, 1, 2>("intensity_k0.5_f64_scalar", "k0.5-scalar", kOne),
    intensity_row<Number<double>, 1>("intensity_k1_f64_scalar", "k1-scalar", kOne),
    intensity_row<Number<double>, 2>("intensity_k2_f64_scalar", "k2-scalar", kOne),
    intensity_row<Number<double>, 4>("intensity_k4_f64_scalar", "k4-scalar", kOne),
    intensity_row<Number<double>, 8>("intensity_k8_f64_scalar", "k8-scalar", kOne),
    intensity_row<Number<double>, 16>("intensity_k16_f64_scalar", "k16-scalar", kOne),
    intensity_row<Number<double>, 32>("intensity_k32_f64_scalar", "k32-scalar", kOne),
    intensity_row<Number<double>, 64>("intensity_k64_f64_scalar", "k64-scalar", kOne),
    intensity_row<Number<double>, 128>("intensity_k128_f64_scalar", "k128-scalar", kOne),
    intensity_row<Number<double>, 256>("intensity_k256_f64_scalar", "k256-scalar", kOne),
    intensity_row<Number<float>, 1, 4>("intensity_k0.25_f32_scalar", "k0.25-scalar", kOneSingle),
    intensity_row<Number<float>, 1, 2>("intensity_k0.5_f32_scalar", "k0.5-scalar", kOneSingle),
    intensity_row<Number<float>, 1>("intensity_k1_f32_scalar", "k1-scalar", kOneSingle),
    intensity_row<Number<float>, 2>("intensity_k2_f32_scalar", "k2-scalar", kOneSingle),
    intensity_row<Number<float>, 4>("intensity_k4_f32_scalar", "k4-scalar", kOneSingle),
    intensity_row<Number<float>, 8>("intensity_k8_f32_scalar", "k8-scalar", kOneSingle),
    intensity_row<Number<float>, 16>("intensity_k16_f32_scalar", "k16-scalar", kOneSingle),
    intensity_row<Number<float>, 32>("intensity_k32_f32_scalar", "k32-scalar", kOneSingle),
    intensity_row<Number<float>, 64>("intensity_k64_f32_scalar", "k64-scalar", kOneSingle),
    intensity_row<Number<float>, 128>("intensity_k128_f32_scalar", "k128-scalar", kOneSingle),
    intensity_row<Number<float>, 256>("intensity_k256_f32_scalar", "k256-scalar", kOneSingle),
};

constinit const Kernel sse_kernels[] = {
    triad_row<F64>("triad_f64_sse", "triad-sse", kSet),
    triad_row<F64, NonTemporal>("nt-triad_f64_sse", "nt-triad-sse", kSet),
    fma_row<F64>("fma_f64_sse", "fma-sse", kSet),
    fma_row<F32>("fma_f32_sse", "fma-sse", kSet),
    fma_add_row<F64>("fma-add_f64_sse", "fma-add-sse", kSet),
    mul_add_row<F64>("mul-add_f64_sse", "mul-add-sse", kAvxSet),
    add_row<F64>("add_f64_sse", "add-sse", kAvxSet),
    one_fma_row<F64>("fma-one-chain_f64_sse", "fma-one-chain-sse", kSet),
    fma_add_row<F32>("fma-add_f32_sse", "fma-add-sse", kSet),
    mul_add_row<F32>("mul-add_f32_sse", "mul-add-sse", kAvxSet),
    add_row<F32>("add_f32_sse", "add-sse", kAvxSet),
    one_fma_row<F32>("fma-one-chain_f32_sse", "fma-one-chain-sse", kSet),
    add_row<I32>("add_i32_sse", "add-sse", kAvxSet),
    mul_add_row<I32>("mul-add_i32_sse", "mul-add-sse", kAvxSet),
    intensity_row<F64, 1, 4>("intensity_k0.25_f64_sse", "k0.25-sse", kSet),
    intensity_row<F64, 1, 2>("intensity_k0.5_f64_sse", "k0.5-sse", kSet),
    intensity_row<F64, 1>("intensity_k1_f64_sse", "k1-sse", kSet),
    intensity_row<F64, 2>("intensity_k2_f64_sse", "k2-sse", kSet),
    intensity_row<F64, 4>("intensity_k4_f64_sse", "k4-sse", kSet),
    intensity_row<F64, 8>("intensity_k8_f64_sse", "k8-sse", kSet),
    intensity_row<F64, 16>("intensity_k16_f64_sse", "k16-sse", kSet),
    intensity_row<F64, 32>("intensity_k32_f64_sse", "k32-sse", kSet),
    intensity_row<F64, 64>("intensity_k64_f64_sse", "k64-sse", kSet),
    intensity_row<F64, 128>("intensity_k128_f64_sse", "k128-sse", kSet),
    intensity_row<F64, 256>("intensity_k256_f64_sse", "k256-sse", kSet),
    intensity_row<F32, 1, 4>("intensity_k0.25_f32_sse", "k0.25-sse", kSet),
    intensity_row<F32, 1, 2>("intensity_k0.5_f32_sse", "k0.5-sse", kSet),
    intensity_row<F32, 1>("intensity_k1_f32_sse", "k1-sse", kSet),
    intensity_row<F32, 2>("intensity_k2_f32_sse", "k2-sse", kSet),
    intensity_row<F32, 4>("intensity_k4_f32_sse", "k4-sse", kSet),
    intensity_row<F32, 8>("intensity_k8_f32_sse", "k8-sse", kSet),
    intensity_row<F32, 16>("intensity_k16_f32_sse", "k16-sse", kSet),
    intensity_row<F32, 32>("intensity_k32_f32_sse", "k32-sse", kSet),
    intensity_row<F32, 64>("intensity_k64_f32_sse", "k64-sse", kSet),
    intensity_row<F32, 128>("intensity_k128_f32_sse", "k128-sse", kSet),
    intensity_row<F32, 256>("intensity_k256_f32_sse", "k256-sse", kSet),
};

}  // namespace

constinit const KernelTable scalar_table{scalar_kernels,
                                         sizeof scalar_kernels / sizeof scalar_kernels[0]};
constinit const KernelTable sse_table{sse_kernels, sizeof sse_kernels / sizeof sse_kernels[0]};

}  // namespace ridgeline::kernels::fma128
