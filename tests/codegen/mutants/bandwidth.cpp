// Kernels over several arrays, and stores of either kind, broken on purpose: see basics.cpp.
#include <immintrin.h>

#include "kernels/cpu/memory/copy.inl"
#include "kernels/cpu/memory/triad.inl"
#include "kernels/cpu/memory/update.inl"
#include "kernels/cpu/memory/write.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels {
namespace {

constexpr InstructionSet kSet{isa::kAvx512f, 512, true};

struct Bits {
  using Register = __m512i;
  static constexpr std::size_t kBytes = 64;

  static Register load(const std::byte* p) { return _mm512_load_si512(p); }
  static void store(std::byte* p, Register a) { _mm512_store_si512(p, a); }
  static void stream(std::byte* p, Register a) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(p), a);
  }
  static void fence() { _mm_sfence(); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static Register all(std::uint64_t word) {
    return _mm512_set1_epi64(static_cast<std::int64_t>(word));
  }
  static Register combine(Register a, Register b) { return _mm512_xor_si512(a, b); }
  static Register toggle(Register a, Register b, Register mask) {
    return _mm512_ternarylogic_epi64(a, b, mask, 0x78);
  }
};

struct F64 {
  using Register = __m512d;
  static constexpr std::size_t kBytes = 64;

  static Register load(const std::byte* p) { return _mm512_load_pd(p); }
  static void store(std::byte* p, Register a) { _mm512_store_pd(p, a); }
  static Register opaque(double value) {
    Register a = _mm512_set1_pd(value);
    asm volatile("" : "+v"(a));
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm512_fmadd_pd(x, a, b); }
};

// Width: each vector as two halves.
struct Halves {
  struct Register {
    __m256i low, high;
  };
  static constexpr std::size_t kBytes = 64;

  static Register load(const std::byte* p) {
    const auto* halves = reinterpret_cast<const __m256i*>(p);
    return {_mm256_load_si256(halves), _mm256_load_si256(halves + 1)};
  }
  static void store(std::byte* p, Register a) {
    auto* halves = reinterpret_cast<__m256i*>(p);
    _mm256_store_si256(halves, a.low);
    _mm256_store_si256(halves + 1, a.high);
  }
  static void hide(Register& x) { asm volatile("" : "+v"(x.low), "+v"(x.high)); }
};

// ---- values

// Count: one line is read twice and its neighbour never.
struct CopyTwice : Copy<Bits> {
  using Copy<Bits>::Copy;
  Bits::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    Bits::Register a = Bits::load(at[1] + offset / 128 * 128);
    asm volatile("" : "+v"(a)::"memory");
    return a;
  }
};

// Count: what is copied comes from where it goes.
struct CopyOnto : Copy<Bits> {
  using Copy<Bits>::Copy;
  Bits::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    Bits::Register a = Bits::load(at[0] + offset);
    Bits::hide(a);
    return a;
  }
};

// Opcode: a copy that computes.
struct CopyFlipped : Copy<Bits> {
  using Copy<Bits>::Copy;
  Bits::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    return Bits::combine(Bits::load(at[1] + offset), Bits::all(kSign));
  }
};

// Address: base and index.
struct CopyIndexed : Copy<Bits> {
  using Copy<Bits>::Copy;
  Bits::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    Bits::Register a;
    const std::byte* const from = at[1] + offset;
    asm volatile("vmovdqa64 (%1,%2), %0" : "=v"(a) : "r"(from), "r"(std::size_t{0}) : "memory");
    return a;
  }
};

// Count: one of the two arrays is left out.
struct TriadOfOne : Triad<F64> {
  using Triad<F64>::Triad;
  F64::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    return F64::fma(F64::load(at[2] + offset), scale, scale);
  }
};

// Opcode: a multiplication and an addition.
struct TriadSeparate : Triad<F64> {
  using Triad<F64>::Triad;
  F64::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    const F64::Register product = _mm512_mul_pd(F64::load(at[2] + offset), scale);
    return _mm512_add_pd(F64::load(at[1] + offset), product);
  }
};

// Count: every other vector is loaded, but not computed.
struct TriadHalf : Triad<F64> {
  using Triad<F64>::Triad;
  F64::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    const F64::Register b = F64::load(at[1] + offset);
    F64::Register c = F64::load(at[2] + offset);
    asm volatile("" : "+v"(c));
    return offset % 128 == 0 ? F64::fma(c, scale, b) : b;
  }
};

// Opcode: exponents are combined as well.
struct UpdateByAll : UpdateBy<Bits> {
  using UpdateBy<Bits>::UpdateBy;
  Bits::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    return Bits::combine(Bits::load(at[0] + offset), Bits::load(at[1] + offset));
  }
};

// Count: the other array is not read.
struct UpdateByNone : UpdateBy<Bits> {
  using UpdateBy<Bits>::UpdateBy;
  Bits::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    return Bits::toggle(Bits::load(at[0] + offset), toggled, toggled);
  }
};

// Count: a write that reads.
struct WriteLoading : Write<Bits> {
  using Write<Bits>::Write;
  Bits::Register value(std::byte* const (&at)[kArrays], std::size_t offset) const {
    Bits::Register a = Bits::load(at[0] + offset);
    Bits::hide(a);
    return pattern;
  }
};

// ---- stores

// Count: every other line is left out.
template <class V>
struct EveryOther : Ordinary<V> {
  static void store(std::byte* p, typename V::Register a) { V::store(p + kLine, a); }
};
struct WideBits : Bits {
  static constexpr std::size_t kBytes = 128;
};

// Eliminated: nothing is stored.
template <class V>
struct Never : Ordinary<V> {
  static void store(std::byte*, typename V::Register a) { asm volatile("" ::"v"(a)); }
};

// Stream: ordinary stores where others are claimed, and the other way round.
template <class V>
struct ClaimedOnly : NonTemporal<V> {
  static void store(std::byte* p, typename V::Register a) { V::store(p, a); }
};
template <class V>
struct Unclaimed : NonTemporal<V> {
  static constexpr bool kStreaming = false;
};

// Stream: no fence, one after each line, one where none is needed.
template <class V>
struct Unfenced : NonTemporal<V> {
  static void end_pass() {}
};
template <class V>
struct FencedLines : NonTemporal<V> {
  static void store(std::byte* p, typename V::Register a) {
    V::stream(p, a);
    V::fence();
  }
};
template <class V>
struct Fenced : Ordinary<V> {
  static void end_pass() { V::fence(); }
};

// Tangled: the loop is entered at its start or in the middle.
std::uint64_t run_entered(const Slice& slice, std::uint64_t passes) {
  std::byte* at = array_of(slice, 0);
  const std::byte* const end = at + slice.elements * 8;
  const Bits::Register ones = Bits::all(1);
  if (passes % 2 == 1) goto middle;
again:
  Bits::store(at, ones);
  asm volatile("" : "+r"(at));
middle:
  Bits::store(at + kLine, ones);
  at += 2 * kLine;
  asm volatile("" : "+r"(at)::"memory");
  if (at != end) goto again;
  return 0;
}

constexpr Kernel entered(std::string_view name) {
  Kernel row = write_row<Bits>(name, "mutant", kSet);
  row.backend = CpuBackend{run_entered, write_reference, nullptr};
  return row;
}

template <class V, class Operation, template <class> class Stores = Ordinary>
constexpr Kernel row(std::string_view name, CpuEntry reference) {
  return stream_row<V, Operation, Stores<V>>(name, "mutant", kSet, reference);
}

constinit const Kernel mutants[] = {
    row<Bits, CopyTwice>("copy_twice_u64_mutant", copy_reference),
    row<Bits, CopyOnto>("copy_onto_u64_mutant", copy_reference),
    row<Bits, CopyFlipped>("copy_flipped_u64_mutant", copy_reference),
    row<Bits, CopyIndexed>("copy_indexed_u64_mutant", copy_reference),
    row<Halves, Copy<Halves>>("copy_narrower_u64_mutant", copy_reference),
    row<Bits, Copy<Bits>, Fenced>("copy_fenced_u64_mutant", copy_reference),
    row<Bits, Copy<Bits>, Unfenced>("nt-copy_unfenced_u64_mutant", copy_reference),
    row<Bits, Copy<Bits>, FencedLines>("nt-copy_often_u64_mutant", copy_reference),
    row<F64, TriadOfOne>("triad_one_f64_mutant", triad_reference),
    row<F64, TriadSeparate>("triad_separate_f64_mutant", triad_reference),
    row<F64, TriadHalf>("triad_half_f64_mutant", triad_reference),
    row<Bits, UpdateByAll>("update-by_all_u64_mutant", update_by_reference),
    row<Bits, UpdateByNone>("update-by_none_u64_mutant", update_by_reference),
    row<WideBits, Write<Bits>, EveryOther>("write_half_u64_mutant", write_reference),
    entered("write_entered_u64_mutant"),
    row<Bits, WriteLoading>("write_loading_u64_mutant", write_reference),
    row<Bits, Write<Bits>, Never>("write_never_u64_mutant", write_reference),
    row<Bits, Write<Bits>, Unclaimed>("write_unclaimed_u64_mutant", write_reference),
    row<Bits, Write<Bits>, ClaimedOnly>("nt-write_ordinary_u64_mutant", write_reference),
};
constinit const KernelTable table{mutants, sizeof mutants / sizeof mutants[0]};

}  // namespace

constinit const KernelTable* const all_tables[] = {&table};
constinit const std::size_t all_tables_count = 1;

}  // namespace ridgeline::kernels
