// Kernels of 512-bit vectors: AVX-512 Foundation only, which every processor with AVX-512 has.
#include <immintrin.h>

#include "kernels/cpu/arithmetic/fma.inl"
#include "kernels/cpu/arithmetic/intensity.inl"
#include "kernels/cpu/arithmetic/mul_add.inl"
#include "kernels/cpu/memory/copy.inl"
#include "kernels/cpu/memory/read.inl"
#include "kernels/cpu/memory/triad.inl"
#include "kernels/cpu/memory/update.inl"
#include "kernels/cpu/memory/write.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::avx512 {
namespace {

constexpr InstructionSet kSet{isa::kAvx512f, 512, true};

struct Bits {
  using Register = __m512i;
  static constexpr std::size_t kBytes = 64;
  static constexpr std::size_t kReadLines = 4;

  static Register load(const std::byte* p) { return _mm512_load_si512(p); }
  static void store(std::byte* p, Register a) { _mm512_store_si512(p, a); }
  static void stream(std::byte* p, Register a) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(p), a);
  }
  static void fence() { _mm_sfence(); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static Register zero() { return _mm512_setzero_si512(); }
  static Register all(std::uint64_t word) {
    return _mm512_set1_epi64(static_cast<std::int64_t>(word));
  }
  static Register combine(Register a, Register b) { return _mm512_xor_si512(a, b); }
  // One operation for two loads: an addition each would keep both vector ports busy all the time.
  static Register combine(Register a, Register b, Register c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);  // the truth table of a ^ b ^ c
  }
  static Register toggle(Register a, Register b, Register mask) {
    return _mm512_ternarylogic_epi64(a, b, mask, 0x78);  // the truth table of a ^ (b & mask)
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
  static constexpr std::size_t kBytes = 64, kChains = 16, kMostChains = 30;

  static Register load(const std::byte* p) {
    return _mm512_load_pd(reinterpret_cast<const double*>(p));
  }
  static void store(std::byte* p, Register a) { _mm512_store_pd(reinterpret_cast<double*>(p), a); }
  static void stream(std::byte* p, Register a) {
    _mm512_stream_pd(reinterpret_cast<double*>(p), a);
  }
  static void fence() { _mm_sfence(); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(double value) {
    Register a = _mm512_set1_pd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm512_fmadd_pd(x, a, b); }
  static Register mul(Register x, Register a) { return _mm512_mul_pd(x, a); }
  static Register add(Register x, Register a) { return _mm512_add_pd(x, a); }
};

struct F32 {
  using Register = __m512;
  using Element = float;
  static constexpr Precision kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = 64, kChains = 16, kMostChains = 30;

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
  static Register mul(Register x, Register a) { return _mm512_mul_ps(x, a); }
  static Register add(Register x, Register a) { return _mm512_add_ps(x, a); }
};

struct I32 {
  using Register = __m512i;
  using Element = std::uint32_t;
  static constexpr Precision kPrecision = Precision::int32;
  static constexpr std::size_t kBytes = 64, kChains = 16, kMostChains = 30;

  static Register load(const std::byte* p) { return Bits::load(p); }
  static void store(std::byte* p, Register a) { Bits::store(p, a); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static Register opaque(std::uint32_t value) {
    Register a = _mm512_set1_epi32(static_cast<int>(value));
    hide(a);
    return a;
  }
  static Register mul(Register x, Register a) { return _mm512_mullo_epi32(x, a); }
  static Register add(Register x, Register a) { return _mm512_add_epi32(x, a); }
};

constinit const Kernel kernels[] = {
    read_row<Bits>("read_u64_avx512", "avx512", kSet),
    update_row<Bits>("update_u64_avx512", "update-avx512", kSet),
    update_by_row<Bits>("update-by_u64_avx512", "update-avx512", kSet),
    copy_row<Bits>("copy_u64_avx512", "copy-avx512", kSet),
    write_row<Bits>("write_u64_avx512", "write-avx512", kSet),
    triad_row<F64>("triad_f64_avx512", "triad-avx512", kSet),
    copy_row<Bits, NonTemporal>("nt-copy_u64_avx512", "nt-copy-avx512", kSet),
    write_row<Bits, NonTemporal>("nt-write_u64_avx512", "nt-write-avx512", kSet),
    triad_row<F64, NonTemporal>("nt-triad_f64_avx512", "nt-triad-avx512", kSet),
    fma_row<F64>("fma_f64_avx512", "fma-avx512", kSet),
    fma_row<F32>("fma_f32_avx512", "fma-avx512", kSet),
    fma_add_row<F64>("fma-add_f64_avx512", "fma-add-avx512", kSet),
    mul_add_row<F64>("mul-add_f64_avx512", "mul-add-avx512", kSet),
    add_row<F64>("add_f64_avx512", "add-avx512", kSet),
    one_fma_row<F64>("fma-one-chain_f64_avx512", "fma-one-chain-avx512", kSet),
    fma_add_row<F32>("fma-add_f32_avx512", "fma-add-avx512", kSet),
    mul_add_row<F32>("mul-add_f32_avx512", "mul-add-avx512", kSet),
    add_row<F32>("add_f32_avx512", "add-avx512", kSet),
    one_fma_row<F32>("fma-one-chain_f32_avx512", "fma-one-chain-avx512", kSet),
    add_row<I32>("add_i32_avx512", "add-avx512", kSet),
    mul_add_row<I32>("mul-add_i32_avx512", "mul-add-avx512", kSet),
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

}  // namespace ridgeline::kernels::avx512
