// Kernels of 128-bit vectors for any x86-64: SSE2.
#include <emmintrin.h>

#include "kernels/cpu/read.inl"
#include "kernels/cpu/tables.hpp"
#include "kernels/cpu/update.inl"

namespace ridgeline::sse {
namespace {

constexpr InstructionSet kSet{isa::kX86, 128, false};

struct Bits {
  using Register = __m128i;
  static constexpr std::size_t kBytes = 16;
  static constexpr std::size_t kReadLines = 16, kUpdateLines = 8;

  static Register load(const std::byte* p) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(p));
  }
  static void store(std::byte* p, Register a) { _mm_store_si128(reinterpret_cast<__m128i*>(p), a); }
  static Register zero() { return _mm_setzero_si128(); }
  static Register sign() { return _mm_set1_epi64x(std::int64_t{1} << 63); }
  static Register combine(Register a, Register b) { return _mm_xor_si128(a, b); }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
  static Register scramble(Register a) {
    a = combine(a, _mm_slli_epi64(a, 13));
    a = combine(a, _mm_srli_epi64(a, 7));
    return combine(a, _mm_slli_epi64(a, 17));
  }
  static std::uint64_t fold(Register a) {
    alignas(16) std::uint64_t lanes[2];
    _mm_store_si128(reinterpret_cast<__m128i*>(lanes), a);
    return lanes[0] ^ lanes[1];
  }
};

constinit const Kernel kernels[] = {
    read_row<Bits>("read_u64_sse", "sse", kSet),
    update_row<Bits>("update_u64_sse", "update-sse", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::sse
