// Kernels of 256-bit vectors: AVX2 for bits, FMA3 for numbers.
#include <immintrin.h>

#include "kernels/cpu/fma.inl"
#include "kernels/cpu/intensity.inl"
#include "kernels/cpu/read.inl"
#include "kernels/cpu/tables.hpp"
#include "kernels/cpu/update.inl"

namespace ridgeline::avx2 {
namespace {

constexpr InstructionSet kBitSet{isa::kAvx2, 256, false};
constexpr InstructionSet kSet{isa::kAvx2 | isa::kFma, 256, false};

struct Bits {
  using Register = __m256i;
  static constexpr std::size_t kBytes = 32;
  static constexpr std::size_t kReadLines = 32, kUpdateLines = 8;

  static Register load(const std::byte* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store(std::byte* p, Register a) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static Register zero() { return _mm256_setzero_si256(); }
  static Register sign() { return _mm256_set1_epi64x(std::int64_t{1} << 63); }
  static Register combine(Register a, Register b) { return _mm256_xor_si256(a, b); }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
  static Register scramble(Register a) {
    a = combine(a, _mm256_slli_epi64(a, 13));
    a = combine(a, _mm256_srli_epi64(a, 7));
    return combine(a, _mm256_slli_epi64(a, 17));
  }
  static std::uint64_t fold(Register a) {
    alignas(32) std::uint64_t lanes[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), a);
    return lanes[0] ^ lanes[1] ^ lanes[2] ^ lanes[3];
  }
};

struct F64 {
  using Register = __m256d;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = 32, kChains = 12;

  static Register load(const std::byte* p) {
    return _mm256_load_pd(reinterpret_cast<const double*>(p));
  }
  static void store(std::byte* p, Register a) { _mm256_store_pd(reinterpret_cast<double*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(double value) {
    Register a = _mm256_set1_pd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm256_fmadd_pd(x, a, b); }
};

struct F32 {
  using Register = __m256;
  using Element = float;
  static constexpr Precision kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = 32, kChains = 12;

  static Register load(const std::byte* p) {
    return _mm256_load_ps(reinterpret_cast<const float*>(p));
  }
  static void store(std::byte* p, Register a) { _mm256_store_ps(reinterpret_cast<float*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(float value) {
    Register a = _mm256_set1_ps(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm256_fmadd_ps(x, a, b); }
};

constinit const Kernel kernels[] = {
    read_row<Bits>("read_u64_avx2", "avx2", kBitSet),
    update_row<Bits>("update_u64_avx2", "update-avx2", kBitSet),
    fma_row<F64>("fma_f64_avx2", "fma-avx2", kSet),
    fma_row<F32>("fma_f32_avx2", "fma-avx2", kSet),
    intensity_row<F64, 1, 4>("intensity_k0.25_f64_avx2", "k0.25-avx2", kSet),
    intensity_row<F64, 1, 2>("intensity_k0.5_f64_avx2", "k0.5-avx2", kSet),
    intensity_row<F64, 1>("intensity_k1_f64_avx2", "k1-avx2", kSet),
    intensity_row<F64, 2>("intensity_k2_f64_avx2", "k2-avx2", kSet),
    intensity_row<F64, 4>("intensity_k4_f64_avx2", "k4-avx2", kSet),
    intensity_row<F64, 8>("intensity_k8_f64_avx2", "k8-avx2", kSet),
    intensity_row<F64, 16>("intensity_k16_f64_avx2", "k16-avx2", kSet),
    intensity_row<F64, 32>("intensity_k32_f64_avx2", "k32-avx2", kSet),
    intensity_row<F64, 64>("intensity_k64_f64_avx2", "k64-avx2", kSet),
    intensity_row<F64, 128>("intensity_k128_f64_avx2", "k128-avx2", kSet),
    intensity_row<F64, 256>("intensity_k256_f64_avx2", "k256-avx2", kSet),
    intensity_row<F32, 1, 4>("intensity_k0.25_f32_avx2", "k0.25-avx2", kSet),
    intensity_row<F32, 1, 2>("intensity_k0.5_f32_avx2", "k0.5-avx2", kSet),
    intensity_row<F32, 1>("intensity_k1_f32_avx2", "k1-avx2", kSet),
    intensity_row<F32, 2>("intensity_k2_f32_avx2", "k2-avx2", kSet),
    intensity_row<F32, 4>("intensity_k4_f32_avx2", "k4-avx2", kSet),
    intensity_row<F32, 8>("intensity_k8_f32_avx2", "k8-avx2", kSet),
    intensity_row<F32, 16>("intensity_k16_f32_avx2", "k16-avx2", kSet),
    intensity_row<F32, 32>("intensity_k32_f32_avx2", "k32-avx2", kSet),
    intensity_row<F32, 64>("intensity_k64_f32_avx2", "k64-avx2", kSet),
    intensity_row<F32, 128>("intensity_k128_f32_avx2", "k128-avx2", kSet),
    intensity_row<F32, 256>("intensity_k256_f32_avx2", "k256-avx2", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::avx2
