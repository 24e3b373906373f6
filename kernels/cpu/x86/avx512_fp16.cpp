// Fused multiply-add on fp16 in 512-bit vectors: AVX512_FP16.
#include <immintrin.h>

#include "kernels/cpu/arithmetic/half.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::avx512_fp16 {
namespace {

constexpr InstructionSet kSet{isa::kAvx512Fp16, 512, true};

struct F16 {
  using Register = __m512h;
  using Element = std::uint16_t;
  static constexpr Precision kPrecision = Precision::fp16;
  static constexpr std::size_t kBytes = 64, kChains = 16;

  static Register load(const std::byte* p) { return _mm512_castsi512_ph(_mm512_load_si512(p)); }
  static void store(std::byte* p, Register a) { _mm512_store_si512(p, _mm512_castph_si512(a)); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static __m512i all(std::uint16_t bits) { return _mm512_set1_epi16(static_cast<short>(bits)); }
  static Register opaque(std::uint16_t bits) {
    Register a = _mm512_castsi512_ph(all(bits));
    hide(a);
    return a;
  }
  static Register between(Register x, std::uint16_t kept, std::uint16_t set) {
    const __m512i bits = _mm512_and_si512(_mm512_castph_si512(x), all(kept));
    return _mm512_castsi512_ph(_mm512_or_si512(bits, all(set)));
  }
  static Register fma(Register x, Register a, Register b) { return _mm512_fmadd_ph(x, a, b); }
};

constinit const Kernel kernels[] = {
    arith_row<F16, HalfFma>("fma_f16_avx512", "fma-avx512", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::avx512_fp16
