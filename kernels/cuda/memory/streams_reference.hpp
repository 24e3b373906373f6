// What kernels that write global memory put there, as the host computes it, and what they count.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

#include "kernels/cuda/memory/memory_reference.hpp"

namespace ridgeline::kernels {

inline constexpr std::uint32_t kSignBit = 0x80000000u;
// Small, and with a full significand (2/3), so that no product cancels what it is added to: what
// was written may be read as an operand later, and should neither grow nor become zero.
inline constexpr double kTriadFactor = 0x1.5555555555555p-10;

// An element as 32-bit words, and as two numbers of fp64.
using QuadWords = std::array<std::uint32_t, 4>;
using Doubles = std::array<double, 2>;

inline Doubles doubles_of(const QuadWords& words) {
  Doubles numbers{};
  std::memcpy(numbers.data(), words.data(), sizeof numbers);
  return numbers;
}

inline QuadWords words_of(const Doubles& numbers) {
  QuadWords words{};
  std::memcpy(words.data(), numbers.data(), sizeof words);
  return words;
}

// Array 0 := a constant pattern.
struct WriteStream {
  static constexpr std::string_view kMix = "0:1";
  static constexpr int kReads = 0;  // arrays
  static constexpr bool kInPlace = false;
  static constexpr double kOperations = 0;  // FLOP of an element
  static QuadWords on_host(const QuadWords*, std::uint64_t element, const GpuScalars&) {
    const auto first = static_cast<std::uint32_t>(4 * element);
    return {written_word(first), written_word(first + 1), written_word(first + 2),
            written_word(first + 3)};
  }
};

// a = b
struct CopyStream {
  static constexpr std::string_view kMix = "1:1";
  static constexpr int kReads = 1;
  static constexpr bool kInPlace = false;
  static constexpr double kOperations = 0;
  static QuadWords on_host(const QuadWords* read, std::uint64_t, const GpuScalars&) {
    return read[0];
  }
};

// a = s * b, s the multiplier of chains.
struct ScaleStream {
  static constexpr std::string_view kMix = "1:1";
  static constexpr int kReads = 1;
  static constexpr bool kInPlace = false;
  static constexpr double kOperations = 2;
  static QuadWords on_host(const QuadWords* read, std::uint64_t, const GpuScalars& scalars) {
    const Doubles b = doubles_of(read[0]);
    return words_of({b[0] * scalars.f64[0], b[1] * scalars.f64[0]});
  }
};

// a = b + c
struct AddStream {
  static constexpr std::string_view kMix = "2:1";
  static constexpr int kReads = 2;
  static constexpr bool kInPlace = false;
  static constexpr double kOperations = 2;
  static QuadWords on_host(const QuadWords* read, std::uint64_t, const GpuScalars&) {
    const Doubles b = doubles_of(read[0]);
    const Doubles c = doubles_of(read[1]);
    return words_of({b[0] + c[0], b[1] + c[1]});
  }
};

// a = b + s * c, rounded once.
struct TriadStream {
  static constexpr std::string_view kMix = "2:1";
  static constexpr int kReads = 2;
  static constexpr bool kInPlace = false;
  static constexpr double kOperations = 4;
  static QuadWords on_host(const QuadWords* read, std::uint64_t, const GpuScalars&) {
    const Doubles b = doubles_of(read[0]);
    const Doubles c = doubles_of(read[1]);
    return words_of({std::fma(c[0], kTriadFactor, b[0]), std::fma(c[1], kTriadFactor, b[1])});
  }
};

// a = a with the top bit of each word flipped: undone by the next pass, and a normal number of fp32
// or fp64 stays one.
struct UpdateStream {
  static constexpr std::string_view kMix = "1:1";
  static constexpr int kReads = 1;
  static constexpr bool kInPlace = true;
  static constexpr double kOperations = 0;
  static QuadWords on_host(const QuadWords* read, std::uint64_t, const GpuScalars&) {
    const QuadWords& a = read[0];
    return {a[0] ^ kSignBit, a[1] ^ kSignBit, a[2] ^ kSignBit, a[3] ^ kSignBit};
  }
};

template <class Op>
void stream_reference(const GpuArgs& args) {
  auto results = no_results(args);
  const std::uint64_t elements = kWarp * args.in_flight;  // of a tile
  const auto visit = [&](std::uint32_t thread, std::uint64_t tile, std::uint64_t) {
    for (std::uint64_t i = 0; i < elements; ++i) {
      const std::uint64_t element = tile * elements + i;
      QuadWords read[2] = {};
      for (int k = 0; k < Op::kReads; ++k) {
        const unsigned char* array = args.arrays[Op::kInPlace ? 0 : k + 1];
        std::memcpy(read[k].data(), array + element * sizeof read[k], sizeof read[k]);
      }
      const QuadWords value = Op::on_host(read, element, args.scalars);
      std::memcpy(args.arrays[0] + element * sizeof value, value.data(), sizeof value);
      results[thread + i % kWarp] += value[0];
    }
  };
  if (Op::kInPlace) {
    visit_tiles_of_warps(args, args.elements / elements, visit);
  } else {
    visit_own_tiles(args, args.elements / elements, args.passes, visit);
  }
  leave_results(args, results);
}

}  // namespace ridgeline::kernels
