// Kernels broken on purpose, one property each, under the claims of the right ones: what the
// machine-code tests must find at fault. Compiled as kernels/cpu/x86/avx512.cpp is; never run.
#include <immintrin.h>

#include "kernels/cpu/arithmetic/fma.inl"
#include "kernels/cpu/arithmetic/intensity.inl"
#include "kernels/cpu/memory/chase.inl"
#include "kernels/cpu/memory/read.inl"
#include "kernels/cpu/memory/update.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels {
namespace {

constexpr InstructionSet kSet{isa::kAvx512f, 512, true};
constexpr std::size_t kVector = 64;  // bytes

__m512i load(const std::byte* p) { return _mm512_load_si512(p); }
std::uint64_t low(__m512i a) {
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm512_castsi512_si128(a)));
}

// ---- compute: 16 chains of 8 lanes, 16 steps

struct F64 {
  using Register = __m512d;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = kVector, kChains = 16;

  static Register load(const std::byte* p) { return _mm512_load_pd(p); }
  static void store(std::byte* p, Register a) { _mm512_store_pd(p, a); }
  static void hide(Register& x) { asm volatile("" : "+v"(x)); }
  static Register opaque(double value) {
    Register a = _mm512_set1_pd(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return _mm512_fmadd_pd(x, a, b); }
};

// Opcode: a multiplication and an addition.
struct Separate : F64 {
  static Register fma(Register x, Register a, Register b) {
    return _mm512_add_pd(_mm512_mul_pd(x, a), b);
  }
};

// Spill: with the two constants two more than there are registers.
struct Spilled : F64 {
  static constexpr std::size_t kChains = 32;
};

// Width: 256 bits, twice as many operations.
struct Narrower {
  struct Register {
    __m256d low, high;
  };
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = kVector, kChains = 6;

  static Register load(const std::byte* p) {
    const auto* numbers = reinterpret_cast<const double*>(p);
    return {_mm256_load_pd(numbers), _mm256_load_pd(numbers + 4)};
  }
  static void store(std::byte* p, Register a) {
    auto* numbers = reinterpret_cast<double*>(p);
    _mm256_store_pd(numbers, a.low);
    _mm256_store_pd(numbers + 4, a.high);
  }
  static void hide(Register& x) { asm volatile("" : "+v"(x.low), "+v"(x.high)); }
  static Register opaque(double value) {
    Register a{_mm256_set1_pd(value), _mm256_set1_pd(value)};
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) {
    return {_mm256_fmadd_pd(x.low, a.low, b.low), _mm256_fmadd_pd(x.high, a.high, b.high)};
  }
};

// Count: fewer steps; or fewer chains, as compilers make of those that start from the same value.
template <std::uint64_t steps, std::size_t chains>
std::uint64_t run_some(const Slice& slice, std::uint64_t passes) {
  std::byte* const base = first_array(slice);
  const __m512d a = F64::opaque(kFactor<double>);
  const __m512d b = F64::opaque(kAddend<double>);
  __m512d x[chains];
#pragma GCC unroll 32
  for (std::size_t i = 0; i < chains; ++i) x[i] = F64::load(base + i * kVector);
  for (; passes != 0; --passes) {
#pragma GCC unroll 32
    for (std::uint64_t step = 0; step < steps; ++step) {
#pragma GCC unroll 32
      for (auto& chain : x) chain = F64::fma(chain, a, b);
    }
  }
#pragma GCC unroll 32
  for (std::size_t i = 0; i < F64::kChains; ++i) F64::store(base + i * kVector, x[i % chains]);
  return word_at(base);
}

// ---- reads

struct Bits {
  using Register = __m512i;
  static constexpr std::size_t kBytes = kVector;
  static constexpr std::size_t kReadLines = 4;

  static Register load(const std::byte* p) { return _mm512_load_si512(p); }
  static void store(std::byte* p, Register a) { _mm512_store_si512(p, a); }
  static Register zero() { return _mm512_setzero_si512(); }
  static Register all(std::uint64_t word) {
    return _mm512_set1_epi64(static_cast<std::int64_t>(word));
  }
  static Register combine(Register a, Register b) { return _mm512_xor_si512(a, b); }
  static Register combine(Register a, Register b, Register c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
  }
  static Register scramble(Register a) { return a; }
  static std::uint64_t fold(Register a) { return low(a); }
};

// Opcode: additions where XOR is claimed.
struct Added : Bits {
  static Register combine(Register a, Register b) { return _mm512_add_epi64(a, b); }
  static Register combine(Register a, Register b, Register c) {
    return _mm512_add_epi64(a, _mm512_add_epi64(b, c));
  }
};

// Width: each vector as two halves.
struct NarrowerBits {
  struct Register {
    __m256i low, high;
  };
  static constexpr std::size_t kBytes = kVector;
  static constexpr std::size_t kReadLines = 4;

  static Register load(const std::byte* p) {
    const auto* halves = reinterpret_cast<const __m256i*>(p);
    return {_mm256_load_si256(halves), _mm256_load_si256(halves + 1)};
  }
  static Register zero() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
  static Register combine(Register a, Register b) {
    return {_mm256_xor_si256(a.low, b.low), _mm256_xor_si256(a.high, b.high)};
  }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
  static Register scramble(Register a) { return a; }
  static std::uint64_t fold(Register a) {
    const __m256i both = _mm256_xor_si256(a.low, a.high);
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(both)));
  }
};

// A loop over the slice whose rounds add what `round` gives for their position.
template <class Round>
[[gnu::always_inline]] inline std::uint64_t read_by(const Slice& slice, std::uint64_t passes,
                                                    std::size_t step, Round round) {
  const std::byte* const base = first_array(slice);
  const std::byte* const end = base + slice.elements * 8;
  __m512i sum = _mm512_setzero_si512();
  for (; passes != 0; --passes) {
    for (const std::byte* p = base; p != end; p += step) sum = round(sum, p);
  }
  return low(sum);
}

// Count: every other line is left out.
std::uint64_t run_every_other(const Slice& slice, std::uint64_t passes) {
  return read_by(slice, passes, 256, [](__m512i sum, const std::byte* p) {
    return Bits::combine(sum, load(p), load(p + 128));
  });
}

// Count: the number of loads is right, but one line is read twice and another never.
std::uint64_t run_twice(const Slice& slice, std::uint64_t passes) {
  return read_by(slice, passes, 256, [](__m512i sum, const std::byte* p) {
    const __m512i first = Bits::combine(sum, load(p), load(p + 64));
    asm volatile("" ::: "memory");
    return Bits::combine(first, load(p + 64), load(p + 192));
  });
}

// Hoisted: the loads stand before the loop.
std::uint64_t run_hoisted(const Slice& slice, std::uint64_t passes) {
  const std::byte* const base = first_array(slice);
  const __m512i one = load(base);
  const __m512i other = load(base + 64);
  return read_by(slice, passes, 128, [=](__m512i sum, const std::byte*) {
    __m512i next = Bits::combine(sum, one, other);
    asm volatile("" : "+v"(next));  // or the sums cancel, and the loop is gone altogether
    return next;
  });
}

// Address: base and index, which splits a load that an operation is fused with.
std::uint64_t run_indexed(const Slice& slice, std::uint64_t passes) {
  const std::byte* const base = first_array(slice);
  const std::size_t bytes = slice.elements * 8;
  __m512i sum = _mm512_setzero_si512();
  for (; passes != 0; --passes) {
    for (std::size_t at = 0; at != bytes; at += 64) {
      asm volatile("vpxorq (%1,%2), %0, %0" : "+v"(sum) : "r"(base), "r"(at) : "memory");
    }
  }
  return low(sum);
}

// Reference: compiled for the wide instruction set like all around it.
std::uint64_t wide_reference(const Slice& slice, std::uint64_t passes) {
  return read_by(slice, passes, 64,
                 [](__m512i sum, const std::byte* p) { return Bits::combine(sum, load(p)); });
}

// ---- updates and intensities

// FMA: numbers times minus one, plus zero.
struct Multiplied : Bits {
  static Register combine(Register, Register a) {
    const __m512d minus = _mm512_castsi512_pd(all(kSign));
    return _mm512_castpd_si512(_mm512_fmadd_pd(_mm512_castsi512_pd(a), minus, _mm512_setzero_pd()));
  }
};

// Count: vectors without an FMA are not hidden from the compiler, which leaves them alone.
struct Unseen : F64 {
  static void hide(Register&) {}
  static Register opaque(double value) { return F64::opaque(value); }
};

// Eliminated: nothing is stored.
struct Unstored : F64 {
  static void store(std::byte*, Register a) { hide(a); }
};

// ---- chases

// Count: two loads where one is claimed.
std::uint64_t run_two(const Slice& slice, std::uint64_t passes) {
  const std::byte* at = first_array(slice);
  for (std::uint64_t left = slice.elements * passes; left != 0; --left) {
    at = pointer_at(pointer_at(at));
  }
  return word_at(at);
}

// Opcode: the next address does not come from the line.
std::uint64_t run_beside(const Slice& slice, std::uint64_t passes) {
  const std::byte* at = first_array(slice);
  std::uint64_t sum = 0;
  for (std::uint64_t left = slice.elements * passes; left != 0; --left) {
    sum += word_at(at);
    at += kLine;
  }
  return sum;
}

constexpr Kernel with_entry(Kernel row, CpuEntry run, CpuEntry reference) {
  auto& backend = std::get<CpuBackend>(row.backend);
  backend.run = run;
  backend.reference = reference;
  return row;
}

constexpr Kernel kRead = read_row<Bits>("", "mutant", kSet);
constexpr Kernel kFma = fma_row<F64>("", "mutant", kSet);
constexpr Kernel kChase = chase_row("", "mutant", {0, 64, true}, false);

constexpr Kernel named(std::string_view name, Kernel row) {
  row.name = name;
  return row;
}

constinit const Kernel mutants[] = {
    fma_row<Separate>("fma_separate_f64_mutant", "mutant", kSet),
    named("fma_fewer_f64_mutant",
          with_entry(kFma, run_some<kSteps / 2, F64::kChains>, arith_reference<F64, Fma>)),
    named("fma_merged_f64_mutant",
          with_entry(kFma, run_some<kSteps, F64::kChains / 4>, arith_reference<F64, Fma>)),
    fma_row<Narrower>("fma_narrower_f64_mutant", "mutant", kSet),
    fma_row<Spilled>("fma_spilled_f64_mutant", "mutant", kSet),
    read_row<Added>("read_added_u64_mutant", "mutant", kSet),
    named("read_every_other_u64_mutant", with_entry(kRead, run_every_other, read_reference)),
    named("read_twice_u64_mutant", with_entry(kRead, run_twice, read_reference)),
    read_row<NarrowerBits>("read_narrower_u64_mutant", "mutant", kSet),
    named("read_hoisted_u64_mutant", with_entry(kRead, run_hoisted, read_reference)),
    named("read_indexed_u64_mutant", with_entry(kRead, run_indexed, read_reference)),
    named("read_reference_u64_mutant", with_entry(kRead, run_read<Bits>, wide_reference)),
    update_row<Multiplied>("update_multiplied_u64_mutant", "mutant", kSet),
    intensity_row<Unseen, 1, 4>("intensity_k0.25_unseen_f64_mutant", "mutant", kSet),
    named("intensity_k64_short_f64_mutant",
          with_entry(intensity_row<F64, 64>("", "mutant", kSet), run_intensity<F64, 48, 1>,
                     arith_reference<F64, Fma>)),
    intensity_row<Unstored, 4>("intensity_k4_unstored_f64_mutant", "mutant", kSet),
    named("chase_two_ptr_mutant", with_entry(kChase, run_two, chase_reference)),
    named("chase_beside_ptr_mutant", with_entry(kChase, run_beside, chase_reference)),
};
constinit const KernelTable table{mutants, sizeof mutants / sizeof mutants[0]};

}  // namespace

constinit const KernelTable* const all_tables[] = {&table};
constinit const std::size_t all_tables_count = 1;

}  // namespace ridgeline::kernels
