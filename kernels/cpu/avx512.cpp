// Kernels of 512-bit vectors: AVX-512 Foundation only, which every processor with AVX-512 has.
#include <immintrin.h>

#include "kernels/cpu/fma.inl"
#include "kernels/cpu/intensity.inl"
#include "kernels/cpu/read.inl"
#include "kernels/cpu/tables.hpp"
#include "kernels/cpu/update.inl"

namespace ridgeline::avx512 {
namespace {

constexpr InstructionSet kSet{isa::kAvx512f, 512, true};

struct Bits {
  using Register = __m512i;
  static constexpr std::size_t kBytes = 64;
  static constexpr std::size_t kReadLines = 4, kUpdateLines = 8;

  static Register load(const std::byte* p) { return _mm512_load_si512(p); }
  static void store(std::byte* p, Register a) { _mm512_store_si512(p, a); }
  static Register zero() { return _mm512_setzero_si512(); }
  static Register sign() { return _mm512_set1_epi64(std::int64_t{1} << 63); }
  static Register combine(Register a, Register b) { return _mm512_xor_si512(a, b); }
  // One operation for two loads: an addition each would keep both vector ports busy all the time.
  static Register combine(Register a, Register b, Register c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);  // the truth table of a ^ b ^ c
  }
  static Register scramble(Register a) {
    a = combine(a, _mm512_slli_epi64(a, 13));
    a = combine(a, _mm512_srli_epi64(a, 7));
    return combine(a, _mm512_slli_epi64(a, 17));
  }
  static std::uint64_t fold(Register a) {
    alignas(64) std::uint64_t lanes[8];
    _mm512_store_si512(lanes, a);
    std::uint64_t all = 0;
#pragma GCC unroll 8
    for (const std::uint64_t lane : lanes) all ^= lane;
    return all;
  }
};

struct F64 {
  using Register = __m512d;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = 64, kChains = 16;

  static Register load(const std::byte* p) {
    return _mm512_load_pd(reinterpret_cast<const double*>(p));
  }
  static void store(std::byte* p, Register a) { _mm512_store_pd(reinterpret_cast<double*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(double value) {
    Register a = _mm512_set1_pd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm512_fmadd_pd(x, a, b); }
};

struct F32 {
  using Register = __m512;
  using Element = float;
  static constexpr Precision kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = 64, kChains = 16;

  static Register load(const std::byte* p) {
    return _mm512_load_ps(reinterpret_cast<const float*>(p));
  }
  static void store(std::byte* p, Register a) { _mm512_store_ps(reinterpret_cast<float*>(p), a); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(float value) {
    Register a = _mm512_set1_ps(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm512_fmadd_ps(x, a, b); }
};

constinit const Kernel kernels[] = {
    read_row<Bits>("read_u64_avx512", "avx512", kSet),
    update_row<Bits>("update_u64_avx512", "update-avx512", kSet),
    fma_row<F64>("fma_f64_avx512", "fma-avx512", kSet),
    fma_row<F32>("fma_f32_avx512", "fma-avx512", kSet),
    intensity_row<F64, 1, 4>("intensity_k0.25_f64_avx512", "k0.25-avx512", kSet),
    intensity_row<F64, 1, 2>("intensity_k0.5_f64_avx512", "k0.5-avx512", kSet),
    intensity_row<F64, 1>("intensity_k1_f64_avx512", "k1-avx512", kSet),
    intensity_row<F64, 2>("intensity_k2_f64_avx512", "k2-avx512", kSet),
    intensity_row<F64, 4>("intensity_k4_f64_avx512", "k4-avx512", kSet),
    intensity_row<F64, 8>("intensity_k8_f64_avx512", "k8-avx512", kSet),
    intensity_row<F64, 16>("intensity_k16_f64_avx512", "k16-avx512", kSet),
    intensity_row<F64, 32>("intensity_k32_f64_avx512", "k32-avx512", kSet),
    intensity_row<F64, 64>("intensity_k64_f64_avx512", "k64-avx512", kSet),
    intensity_row<F64, 128>("intensity_k128_f64_avx512", "k128-avx512", kSet),
    intensity_row<F64, 256>("intensity_k256_f64_avx512", "k256-avx512", kSet),
    intensity_row<F32, 1, 4>("intensity_k0.25_f32_avx512", "k0.25-avx512", kSet),
    intensity_row<F32, 1, 2>("intensity_k0.5_f32_avx512", "k0.5-avx512", kSet),
    intensity_row<F32, 1>("intensity_k1_f32_avx512", "k1-avx512", kSet),
    intensity_row<F32, 2>("intensity_k2_f32_avx512", "k2-avx512", kSet),
    intensity_row<F32, 4>("intensity_k4_f32_avx512", "k4-avx512", kSet),
    intensity_row<F32, 8>("intensity_k8_f32_avx512", "k8-avx512", kSet),
    intensity_row<F32, 16>("intensity_k16_f32_avx512", "k16-avx512", kSet),
    intensity_row<F32, 32>("intensity_k32_f32_avx512", "k32-avx512", kSet),
    intensity_row<F32, 64>("intensity_k64_f32_avx512", "k64-avx512", kSet),
    intensity_row<F32, 128>("intensity_k128_f32_avx512", "k128-avx512", kSet),
    intensity_row<F32, 256>("intensity_k256_f32_avx512", "k256-avx512", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::avx512
