// Chains of dependent operations as the host computes them: what each kind of step is, how much it
// counts, and what a whole launch has to leave behind. The kernels (chains.cuh) derive from these.
#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/gpu/backend.hpp"
#include "kernels/gpu/formats.hpp"

namespace ridgeline::kernels {

// Where chains start: chain i of a launch (thread x chains + its own number) at word i of the
// operands, and its second operand, where it has one, a quarter of them farther on. Both wrap.
inline constexpr std::uint32_t kChainWords = 4096;
constexpr std::uint32_t first_word(std::uint32_t chain) { return chain % kChainWords; }
constexpr std::uint32_t second_word(std::uint32_t chain) {
  return (chain + kChainWords / 4) % kChainWords;
}

// The fields that every kind of chain has. `Word` is the register that it steps. Steps are odd: two
// of x -> 3 - x change nothing, and one pass has to show.
template <class Register, int steps, int operations>
struct ChainKind {
  using Word = Register;
  using Result = Register;
  static constexpr int kSteps = steps;            // of a chain in one pass, unrolled
  static constexpr int kOperations = operations;  // FLOP or OP of a step
  static constexpr bool kSecond = false;          // each chain has a second operand
  static constexpr bool kAlone = false;           // one block an SM
  static Result finish(Word x) { return x; }
};

// x = x * m + a, multiplier and addend the same for all.
struct FmaF32 : ChainKind<float, 129, 2> {
  static float on_host(float x, float, const GpuScalars& s) {
    return std::fma(x, s.f32[0], s.f32[1]);
  }
};
struct FmaF32Alone : FmaF32 {
  static constexpr int kSteps = 257;
  static constexpr bool kAlone = true;
};
// The addend is the chain's own.
struct FmaF32Three : ChainKind<float, 129, 2> {
  static constexpr bool kSecond = true;
  static float on_host(float x, float y, const GpuScalars& s) { return std::fma(x, s.f32[0], y); }
};
struct MulAddF32 : ChainKind<float, 65, 2> {
  // Rounded twice; a sum of floats is exact enough in double for the second rounding to be right.
  static float on_host(float x, float, const GpuScalars& s) {
    const auto product = static_cast<float>(static_cast<double>(x) * s.f32[0]);
    return static_cast<float>(static_cast<double>(product) + s.f32[1]);
  }
};

// The assembler puts four to five NOPs behind each fp64 operation on sm_103 and sm_120: half as
// many steps keep the loop in the instruction cache.
struct FmaF64 : ChainKind<double, 65, 2> {
  static double on_host(double x, double, const GpuScalars& s) {
    return std::fma(x, s.f64[0], s.f64[1]);
  }
};
struct FmaF64Alone : FmaF64 {
  static constexpr int kSteps = 129;
  static constexpr bool kAlone = true;
};
struct MulAddF64 : ChainKind<double, 33, 2> {
  static double on_host(double x, double, const GpuScalars& s) {
    const volatile double product = x * s.f64[0];  // volatile: no contraction on any host
    return product + s.f64[1];
  }
};

// Two lanes of a 16-bit format in a register. Products of two such numbers are exact in double, and
// so are the sums in the range of these chains. The multiplier is also the addend: no architecture
// needs more than two registers then.
template <class Lane>
std::uint32_t in_both_halves(const Lane& lane, std::uint32_t x) {
  return lane(x & 0xFFFF, 0) | lane(x >> 16, 16) << 16;
}

inline std::uint32_t fma_halves(const NumberFormat& format, std::uint32_t x, std::uint32_t s) {
  return in_both_halves(
      [&](std::uint32_t half, int shift) {
        const double m = decode(format, s >> shift & 0xFFFF);
        return encode(format, decode(format, half) * m + m);
      },
      x);
}

inline std::uint32_t mul_add_halves(const NumberFormat& format, std::uint32_t x,
                                    const std::uint32_t (&s)[2]) {
  return in_both_halves(
      [&](std::uint32_t half, int shift) {
        const double m = decode(format, s[0] >> shift & 0xFFFF);
        const double product = decode(format, encode(format, decode(format, half) * m));
        return encode(format, product + decode(format, s[1] >> shift & 0xFFFF));
      },
      x);
}

struct FmaHalf2 : ChainKind<std::uint32_t, 129, 4> {
  static Word on_host(Word x, Word, const GpuScalars& s) {
    return fma_halves(kFp16, x, s.f16x2[0]);
  }
};
struct MulAddHalf2 : ChainKind<std::uint32_t, 65, 4> {
  static Word on_host(Word x, Word, const GpuScalars& s) {
    return mul_add_halves(kFp16, x, s.f16x2);
  }
};
struct FmaBf16x2 : ChainKind<std::uint32_t, 129, 4> {
  static Word on_host(Word x, Word, const GpuScalars& s) {
    return fma_halves(kBf16, x, s.bf16x2[0]);
  }
};
struct MulAddBf16x2 : ChainKind<std::uint32_t, 65, 4> {
  static Word on_host(Word x, Word, const GpuScalars& s) {
    return mul_add_halves(kBf16, x, s.bf16x2);
  }
};

// Two fp32 in a 64-bit register.
struct FmaF32x2 : ChainKind<std::uint64_t, 65, 4> {
  static Word on_host(Word x, Word, const GpuScalars& s) {
    float lanes[2];
    std::memcpy(lanes, &x, sizeof x);
    for (float& lane : lanes) lane = std::fma(lane, s.f32[0], s.f32[1]);
    std::memcpy(&x, lanes, sizeof x);
    return x;
  }
};

// An odd multiplier of the chain's own: every step permutes the integers, none is lost.
struct MadI32 : ChainKind<std::uint32_t, 129, 2> {
  static constexpr bool kSecond = true;
  static Word on_host(Word x, Word y, const GpuScalars& s) { return x * (y | 1) + s.i32[1]; }
};
// Additions alone would fold; an exclusive or between two keeps them apart, and counts. Both terms
// are negative because multipliers, which the assembler else takes for half of the additions,
// cannot do that: what is measured are the integer units alone.
struct AddXorI32 : ChainKind<std::uint32_t, 65, 2> {
  static constexpr bool kSecond = true;
  static Word on_host(Word x, Word y, const GpuScalars& s) { return (0 - x - y) ^ s.i32[1]; }
};
// Two products of four signed bytes a step: the chain's own bytes by each of the two arguments.
struct Dp4a : ChainKind<std::uint32_t, 65, 16> {
  static constexpr bool kSecond = true;
  static Word products(Word a, Word b) {
    std::int32_t sum = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      sum += static_cast<std::int8_t>(a >> shift) * static_cast<std::int8_t>(b >> shift);
    }
    return static_cast<Word>(sum);
  }
  static Word on_host(Word x, Word y, const GpuScalars& s) {
    return x + products(y, s.i32[0]) + products(y, s.i32[1]);
  }
};

// The special function unit approximates. What is verified is exact all the same: the chains'
// starts are integers then, 2^x of them and its logarithm are exact, reciprocal roots go to 1 (of 0
// to infinity and back, of negative numbers to NaN, which converts to 0), and the result is the
// whole number next to 1024 x, which no error of a few units in the last place changes.
struct SpecialKind : ChainKind<float, 129, 1> {
  using Result = std::int32_t;
  static Result finish(float x) {
    const double scaled = std::nearbyint(static_cast<double>(x) * 1024);
    if (std::isnan(scaled)) return 0;
    if (scaled >= 2147483647) return 2147483647;
    return scaled <= -2147483648.0 ? -2147483647 - 1 : static_cast<Result>(scaled);
  }
};
struct SpecialRsqrt : SpecialKind {
  static float on_host(float x, float, const GpuScalars&) {
    return static_cast<float>(1 / std::sqrt(static_cast<double>(x)));
  }
};
struct SpecialEx2Lg2 : SpecialKind {  // log2(2^x)
  static constexpr int kSteps = 65;
  static constexpr int kOperations = 2;
  static float on_host(float x, float, const GpuScalars&) { return x; }
};

// A chain's end follows from its place among the operands alone: each is computed once.
template <class Kind>
void chain_reference(const GpuArgs& args) {
  using Word = typename Kind::Word;
  using Result = typename Kind::Result;
  std::vector<Word> operands(kChainWords);
  std::memcpy(operands.data(), args.arrays[0], kChainWords * sizeof(Word));
  std::vector<Result> ends(kChainWords);
  for (std::uint32_t i = 0; i < kChainWords; ++i) {
    Word x = operands[i];
    for (std::uint64_t step = 0; step < args.passes * Kind::kSteps; ++step) {
      x = Kind::on_host(x, operands[second_word(i)], args.scalars);
    }
    ends[i] = Kind::finish(x);
  }
  const std::uint64_t chains = std::uint64_t{args.blocks} * args.threads * args.in_flight;
  for (std::uint64_t i = 0; i < chains; ++i) {
    std::memcpy(args.result + i * sizeof(Result), &ends[i % kChainWords], sizeof(Result));
  }
}

}  // namespace ridgeline::kernels
