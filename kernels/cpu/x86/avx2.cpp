// Kernels of 256-bit vectors: AVX2 for bits, FMA3 for numbers.
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

namespace ridgeline::kernels::avx2 {
namespace {

constexpr InstructionSet kBitSet{isa::kAvx2, 256, false};
constexpr InstructionSet kSet{isa::kAvx2 | isa::kFma, 256, false};

struct Bits {
  using Register = __m256i;
  static constexpr std::size_t kBytes = 32;
  static constexpr std::size_t kReadLines = 32;

  static Register load(const std::byte* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store(std::byte* p, Register a) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static void stream(std::byte* p, Register a) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static void fence() { _mm_sfence(); }
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  static Register zero() { return _mm256_setzero_si256(); }
  static Register all(std::uint64_t word) {
    return _mm256_set1_epi64x(static_cast<std::int64_t>(word));
  }
  static Register combine(Register a, Register b) { return _mm256_xor_si256(a, b); }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
  static Register toggle(Register a, Register b, Register mask) {
    return combine(a, _mm256_and_si256(b, mask));
  }
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
  static constexpr std::size_t kBytes = 32, kChains = 12, kMostChains = 14;

  static Register load(const std::byte* p) {
    return _mm256_load_pd(reinterpret_cast<const double*>(p));
  }
  static void store(std::byte* p, Register a) { _mm256_store_pd(reinterpret_cast<double*>(p), a); }
  static void stream(std::byte* p, Register a) {
    _mm256_stream_pd(reinterpret_cast<double*>(p), a);
  }
  static void fence() { _mm_sfence(); }
  // From here on the compiler knows nothing of the value.
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  // The value in all lanes, in a register.
  static Register opaque(double value) {
    Register a = _mm256_set1_pd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm256_fmadd_pd(x, a, b); }
  static Register mul(Register x, Register a) { return _mm256_mul_pd(x, a); }
  static Register add(Register x, Register a) { return _mm256_add_pd(x, a); }
};

struct F32 {
  using Register = __m256;
  using Element = float;
  static constexpr Precision kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = 32, kChains = 12, kMostChains = 14;

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
  static Register mul(Register x, Register a) { return _mm256_mul_ps(x, a); }
  static Register add(Register x, Register a) { return _mm256_add_ps(x, a); }
};

struct I32 {
  using Register = __m256i;
  using Element = std::uint32_t;
  static constexpr Precision kPrecision = Precision::int32;
  static constexpr std::size_t kBytes = 32, kChains = 12, kMostChains = 14;

  static Register load(const std::byte* p) { return Bits::load(p); }
  static void store(std::byte* p, Register a) { Bits::store(p, a); }
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  static Register opaque(std::uint32_t value) {
    Register a = _mm256_set1_epi32(static_cast<int>(value));
    hide(a);
    return a;
  }
  static Register mul(Register x, Register a) { return _mm256_mullo_epi32(x, a); }
  static Register add(Register x, Register a) { return _mm256_add_epi32(x, a); }
};

constinit const Kernel kernels[] = {
    read_row<Bits>("read_u64_avx2", "avx2", kBitSet),
    update_row<Bits>("update_u64_avx2", "update-avx2", kBitSet),
    update_by_row<Bits>("update-by_u64_avx2", "update-avx2", kBitSet),
    copy_row<Bits>("copy_u64_avx2", "copy-avx2", kBitSet),
    write_row<Bits>("write_u64_avx2", "write-avx2", kBitSet),
    triad_row<F64>("triad_f64_avx2", "triad-avx2", kSet),
    copy_row<Bits, NonTemporal>("nt-copy_u64_avx2", "nt-copy-avx2", kBitSet),
    write_row<Bits, NonTemporal>("nt-write_u64_avx2", "nt-write-avx2", kBitSet),
    triad_row<F64, NonTemporal>("nt-triad_f64_avx2", "nt-triad-avx2", kSet),
    fma_row<F64>("fma_f64_avx2", "fma-avx2", kSet),
    fma_row<F32>("fma_f32_avx2", "fma-avx2", kSet),
    fma_add_row<F64>("fma-add_f64_avx2", "fma-add-avx2", kSet),
    mul_add_row<F64>("mul-add_f64_avx2", "mul-add-avx2", kSet),
    add_row<F64>("add_f64_avx2", "add-avx2", kSet),
    one_fma_row<F64>("fma-one-chain_f64_avx2", "fma-one-chain-avx2", kSet),
    fma_add_row<F32>("fma-add_f32_avx2", "fma-add-avx2", kSet),
    mul_add_row<F32>("mul-add_f32_avx2", "mul-add-avx2", kSet),
    add_row<F32>("add_f32_avx2", "add-avx2", kSet),
    one_fma_row<F32>("fma-one-chain_f32_avx2", "fma-one-chain-avx2", kSet),
    add_row<I32>("add_i32_avx2", "add-avx2", kBitSet),
    mul_add_row<I32>("mul-add_i32_avx2", "mul-add-avx2", kBitSet),
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

}  // namespace ridgeline::kernels::avx2
