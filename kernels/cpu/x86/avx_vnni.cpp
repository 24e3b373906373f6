// Dot products of bytes in 256-bit vectors without AVX-512: AVX-VNNI, always VEX-encoded.
#include <immintrin.h>

#include "kernels/cpu/arithmetic/dot.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::avx_vnni {
namespace {

constexpr InstructionSet kSet{isa::kAvxVnni, 256, false};

struct I8 {
  using Register = __m256i;
  using Element = std::uint32_t;
  static constexpr Precision kOperands = Precision::int8, kPrecision = Precision::int32;
  static constexpr std::size_t kBytes = 32, kMostChains = 14;

  static Register load(const std::byte* p) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(p));
  }
  static void store(std::byte* p, Register a) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(p), a);
  }
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  static Register words(const Operands& operands) {
    Register a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(operands.lane));
    hide(a);
    return a;
  }
  static Register dot(Register x, Register a, Register b) {
    return _mm256_dpbusd_avx_epi32(x, a, b);
  }
};

constinit const Kernel kernels[] = {
    dot_row<I8, BytesDot>("dot_i8_avx2", "dot-avx2", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::avx_vnni
