// Arithmetic from registers, broken on purpose: see basics.cpp. The claims are those of the right
// mixes; each loop differs from them in one thing.
#include <immintrin.h>

#include "kernels/cpu/arithmetic/dot.inl"
#include "kernels/cpu/arithmetic/fma.inl"
#include "kernels/cpu/arithmetic/half.inl"
#include "kernels/cpu/arithmetic/mul_add.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels {
namespace {

constexpr InstructionSet kSet{isa::kAvx512f, 512, true};
constexpr InstructionSet kOne{isa::kAvx | isa::kFma, 64, false};
constexpr InstructionSet kIntegerSet{0, 32, false};
constexpr InstructionSet kVnniSet{isa::kAvx512Vnni, 512, true};
constexpr InstructionSet kTileSet{isa::kAmxInt8, 8192, true};

struct F64 {
  using Register = __m512d;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = 64, kChains = 16, kMostChains = 24;

  static Register load(const std::byte* p) { return _mm512_load_pd(p); }
  static void store(std::byte* p, Register a) { _mm512_store_pd(p, a); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static Register opaque(double value) {
    Register a = _mm512_set1_pd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm512_fmadd_pd(x, a, b); }
  static Register mul(Register x, Register a) { return _mm512_mul_pd(x, a); }
  static Register add(Register x, Register a) { return _mm512_add_pd(x, a); }
};

struct One64 {
  using Register = __m128d;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = sizeof(double), kChains = 12, kMostChains = 14;

  static Register load(const std::byte* p) {
    return _mm_load_sd(reinterpret_cast<const double*>(p));
  }
  static void store(std::byte* p, Register a) { _mm_store_sd(reinterpret_cast<double*>(p), a); }
  static void hide(Register& x) { asm volatile("" : "+x"(x)); }
  static Register opaque(double value) {
    Register a = _mm_set_sd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm_fmadd_sd(x, a, b); }
  static Register mul(Register x, Register a) { return _mm_mul_sd(x, a); }
  static Register add(Register x, Register a) { return _mm_add_sd(x, a); }
};

struct I32 {
  using Register = __m512i;
  using Element = std::uint32_t;
  static constexpr Precision kPrecision = Precision::int32, kOperands = Precision::int8;
  static constexpr std::size_t kBytes = 64, kChains = 16, kMostChains = 24;

  static Register load(const std::byte* p) { return _mm512_load_si512(p); }
  static void store(std::byte* p, Register a) { _mm512_store_si512(p, a); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static Register opaque(std::uint32_t value) {
    Register a = _mm512_set1_epi32(static_cast<int>(value));
    hide(a);
    return a;
  }
  static Register words(const Operands& operands) {
    Register a = _mm512_loadu_si512(operands.lane);
    hide(a);
    return a;
  }
  static Register mul(Register x, Register a) { return _mm512_mullo_epi32(x, a); }
  static Register add(Register x, Register a) { return _mm512_add_epi32(x, a); }
};

// ---- numbers

// FMA: a multiplication and an addition in one, every other step.
template <class V>
struct FusedMulAdd : MulAdd<V> {
  typename V::Register apply(typename V::Register x, std::size_t step) const {
    return step % 2 == 0 ? V::fma(x, this->a, this->b) : V::add(x, this->b);
  }
};

// Count: two of 192 additions are left out, one each of the last two chains.
struct OneAddShort : FmaAdd<F64> {
  F64::Register apply(F64::Register x, std::size_t step) const {
    return step == 37 ? x : FmaAdd<F64>::apply(x, step);
  }
};

// Count: there and back in one addition, every other step.
struct FoldedAdd : Add<F64> {
  F64::Register e = F64::opaque(kForth<double> + kBack<double>);
  F64::Register apply(F64::Register x, std::size_t step) const {
    return step % 2 == 0 ? F64::add(x, e) : x;
  }
};

// Opcode: packed instructions under the claim of single numbers.
struct Packed : One64 {
  static Register add(Register x, Register a) { return _mm_add_pd(x, a); }
};

// Count: multiplications alone under the claim of both.
struct OnlyMultiplied : F64 {
  static Register add(Register x, Register a) { return _mm512_mul_pd(x, a); }
};

// Spill: with the two constants more than there are registers.
struct Spilled : F64 {
  static constexpr std::size_t kMostChains = 32;
};

// Memory: a constant is loaded in each step, from where it is not on the stack.
double one_constant[8] = {1, 1, 1, 1, 1, 1, 1, 1};
struct Loading : F64 {
  static Register mul(Register x, Register) {
    asm volatile("vmulpd %1, %0, %0" : "+v"(x) : "m"(one_constant));
    return x;
  }
};

// Width: half of each register.
struct Half : F64 {
  static Register add(Register x, Register a) {
    __m256d low = _mm512_castpd512_pd256(x);
    asm volatile("vaddpd %1, %0, %0" : "+v"(low) : "v"(_mm512_castpd512_pd256(a)));
    return _mm512_castpd256_pd512(low);
  }
};

// Chain: each chain's additions begin anew from the constants, so that nothing waits for the last.
struct Anew : F64 {
  static Register add(Register x, Register a) {
    asm volatile("vaddpd %1, %1, %0" : "+v"(x) : "v"(a));
    return x;
  }
};

// ---- chains

using Numbers = F64::Register[2];

// Count: two chains of half the steps where one is claimed.
std::uint64_t run_two_chains(const Slice& slice, std::uint64_t passes) {
  const FmaChains<F64, 1> mix;
  Numbers x = {F64::load(first_array(slice)), F64::opaque(1)};
  for (; passes != 0; --passes) {
#pragma GCC unroll 16
    for (std::size_t step = 0; step < kSteps; ++step) {
      x[step % 2] = mix.apply(x[step % 2], step);
      F64::hide(x[step % 2]);
    }
  }
  F64::store(first_array(slice), F64::add(x[0], x[1]));
  return word_at(first_array(slice));
}

// Chain: of sixteen chains, one after the other, each has all of its steps at once.
std::uint64_t run_one_by_one(const Slice& slice, std::uint64_t passes) {
  const Fma<F64> mix;
  F64::Register x[F64::kChains];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < F64::kChains; ++i) x[i] = F64::load(first_array(slice) + i * 64);
  for (; passes != 0; --passes) {
#pragma GCC unroll 16
    for (auto& chain : x) {
#pragma GCC unroll 16
      for (std::size_t step = 0; step < kSteps; ++step) {
        chain = mix.apply(chain, step);
        F64::hide(chain);
      }
    }
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < F64::kChains; ++i) F64::store(first_array(slice) + i * 64, x[i]);
  return word_at(first_array(slice));
}

// ---- integers

// Opcode: 64-bit lanes.
struct WideLanes : I32 {
  static Register add(Register x, Register a) { return _mm512_add_epi64(x, a); }
};

// Width: 64-bit registers under the claim of 32-bit numbers.
struct Long {
  using Register = std::uint64_t;
  using Element = std::uint32_t;
  static constexpr Precision kPrecision = Precision::int32;
  static constexpr std::size_t kBytes = 4, kChains = 8, kMostChains = 8;

  static Register load(const std::byte* p) { return word_at(p); }
  static void store(std::byte* p, Register a) { std::memcpy(p, &a, kBytes); }
  static void hide(Register& x) { asm volatile("" : "+r"(x)); }
  static Register opaque(std::uint32_t value) {
    Register a = value;
    hide(a);
    return a;
  }
  static Register mul(Register x, Register a) { return x * a; }
  static Register add(Register x, Register a) { return x + a; }
};

// Opcode: pairs of 16-bit numbers, and without the sum.
struct Pairs : I32 {
  static Register dot(Register x, Register a, Register) {
    asm volatile("vpdpwssd %1, %1, %0" : "+v"(x) : "v"(a));
    return x;
  }
};
struct Products : I32 {
  static Register dot(Register x, Register a, Register) {
    asm volatile("vpmaddwd %1, %0, %0" : "+v"(x) : "v"(a));
    return x;
  }
};

struct Bf16 {
  using Register = __m512;
  using Pairs = __m512i;
  using Element = float;
  static constexpr Precision kOperands = Precision::bf16, kPrecision = Precision::fp32;
  static constexpr std::size_t kBytes = 64, kMostChains = 24;

  static Register load(const std::byte* p) { return _mm512_load_ps(p); }
  static void store(std::byte* p, Register a) { _mm512_store_ps(p, a); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static Pairs words(const Operands& operands) { return _mm512_loadu_si512(operands.lane); }
  static Pairs all(std::uint32_t word) { return _mm512_set1_epi32(static_cast<int>(word)); }
  static Pairs combine(Pairs a, Pairs b) {
    a = _mm512_xor_si512(a, b);
    asm volatile("" : "+v"(a));
    return a;
  }
  static Register on_grid(Register x) { return x; }
  static Register dot(Register x, Pairs a, Pairs b) {
    asm volatile("vdpbf16ps %1, %2, %0" : "+v"(x) : "v"(b), "v"(a));
    return x;
  }
};

// Opcode: one product of fp32 instead of two of bf16.
struct SinglePrecision : Bf16 {
  static Register dot(Register x, Pairs a, Pairs b) {
    asm volatile("vfmadd231ps %1, %2, %0" : "+v"(x) : "v"(b), "v"(a));
    return x;
  }
};

// Count: the operands' signs stay, and the sums grow until they are no longer exact.
struct OneSigned : Bf16 {
  static Pairs combine(Pairs a, Pairs) { return a; }
};

// Opcode: half as many numbers, of fp32.
struct F16 : Bf16 {
  using Element = std::uint16_t;
  static constexpr Precision kPrecision = Precision::fp16;
  static constexpr std::size_t kChains = 16;

  static Register opaque(std::uint16_t bits) { return _mm512_set1_ps(bits); }
  static Register between(Register x, std::uint16_t, std::uint16_t) { return x; }
  static Register fma(Register x, Register a, Register b) { return _mm512_fmadd_ps(x, a, b); }
};

// Count: of four tiles three are added to.
template <bool all>
std::uint64_t run_tiles(const Slice&, std::uint64_t passes) {
  for (; passes != 0; --passes) {
#pragma GCC unroll 16
    for (std::size_t step = 0; step < kSteps; ++step) {
      asm volatile("tdpbssd %tmm5, %tmm4, %tmm0");
      asm volatile("tdpbssd %tmm5, %tmm4, %tmm1");
      asm volatile("tdpbssd %tmm5, %tmm4, %tmm2");
      if (all) asm volatile("tdpbsud %tmm5, %tmm4, %tmm3");
    }
  }
  return 0;
}

constexpr Kernel tiles(std::string_view name, CpuEntry run) {
  Kernel row = common_row(name, "mutant", kTileSet, {run, arith_reference<F64, Fma>, nullptr});
  row.family = Family::compute;
  row.precision = Precision::int8;
  row.accumulate = Precision::int32;
  row.work = {.operations = 2.0 * 4 * 16 * kSteps};
  row.element_bytes = 4;
  row.quantum = 4 * 256;
  return row;
}

// The claims of `row`, on other machine code.
constexpr Kernel broken(std::string_view name, Kernel row, CpuEntry run) {
  row.name = name;
  std::get<CpuBackend>(row.backend).run = run;
  return row;
}

template <class Mix>
struct Broken {
  template <class V>
  using Of = Mix;
};

// A vector whose mix is claimed by that of another: F64's.
template <class Mix>
constexpr Kernel of_mix(std::string_view name, Kernel row) {
  return broken(name, row, run_arith<F64, Broken<Mix>::template Of>);
}

constinit const Kernel mutants[] = {
    broken("mul-add_fused_f64_mutant", mul_add_row<F64>("", "mutant", kSet),
           run_arith<F64, FusedMulAdd>),
    mul_add_row<OnlyMultiplied>("mul-add_multiplied_f64_mutant", "mutant", kSet),
    mul_add_row<Spilled>("mul-add_spilled_f64_mutant", "mutant", kSet),
    mul_add_row<Loading>("mul-add_loading_f64_mutant", "mutant", kSet),
    of_mix<OneAddShort>("fma-add_short_f64_mutant", fma_add_row<F64>("", "mutant", kSet)),
    of_mix<FoldedAdd>("add_folded_f64_mutant", add_row<F64>("", "mutant", kSet)),
    add_row<Packed>("add_packed_f64_mutant", "mutant", kOne),
    add_row<Half>("add_half_f64_mutant", "mutant", kSet),
    add_row<Anew>("add_anew_f64_mutant", "mutant", kSet),
    broken("fma-one-chain_two_f64_mutant", one_fma_row<F64>("", "mutant", kSet), run_two_chains),
    broken("fma_one-by-one_f64_mutant", fma_row<F64>("", "mutant", kSet), run_one_by_one),
    add_row<WideLanes>("add_lanes_i32_mutant", "mutant", kSet),
    add_row<Long>("add_long_i32_mutant", "mutant", kIntegerSet),
    dot_row<Pairs, BytesDot>("dot_pairs_i8_mutant", "mutant", kVnniSet),
    dot_row<Products, BytesDot>("dot_products_i8_mutant", "mutant", kVnniSet),
    dot_row<SinglePrecision, Bf16Dot>("dot_single_bf16_mutant", "mutant", kSet),
    dot_row<OneSigned, Bf16Dot>("dot_one-signed_bf16_mutant", "mutant", kSet),
    arith_row<F16, HalfFma>("fma_single_f16_mutant", "mutant", kSet),
    tiles("dot_three_i8_mutant", run_tiles<false>),
    tiles("dot_unsigned_i8_mutant", run_tiles<true>),
    // Opcode: no mix has this name.
    broken("unknown_f64_mutant", fma_row<F64>("", "mutant", kSet), run_arith<F64, Fma>),
};
constinit const KernelTable table{mutants, sizeof mutants / sizeof mutants[0]};

}  // namespace

constinit const KernelTable* const all_tables[] = {&table};
constinit const std::size_t all_tables_count = 1;

}  // namespace ridgeline::kernels
