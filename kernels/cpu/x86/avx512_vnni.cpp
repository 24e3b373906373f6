// Dot products of bytes in 512-bit vectors: AVX-512 VNNI.
#include <immintrin.h>

#include "kernels/cpu/arithmetic/dot.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::avx512_vnni {
namespace {

constexpr InstructionSet kSet{isa::kAvx512Vnni, 512, true};

struct I8 {
  using Register = __m512i;
  using Element = std::uint32_t;
  static constexpr Precision kOperands = Precision::int8, kPrecision = Precision::int32;
  static constexpr std::size_t kBytes = 64, kMostChains = 24;

  static Register load(const std::byte* p) { return _mm512_load_si512(p); }
  static void store(std::byte* p, Register a) { _mm512_store_si512(p, a); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static Register words(const Operands& operands) {
    Register a = _mm512_loadu_si512(operands.lane);
    hide(a);
    return a;
  }
  static Register dot(Register x, Register a, Register b) { return _mm512_dpbusd_epi32(x, a, b); }
};

constinit const Kernel kernels[] = {
    dot_row<I8, BytesDot>("dot_i8_avx512", "dot-avx512", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::avx512_vnni
