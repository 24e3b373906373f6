// Dot products of bf16 pairs in 512-bit vectors, added up in fp32: AVX512_BF16.
#include <immintrin.h>

#include "kernels/cpu/arithmetic/dot.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::avx512_bf16 {
namespace {

constexpr InstructionSet kSet{isa::kAvx512Bf16, 512, true};

struct Bf16 {
  using Register = __m512;
  using Pairs = __m512i;
  using Element = float;
  static constexpr Precision kOperands = Precision::bf16, kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = 64, kMostChains = 24;

  static Register load(const std::byte* p) {
    return _mm512_load_ps(reinterpret_cast<const float*>(p));
  }
  static void store(std::byte* p, Register a) { _mm512_store_ps(reinterpret_cast<float*>(p), a); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static void hide(Pairs& x) { asm volatile("" : "+v"(x)); }
  static Pairs words(const Operands& operands) {
    Pairs a = _mm512_loadu_si512(operands.lane);
    hide(a);
    return a;
  }
  static Pairs all(std::uint32_t word) {
    Pairs a = _mm512_set1_epi32(static_cast<int>(word));
    hide(a);
    return a;
  }
  static Pairs combine(Pairs a, Pairs b) { return _mm512_xor_si512(a, b); }
  static Register on_grid(Register x) {
    const Pairs bits = _mm512_and_si512(_mm512_castps_si512(x), all(kGridMask));
    const Register unit = _mm512_set1_ps(kGridUnit);
    return _mm512_fmadd_ps(_mm512_cvtepi32_ps(bits), unit, _mm512_set1_ps(kGridOffset));
  }
  static Register dot(Register x, Pairs a, Pairs b) {
    return _mm512_dpbf16_ps(x, __builtin_bit_cast(__m512bh, a), __builtin_bit_cast(__m512bh, b));
  }
};

constinit const Kernel kernels[] = {
    dot_row<Bf16, Bf16Dot>("dot_bf16_avx512", "dot-avx512", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::avx512_bf16
