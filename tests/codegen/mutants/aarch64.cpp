// Kernels broken on purpose, one property each, under the claims of the right ones: what the
// machine-code tests of AArch64 must find at fault. Compiled as kernels/cpu/aarch64/neon.cpp is;
// never run.
#include <arm_neon.h>

#include "kernels/cpu/arithmetic/accumulate.inl"
#include "kernels/cpu/arithmetic/intensity.inl"
#include "kernels/cpu/arithmetic/mul_add.inl"
#include "kernels/cpu/memory/chase.inl"
#include "kernels/cpu/memory/copy.inl"
#include "kernels/cpu/memory/read.inl"
#include "kernels/cpu/memory/triad.inl"
#include "kernels/cpu/tables.hpp"

namespace ridgeline::kernels {
namespace {

constexpr InstructionSet kSet{isa::kNeon, 128, true};

struct F64 {
  using Register = float64x2_t;
  using Element = double;
  static constexpr Precision kPrecision = Precision::fp64;
  static constexpr std::size_t kBytes = 16, kChains = 16, kMostChains = 24;

  static Register load(const std::byte* p) { return vld1q_f64(reinterpret_cast<const double*>(p)); }
  static void store(std::byte* p, Register a) { vst1q_f64(reinterpret_cast<double*>(p), a); }
  static void hide(Register& x) { asm volatile("" : "+w"(x)); }
  static Register opaque(double value) {
    Register a = vdupq_n_f64(value);
    hide(a);
    return a;
  }
  static Register fma(Register x, Register a, Register b) { return vfmaq_f64(b, x, a); }
  static Register mul(Register x, Register a) { return vmulq_f64(x, a); }
  static Register add(Register x, Register a) { return vaddq_f64(x, a); }
};

// Opcode: a multiplication and an addition.
struct Separate : F64 {
  static Register fma(Register x, Register a, Register b) { return vaddq_f64(b, vmulq_f64(x, a)); }
};

// FMA: fused where two operations are claimed (one instruction of two is one too many).
struct FusedAdd : F64 {
  static Register add(Register x, Register a) { return vfmaq_f64(x, a, a); }
};

// Spill: with the constants more than there are registers.
struct Spilled : F64 {
  static constexpr std::size_t kChains = 32;
};

// Count: each chain a move besides.
struct Moved : F64 {
  static Register fma(Register x, Register a, Register b) {
    Register copy = b;
    asm volatile("mov %0.16b, %1.16b" : "=w"(copy) : "w"(b));
    return vfmaq_f64(copy, x, a);
  }
};

// Eliminated: nothing is stored.
struct Unstored : F64 {
  static void store(std::byte*, Register a) { hide(a); }
};

struct Bits {
  using Register = uint64x2_t;
  static constexpr std::size_t kBytes = 16, kReadLines = 16;

  static Register load(const std::byte* p) {
    return vld1q_u64(reinterpret_cast<const std::uint64_t*>(p));
  }
  static void store(std::byte* p, Register a) { vst1q_u64(reinterpret_cast<std::uint64_t*>(p), a); }
  static void hide(Register& x) { asm volatile("" : "+w"(x)); }
  static Register zero() { return vdupq_n_u64(0); }
  static Register combine(Register a, Register b) { return veorq_u64(a, b); }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
  static Register scramble(Register a) { return a; }
  static std::uint64_t fold(Register a) { return vgetq_lane_u64(a, 0); }
};

// Opcode: additions where XOR is claimed.
struct Added : Bits {
  static Register combine(Register a, Register b) { return vaddq_u64(a, b); }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
};

// Width: 64 bits under the claim of 128.
struct Narrower {
  using Register = uint64x1_t;
  static constexpr std::size_t kBytes = 8, kReadLines = 8;

  static Register load(const std::byte* p) {
    return vld1_u64(reinterpret_cast<const std::uint64_t*>(p));
  }
  static Register zero() { return vdup_n_u64(0); }
  static Register combine(Register a, Register b) { return veor_u64(a, b); }
  static Register combine(Register a, Register b, Register c) { return combine(combine(a, b), c); }
  static Register scramble(Register a) { return a; }
  static std::uint64_t fold(Register a) { return vget_lane_u64(a, 0); }
};

// A loop over the slice whose rounds combine what `round` gives for their position.
template <class Round>
[[gnu::always_inline]] inline std::uint64_t read_by(const Slice& slice, std::uint64_t passes,
                                                    std::size_t step, Round round) {
  const std::byte* const base = first_array(slice);
  const std::byte* const end = base + slice.elements * 8;
  uint64x2_t sum = vdupq_n_u64(0);
  for (; passes != 0; --passes) {
    for (const std::byte* p = base; p != end; p += step) {
      sum = round(sum, p);
      asm volatile("" : "+w"(sum));
    }
  }
  return vgetq_lane_u64(sum, 0);
}

// Count: every other vector is left out.
std::uint64_t run_every_other(const Slice& slice, std::uint64_t passes) {
  return read_by(slice, passes, 64, [](uint64x2_t sum, const std::byte* p) {
    return Bits::combine(sum, Bits::load(p), Bits::load(p + 32));
  });
}

// Hoisted: the load stands before the loop.
std::uint64_t run_hoisted(const Slice& slice, std::uint64_t passes) {
  const uint64x2_t one = Bits::load(first_array(slice));
  return read_by(slice, passes, 16,
                 [=](uint64x2_t sum, const std::byte*) { return Bits::combine(sum, one); });
}

// Address: base and index.
std::uint64_t run_indexed(const Slice& slice, std::uint64_t passes) {
  const std::byte* const base = first_array(slice);
  return read_by(slice, passes, 16, [=](uint64x2_t sum, const std::byte* p) {
    uint64x2_t loaded;
    asm volatile("ldr %q0, [%1, %2]" : "=w"(loaded) : "r"(base), "r"(p - base) : "memory");
    return Bits::combine(sum, loaded);
  });
}

// Count: the array is copied onto itself.
template <class V>
struct Onto : Copy<V> {
  using Copy<V>::Copy;
  typename V::Register value(std::byte* const (&at)[2], std::size_t offset) const {
    return V::load(at[0] + offset);
  }
};

// Count: two loads where one is claimed.
std::uint64_t run_two(const Slice& slice, std::uint64_t passes) {
  const std::byte* at = first_array(slice);
  for (std::uint64_t left = slice.elements * passes; left != 0; --left) {
    at = pointer_at(pointer_at(at));
  }
  return word_at(at);
}

constexpr Kernel broken(std::string_view name, Kernel row, CpuEntry run) {
  row.name = name;
  std::get<CpuBackend>(row.backend).run = run;
  return row;
}

constexpr Kernel kRead = read_row<Bits>("", "mutant", kSet);

constinit const Kernel mutants[] = {
    accumulate_row<Separate>("fma_separate_f64_mutant", "mutant", kSet),
    accumulate_row<Moved>("fma_moved_f64_mutant", "mutant", kSet),
    accumulate_row<Spilled>("fma_spilled_f64_mutant", "mutant", kSet),
    broken("fma_merged_f64_mutant", accumulate_row<F64>("", "mutant", kSet),
           run_arith<F64, OneAccumulate>),
    mul_add_row<FusedAdd>("mul-add_fused_f64_mutant", "mutant", kSet),
    read_row<Added>("read_added_u64_mutant", "mutant", kSet),
    read_row<Narrower>("read_narrower_u64_mutant", "mutant", kSet),
    broken("read_every_other_u64_mutant", kRead, run_every_other),
    broken("read_hoisted_u64_mutant", kRead, run_hoisted),
    broken("read_indexed_u64_mutant", kRead, run_indexed),
    broken("copy_onto_u64_mutant", copy_row<Bits>("", "mutant", kSet),
           run_stream<Bits, Onto<Bits>, Ordinary<Bits>>),
    triad_row<Separate>("triad_separate_f64_mutant", "mutant", kSet),
    intensity_row<Unstored, 4>("intensity_k4_unstored_f64_mutant", "mutant", kSet),
    broken("intensity_k64_short_f64_mutant", intensity_row<F64, 64>("", "mutant", kSet),
           run_intensity<F64, 48, 1>),
    broken("chase_two_ptr_mutant", chase_row("", "mutant", {0, 64, true}, false), run_two),
};
constinit const KernelTable table{mutants, sizeof mutants / sizeof mutants[0]};

}  // namespace

constinit const KernelTable* const all_tables[] = {&table};
constinit const std::size_t all_tables_count = 1;

}  // namespace ridgeline::kernels
