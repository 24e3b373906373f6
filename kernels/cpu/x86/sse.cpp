// Kernels of 128-bit vectors for any x86-64: SSE2.
#include <emmintrin.h>

#include "kernels/cpu/memory/copy.inl"
#include "kernels/cpu/memory/read.inl"
#include "kernels/cpu/memory/update.inl"
#include "kernels/cpu/memory/write.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels::sse {
namespace {

constexpr InstructionSet kSet{isa::kX86, 128, false};

struct Bits {
  using Register = __m128i;
  static constexpr std::size_t kBytes = 16;
  static constexpr std::size_t kReadLines = 16;

  static Register load(const std::byte* p) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(p));
  }
  static void store(std::byte* p, Register a) { _mm_store_si128(reinterpret_cast<__m128i*>(p), a); }
  static void stream(std::byte* p, Register a) {
    _mm_stream_si128(reinterpret_cast<__m128i*>(p), a);
  }
  static void fence() { _mm_sfence(); }
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  static Register zero() { return _mm_setzero_si128(); }
  static Register all(std::uint64_t word) {
    return _mm_set1_epi64x(static_cast<std::int64_t>(word));
  }
  static Register combine(Register a, Register b) { return _mm_xor_si128(a, b); }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
  static Register toggle(Register a, Register b, Register mask) {
    return combine(a, _mm_and_si128(b, mask));
  }
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
    update_by_row<Bits>("update-by_u64_sse", "update-sse", kSet),
    copy_row<Bits>("copy_u64_sse", "copy-sse", kSet),
    write_row<Bits>("write_u64_sse", "write-sse", kSet),
    copy_row<Bits, NonTemporal>("nt-copy_u64_sse", "nt-copy-sse", kSet),
    write_row<Bits, NonTemporal>("nt-write_u64_sse", "nt-write-sse", kSet),
};

}  // namespace

constinit const KernelTable table{kernels, sizeof kernels / sizeof kernels[0]};

}  // namespace ridgeline::kernels::sse
