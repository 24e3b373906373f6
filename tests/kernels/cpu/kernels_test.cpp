// Every host kernel this processor can run against its reference, bit for bit. Speed is no subject
// here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "kernels/isa/isa.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::kernels {
namespace {

struct Free {
  void operator()(std::byte* p) const { std::free(p); }
};

const CpuBackend& backend(const Kernel& kernel) { return std::get<CpuBackend>(kernel.backend); }
bool runnable(const Kernel& kernel) {
  return (kernel.needs.cpu_features & ~granted_features(host_features())) == 0;
}

// Memory of a kernel's arrays, each aligned to a line and between two guard lines that no kernel
// may touch.
class Data {
 public:
  Data(const Kernel& kernel, std::size_t elements, std::uint64_t seed = 1)
      : bytes_(elements * kernel.element_bytes),
        stride_((bytes_ + kLine - 1) / kLine * kLine + 2 * kLine),
        arrays_(kernel.arrays) {
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kLine, stride_ * arrays_)));
    std::memset(memory_.get(), 0x5a, stride_ * arrays_);
    std::mt19937_64 generator(seed);
    std::normal_distribution<float> normal;
    for (std::size_t array = 0; array < arrays_; ++array) {
      for (std::size_t at = 0; at < bytes_; at += sizeof(float)) {
        float value = 0;
        while (!std::isnormal(value)) value = normal(generator);
        std::memcpy(start(array) + at, &value, sizeof value);
      }
      slice_.arrays[array] = start(array);
    }
    slice_.elements = elements;
    if (backend(kernel).setup != nullptr) backend(kernel).setup(slice_);
  }
  const Slice& slice() const { return slice_; }
  std::byte* start(std::size_t array = 0) const { return memory_.get() + array * stride_ + kLine; }
  std::size_t bytes() const { return bytes_; }
  std::size_t arrays() const { return arrays_; }
  std::vector<std::byte> copy(std::size_t array) const {
    return {start(array), start(array) + bytes_};
  }
  std::vector<std::vector<std::byte>> copies() const {
    std::vector<std::vector<std::byte>> all;
    for (std::size_t array = 0; array < arrays_; ++array) all.push_back(copy(array));
    return all;
  }
  bool guards_intact() const {
    const auto intact = [](const std::byte* from, const std::byte* to) {
      return std::all_of(from, to, [](std::byte b) { return b == std::byte{0x5a}; });
    };
    for (std::size_t array = 0; array < arrays_; ++array) {
      const std::byte* const first = start(array) - kLine;
      if (!intact(first, first + kLine)) return false;
      if (!intact(start(array) + bytes_, first + stride_)) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t kLine = 64;
  std::size_t bytes_;
  std::size_t stride_;  // from one array's first guard to the next one's
  std::size_t arrays_;
  std::unique_ptr<std::byte, Free> memory_;
  Slice slice_;
};

// How many quanta a kernel is tried with; compute kernels run exactly one.
std::vector<std::size_t> quanta(const Kernel& kernel) {
  if (kernel.family == Family::compute) return {1};
  if (kernel.family == Family::intensity) return {0, 1, 2, 3, 7, 13};
  return {0, 1, 2, 3, 4, 5, 7, 8, 13, 15, 16, 17, 31, 33, 64, 65, 127, 200};
}

class KernelTest : public testing::TestWithParam<const Kernel*> {};

TEST_P(KernelTest, EqualsItsReference) {
  const Kernel& kernel = *GetParam();
  if (!runnable(kernel)) GTEST_SKIP() << "needs " << feature_names(kernel.needs.cpu_features);
  for (const std::size_t count : quanta(kernel)) {
    for (const std::uint64_t passes : {1U, 2U, 3U}) {
      const std::size_t elements = count * kernel.quantum;
      const Data tried(kernel, elements);
      const Data expected(kernel, elements);
      const auto ring = tried.copies();
      const std::uint64_t result = backend(kernel).run(tried.slice(), passes);
      EXPECT_EQ(result, backend(kernel).reference(expected.slice(), passes))
          << count << " quanta, " << passes << " passes";
      if (backend(kernel).setup == nullptr) {
        EXPECT_TRUE(tried.copies() == expected.copies())
            << count << " quanta, " << passes << " passes";
      } else {
        EXPECT_TRUE(tried.copies() == ring) << "the ring was written to";
      }
      EXPECT_TRUE(tried.guards_intact()) << "wrote outside the slice at " << count << " quanta";
      EXPECT_TRUE(expected.guards_intact()) << "the reference wrote outside the slice";
    }
  }
}

TEST_P(KernelTest, MovesWhatItsWorkSays) {
  const Kernel& kernel = *GetParam();
  if (!runnable(kernel)) GTEST_SKIP() << "needs " << feature_names(kernel.needs.cpu_features);
  const Data data(kernel, 3 * kernel.quantum);
  const auto before = data.copies();
  if (kernel.family == Family::compute) return;  // one quantum, and its slice is only its registers
  backend(kernel).run(data.slice(), 1);
  for (std::size_t array = 0; array < data.arrays(); ++array) {
    // What is written is the first array, and it alone.
    const bool written = array == 0 && kernel.work.written > 0;
    EXPECT_EQ(before[array] != data.copy(array), written) << "array " << array;
  }
}

INSTANTIATE_TEST_SUITE_P(All, KernelTest, testing::ValuesIn([] {
                           std::vector<const Kernel*> all;
                           for (const Kernel& kernel : cpu_kernels()) all.push_back(&kernel);
                           return all;
                         }()),
                         [](const auto& test) {
                           std::string name(test.param->name);
                           for (char& c : name) c = std::isalnum(c) != 0 ? c : '_';
                           return name;
                         });

TEST(ReadKernels, OneChangedWordShows) {
  for (const Kernel& kernel : cpu_kernels()) {
    if (kernel.family != Family::bandwidth || kernel.mix != "1:0" || !runnable(kernel)) continue;
    // Long enough for blocks and for a rest; 64, 1000: passes must not cancel each other, whichever
    // the word, so that some of them are enough (an odd step comes to every lane).
    const Data data(kernel, 37 * 8 * 8);
    for (const std::uint64_t passes : {1U, 2U, 3U, 64U, 1000U}) {
      const std::uint64_t before = backend(kernel).run(data.slice(), passes);
      const std::size_t step = passes < 64 ? 8 : 8 * 31;
      for (std::size_t at = 0; at < data.bytes(); at += step) {
        data.start()[at + at / 8 % 8] ^= std::byte{1};
        EXPECT_NE(backend(kernel).run(data.slice(), passes), before)
            << kernel.name << " does not see word " << at / 8 << " in " << passes << " passes";
        data.start()[at + at / 8 % 8] ^= std::byte{1};
      }
    }
  }
}

TEST(ReadKernels, AllInstructionSetsGiveTheSameResult) {
  std::set<std::uint64_t> results;
  for (const Kernel& kernel : cpu_kernels()) {
    if (kernel.family != Family::bandwidth || kernel.mix != "1:0" || !runnable(kernel)) continue;
    results.insert(backend(kernel).run(Data(kernel, 8 * 77).slice(), 5));
  }
  EXPECT_EQ(results.size(), 1u);
}

TEST(Chase, VisitsEveryLineOnce) {
  for (const Kernel& kernel : cpu_kernels()) {
    if (kernel.family != Family::latency || !runnable(kernel)) continue;
    for (const std::size_t lines : {1U, 2U, 3U, 64U, 1000U, 4096U}) {
      const Data data(kernel, lines);
      std::set<const std::byte*> seen;
      const std::byte* at = data.start();
      for (std::size_t i = 0; i < lines; ++i) {
        std::memcpy(&at, static_cast<const void*>(at), sizeof at);
        seen.insert(at);
      }
      EXPECT_EQ(at, data.start()) << lines;
      EXPECT_EQ(seen.size(), lines);
      EXPECT_EQ(*seen.begin(), data.start());
    }
    // Neighbours in the ring must not be neighbours in memory, or prefetchers would follow.
    const Data data(kernel, 4096);
    int near = 0;
    for (std::size_t i = 0; i < 4096; ++i) {
      const std::byte* next = nullptr;
      std::memcpy(&next, data.start() + i * 64, sizeof next);
      near += std::abs(next - (data.start() + static_cast<std::ptrdiff_t>(i) * 64)) <= 128 ? 1 : 0;
    }
    EXPECT_LT(near, 20);
  }
}

template <class T>
bool all_normal(const Data& data, std::size_t array = 0) {
  for (std::size_t at = 0; at < data.bytes(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, data.start(array) + at, sizeof value);
    if (!std::isnormal(value)) return false;
  }
  return true;
}

// Later kernels compute with what earlier ones left in the memory that all share.
TEST(Arithmetic, StoresLeaveNormalNumbersBehind) {
  for (const Kernel& kernel : cpu_kernels()) {
    if (kernel.family != Family::bandwidth || !runnable(kernel)) continue;
    const Data data(kernel, 37 * kernel.quantum, 5);
    for (const std::uint64_t passes : {1U, 1U, 2U, 1000U}) {
      backend(kernel).run(data.slice(), passes);
      for (std::size_t array = 0; array < data.arrays(); ++array) {
        EXPECT_TRUE(all_normal<double>(data, array)) << kernel.name << ", array " << array;
        // Halves of an fp64 that was computed can be anything.
        const bool computed = array == 0 && kernel.work.operations > 0;
        EXPECT_TRUE(computed || all_normal<float>(data, array)) << kernel.name;
      }
    }
  }
}

TEST(WriteKernels, EachPassLeavesAnotherPattern) {
  for (const Kernel& kernel : cpu_kernels()) {
    if (kernel.family != Family::bandwidth || kernel.mix != "0:1" || !runnable(kernel)) continue;
    const Data data(kernel, 5 * kernel.quantum);
    std::set<std::vector<std::byte>> left;
    for (std::uint64_t passes = 1; passes <= 100; ++passes) {
      backend(kernel).run(data.slice(), passes);
      left.insert(data.copy(0));
    }
    EXPECT_EQ(left.size(), 100u) << kernel.name;
  }
}

TEST(Arithmetic, StaysNormalForever) {
  for (const Kernel& kernel : cpu_kernels()) {
    if (kernel.precision == Precision::none || !runnable(kernel)) continue;
    const Data data(kernel, kernel.quantum, 3);
    std::uint64_t done = 0;
    for (const std::uint64_t passes : {1U, 10U, 100U, 1000U, 10'000U, 300'000U, 1'000'000U}) {
      if (kernel.family == Family::intensity && passes > 10'000) break;
      backend(kernel).run(data.slice(), passes);
      done += passes;
      EXPECT_TRUE(kernel.precision == Precision::fp64 ? all_normal<double>(data)
                                                      : all_normal<float>(data))
          << kernel.name << " after " << done << " passes";
    }
  }
}

// The map itself from starts all over the range, step by step, as the references do it.
TEST(Arithmetic, MapNeverLeavesTheNormalRange) {
  std::mt19937_64 generator(11);
  std::uniform_real_distribution<float> exponent(-60, 60);
  for (int i = 0; i < 300; ++i) {
    const float start = std::copysign(std::exp2(exponent(generator)), i % 2 == 0 ? 1.0F : -1.0F);
    float single = start;
    double twice = static_cast<double>(start);
    for (int step = 0; step < 60'000; ++step) {
      single = std::fma(single, -(1 - 0x1p-10F), 2 - 0x1p-10F);
      twice = std::fma(twice, -(1 - 0x1p-10), 2 - 0x1p-10);
      ASSERT_TRUE(std::isnormal(single) && std::isnormal(twice)) << start << ", step " << step;
    }
    EXPECT_NEAR(static_cast<double>(single), 1, 1e-3) << start;
    EXPECT_NEAR(twice, 1, 1e-6) << start;
  }
}

}  // namespace
}  // namespace ridgeline::kernels
