// What the compute kernels' results depend on, and the arithmetic that their comments promise: no
// step unseen, no sum that is not exact, no number that leaves the normal range.
#define RIDGELINE_BASE_ISA
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "kernels/cpu/arithmetic/dot.inl"
#include "kernels/cpu/arithmetic/half.inl"
#include "kernels/cpu/arithmetic/map.inl"
#include "kernels/isa/isa.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::kernels {
namespace {

const CpuBackend& backend(const Kernel& kernel) { return std::get<CpuBackend>(kernel.backend); }

bool runnable_compute(const Kernel& kernel) {
  return kernel.family == Family::compute &&
         (kernel.needs.cpu_features & ~granted_features(host_features())) == 0;
}

// One quantum of random numbers, made afresh for each run, since some kernels store.
class Quantum {
 public:
  explicit Quantum(const Kernel& kernel)
      : kernel_(kernel), bytes_(kernel.quantum * kernel.element_bytes) {
    const std::size_t lines = (bytes_ + 63) / 64;
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(64, lines * 64)));
  }
  // The kernel's result with one element replaced.
  std::uint64_t run(std::uint64_t passes, std::size_t element, double value) {
    std::mt19937 generator(5);
    std::normal_distribution<float> normal;
    for (std::size_t at = 0; at + 4 <= bytes_; at += 4) {
      const float number = normal(generator);
      std::memcpy(memory_.get() + at, &number, sizeof number);
    }
    set(element, value);
    Slice slice;
    slice.arrays[0] = memory_.get();
    slice.elements = kernel_.quantum;
    return backend(kernel_).run(slice, passes);
  }

 private:
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  void set(std::size_t element, double value) {
    std::byte* const to = memory_.get() + element * kernel_.element_bytes;
    const auto single = static_cast<float>(value);
    const std::uint16_t half = half_of(value);
    if (kernel_.element_bytes == 8) std::memcpy(to, &value, sizeof value);
    if (kernel_.element_bytes == 4) std::memcpy(to, &single, sizeof single);
    if (kernel_.element_bytes == 2) std::memcpy(to, &half, sizeof half);
  }

  const Kernel& kernel_;
  std::size_t bytes_;
  std::unique_ptr<std::byte, Free> memory_;
};

TEST(ComputeKernels, EveryElementAndPassShows) {
  int tried = 0;
  for (const Kernel& kernel : cpu_kernels()) {
    if (!runnable_compute(kernel)) continue;
    ++tried;
    Quantum quantum(kernel);
    // 1.2: significands that differ in their low bits, too.
    EXPECT_NE(quantum.run(1, 0, 1.5), quantum.run(2, 0, 1.5)) << kernel.name;
    EXPECT_NE(quantum.run(2, 0, 1.5), quantum.run(3, 0, 1.5)) << kernel.name;
    for (std::size_t i = 0; i < kernel.quantum; ++i) {
      const std::uint64_t result = quantum.run(1, i, 1.5);
      EXPECT_NE(result, quantum.run(1, i, 1.2)) << kernel.name << ", element " << i;
    }
  }
  EXPECT_TRUE(tried > 0 || host_features() == 0);
}

// a = -(1 - 2^-10) times x near 2, rounded, then b: never zero. With the map's own b it would be.
template <class T>
int zeros(T b) {
  int found = 0;
  T x = 2;
  for (int k = 0; k < 10'000; ++k) x = std::nextafter(x, T{3});  // fp32: beyond all that matter
  // fp64: from 10,000 units below the zero of the exact sum to as many above.
  if (sizeof(T) == 8) x = 2 + T{0x1p-10} / (1 - T{0x1p-10}) + 10'000 * kUnit<T> * 2;
  for (int k = 0; k < 20'000 && x >= 2; ++k) {
    volatile T product = x * kFactor<T>;
    if (product + b == 0) ++found;
    x = std::nextafter(x, T{0});
  }
  return found;
}

TEST(ComputeKernels, SeparateRoundingsNeverMeetZero) {
  EXPECT_GT(zeros<float>(kAddend<float>), 0);
  EXPECT_EQ(zeros<float>(kOffAddend<float>), 0);
  EXPECT_GT(zeros<double>(kAddend<double>), 0);
  EXPECT_EQ(zeros<double>(kOffAddend<double>), 0);
}

// As fma-add does it: half of b within the FMA, half of it after.
TEST(ComputeKernels, HalfOfTheConstantNeverMeetsZero) {
  constexpr float kHalf = kOffAddend<float> / 2;
  EXPECT_EQ(kHalf + kHalf, kOffAddend<float>);
  float x = 1;
  for (int k = 0; k < 10'000; ++k) x = std::nextafter(x, 0.0F);
  for (int k = 0; k < 40'000; ++k) {  // the zero of x * a + b / 2, a little above 1, and beyond
    const float sum = std::fma(x, kFactor<float>, kHalf);
    ASSERT_TRUE(std::isnormal(sum)) << x;
    x = std::nextafter(x, 2.0F);
  }
  x = 2;
  for (int k = 0; k < 10'000; ++k) {  // the zero of the whole
    ASSERT_TRUE(std::isnormal(std::fma(x, kFactor<float>, kHalf) + kHalf)) << x;
    x = std::nextafter(x, 3.0F);
  }
}

TEST(Half, RoundsToTheNearestTiesToEven) {
  for (int sign = 0; sign < 2; ++sign) {
    for (int bits = 0x0400; bits < 0x7bff; ++bits) {  // all normal ones but the last
      const auto half = static_cast<std::uint16_t>(bits | sign << 15);
      const auto next = static_cast<std::uint16_t>(half + 1);
      const double low = double_of(half);
      const double high = double_of(next);
      const double middle = (low + high) / 2;
      ASSERT_EQ(half_of(low), half);
      ASSERT_EQ(half_of(middle), bits % 2 == 0 ? half : next) << bits;
      ASSERT_EQ(half_of(std::nextafter(middle, low)), half) << bits;
      ASSERT_EQ(half_of(std::nextafter(middle, high)), next) << bits;
    }
  }
  EXPECT_EQ(double_of(0x3c00), 1);
  EXPECT_EQ(double_of(0xc000), -2);
  EXPECT_EQ(double_of(0x7bff), 65504);
  EXPECT_EQ(double_of(kHalfFactor), -(1 - 0x1p-5));
  EXPECT_EQ(double_of(kHalfAddend), 2 - 0x1p-5);
}

// What HalfFma computes with: from every start it stays normal, and goes on moving.
TEST(Half, MapStaysNormalFromEveryStart) {
  for (int bits = 0; bits < 0x0800; ++bits) {
    double x =
        double_of(static_cast<std::uint16_t>((bits & 0x03ff) | kHalfSet | (bits >> 10) << 15));
    for (int step = 0; step < 4096; ++step) {
      const double before = x;
      x = double_of(half_of(x * double_of(kHalfFactor) + double_of(kHalfAddend)));
      ASSERT_GE(std::abs(x), 0x1p-14) << bits << ", step " << step;
      ASSERT_LE(std::abs(x), 4) << bits << ", step " << step;
      ASSERT_TRUE(bits == 0 || x != before) << bits << ", step " << step;  // 1 stays 1
    }
  }
}

// fp32 holds multiples of 2^-8 up to 2^16: whatever the order and the roundings inside, a sum of
// these products is exact.
TEST(Dot, Bf16SumsAreExact) {
  double largest = 0;
  for (std::size_t lane = 0; lane < kMostLanes; ++lane) {
    for (std::size_t i = 0; i < 2; ++i) {
      const float a = bf16_of(kBf16A.lane[lane], i);
      const float b = bf16_of(kBf16B.lane[lane], i);
      EXPECT_TRUE(std::isnormal(a) && std::isnormal(b));
      largest = std::max({largest, std::abs(static_cast<double>(a)), std::abs(double{b})});
      EXPECT_EQ(std::fmod(double{a} * double{b}, 0x1p-8), 0);
    }
  }
  EXPECT_LT(largest, 8);
  // An AMX tile adds 32 products a step; kernels begin below 8 and take away what they added.
  EXPECT_LT(8 + largest * largest * 32 * static_cast<double>(kSteps), 0x1p16);
  for (const std::uint32_t word : {0U, 0xfffU, 0x12345678U, 0xffffffffU}) {
    EXPECT_EQ(std::fmod(double{on_grid(word)}, 0x1p-8), 0);
    EXPECT_LE(std::abs(on_grid(word)), 8);
  }
}

TEST(Dot, OperandsDifferFromLaneToLane) {
  for (const Operands& operands : {kBytesA, kBytesB, kBf16A, kBf16B}) {
    std::set<std::uint32_t> words(std::begin(operands.lane), std::end(operands.lane));
    EXPECT_GT(words.size(), kMostLanes - 4);
  }
}

}  // namespace
}  // namespace ridgeline::kernels
