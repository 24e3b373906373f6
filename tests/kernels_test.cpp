// Every host kernel this processor can run against its reference, bit for bit, and what a registry
// must always hold. Speed is no subject here.
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

#include "kernels/isa.hpp"
#include "kernels/registry.hpp"

namespace ridgeline {
namespace {

struct Free {
  void operator()(std::byte* p) const { std::free(p); }
};

const CpuBackend& backend(const Kernel& kernel) { return std::get<CpuBackend>(kernel.backend); }
bool runnable(const Kernel& kernel) { return (kernel.needs.cpu_features & ~host_features()) == 0; }

// Memory of one array, aligned to a line, between two guard lines that no kernel may touch.
class Data {
 public:
  Data(const Kernel& kernel, std::size_t elements, std::uint64_t seed = 1)
      : bytes_(elements * kernel.element_bytes) {
    const std::size_t padded = (bytes_ + kLine - 1) / kLine * kLine + 2 * kLine;
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(kLine, padded)));
    std::memset(memory_.get(), 0x5a, padded);
    end_ = memory_.get() + padded;
    std::mt19937_64 generator(seed);
    std::normal_distribution<float> normal;
    for (std::size_t at = 0; at < bytes_; at += sizeof(float)) {
      float value = 0;
      while (!std::isnormal(value)) value = normal(generator);
      std::memcpy(start() + at, &value, sizeof value);
    }
    slice_.arrays[0] = start();
    slice_.elements = elements;
    if (backend(kernel).setup != nullptr) backend(kernel).setup(slice_);
  }
  const Slice& slice() const { return slice_; }
  std::byte* start() const { return memory_.get() + kLine; }
  std::size_t bytes() const { return bytes_; }
  std::vector<std::byte> copy() const { return {start(), start() + bytes_}; }
  bool guards_intact() const {
    const auto intact = [](const std::byte* from, const std::byte* to) {
      return std::all_of(from, to, [](std::byte b) { return b == std::byte{0x5a}; });
    };
    return intact(memory_.get(), start()) && intact(start() + bytes_, end_);
  }

 private:
  static constexpr std::size_t kLine = 64;
  std::size_t bytes_;
  std::unique_ptr<std::byte, Free> memory_;
  std::byte* end_ = nullptr;
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
      const std::vector<std::byte> ring = tried.copy();
      const std::uint64_t result = backend(kernel).run(tried.slice(), passes);
      EXPECT_EQ(result, backend(kernel).reference(expected.slice(), passes))
          << count << " quanta, " << passes << " passes";
      if (backend(kernel).setup == nullptr) {
        EXPECT_EQ(tried.copy(), expected.copy()) << count << " quanta, " << passes << " passes";
      } else {
        EXPECT_EQ(tried.copy(), ring) << "the ring was written to";
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
  const std::vector<std::byte> before = data.copy();
  if (kernel.family == Family::compute) return;  // one quantum, and its slice is only its registers
  backend(kernel).run(data.slice(), 1);
  const std::vector<std::byte> after = data.copy();
  EXPECT_EQ(before == after, kernel.work.written == 0);
}

INSTANTIATE_TEST_SUITE_P(All, KernelTest, testing::ValuesIn([] {
                           std::vector<const Kernel*> all;
                           for (const Kernel& kernel : cpu_kernels()) all.push_back(&kernel);
                           return all;
                         }()),
                         [](const auto& test) {
                           std::string name(test.param->name);
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(ReadKernels, OneChangedWordShows) {
  for (const Kernel& kernel : cpu_kernels()) {
    if (kernel.family != Family::bandwidth || kernel.mix != "1:0" || !runnable(kernel)) continue;
    // Long enough for blocks and for a rest; 64, 1000: passes must not cancel each other.
    const Data data(kernel, 37 * 8 * 8);
    for (const std::uint64_t passes : {1U, 2U, 3U, 64U, 1000U}) {
      const std::uint64_t before = backend(kernel).run(data.slice(), passes);
      for (std::size_t at = 0; at < data.bytes(); at += 8) {
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
        std::memcpy(&at, at, sizeof at);
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
bool all_normal(const Data& data) {
  for (std::size_t at = 0; at < data.bytes(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, data.start() + at, sizeof value);
    if (!std::isnormal(value)) return false;
  }
  return true;
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

TEST(Registry, NamesAreUniqueAndFollowTheGrammar) {
  std::set<std::string_view> names;
  std::set<std::string> ids;
  for (const Kernel& kernel : cpu_kernels()) {
    EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
    const std::string id = std::to_string(static_cast<int>(kernel.family)) +
                           std::string(kernel.mix) + "/" + std::string(kernel.path) + "/" +
                           std::to_string(static_cast<int>(kernel.precision));
    EXPECT_TRUE(ids.insert(id).second) << kernel.name << " shares the id of another kernel";
    const auto part = [](char c) {
      return std::islower(static_cast<unsigned char>(c)) != 0 ||
             std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    };
    EXPECT_TRUE(std::all_of(kernel.path.begin(), kernel.path.end(), part)) << kernel.path;
    EXPECT_FALSE(kernel.path.empty());
    const std::string name(kernel.name);
    EXPECT_TRUE(std::all_of(name.begin(), name.end(), [&](char c) { return part(c) || c == '_'; }));
    const std::size_t type = name.find('_');
    const std::size_t isa = name.rfind('_');
    ASSERT_NE(type, std::string::npos);
    const std::size_t type_start = name.rfind('_', isa - 1);
    const std::string_view type_name =
        std::string_view(name).substr(type_start + 1, isa - type_start - 1);
    const char* expected = kernel.family == Family::latency      ? "ptr"
                           : kernel.family == Family::bandwidth  ? "u64"
                           : kernel.precision == Precision::fp64 ? "f64"
                                                                 : "f32";
    EXPECT_EQ(type_name, expected) << name;
    const std::string suffix = name.substr(isa + 1);
    EXPECT_TRUE(kernel.family == Family::latency || kernel.path.ends_with(suffix)) << name;
  }
}

TEST(Registry, WorkFitsMixAndFamily) {
  for (const Kernel& kernel : cpu_kernels()) {
    SCOPED_TRACE(std::string(kernel.name));
    const Work& work = kernel.work;
    EXPECT_EQ(kernel.arrays, 1);
    EXPECT_EQ(work.allocated, 0);
    if (kernel.family == Family::compute) {
      EXPECT_EQ(kernel.mix, "");
      EXPECT_EQ(work.read + work.written, 0);
      EXPECT_GE(work.operations, 2);
    } else {
      EXPECT_EQ(kernel.mix, work.written > 0 ? "1:1" : "1:0");
      EXPECT_EQ(work.written, kernel.mix == "1:1" ? work.read : 0);
    }
    if (kernel.family == Family::intensity) {
      EXPECT_EQ(work.read, kernel.element_bytes);
    }
    // Slices are cut at quanta and have to start on a line.
    if (kernel.family != Family::compute) {
      EXPECT_EQ(kernel.quantum * kernel.element_bytes % 64, 0u);
    }
    EXPECT_EQ(kernel.role == Role::secondary, !kernel.lacks.empty());
    EXPECT_NE(backend(kernel).run, nullptr);
    EXPECT_NE(backend(kernel).reference, nullptr);
    EXPECT_EQ(backend(kernel).setup != nullptr, kernel.family == Family::latency);
  }
}

TEST(Registry, HasEveryFamilyForEveryInstructionSet) {
  const auto has = [](std::string_view name) {
    return std::any_of(cpu_kernels().begin(), cpu_kernels().end(),
                       [&](const Kernel& kernel) { return kernel.name == name; });
  };
  EXPECT_TRUE(has("chase_ptr_scalar"));
  EXPECT_TRUE(has("read_u64_scalar"));
  if ((host_features() & isa::kX86) == 0) return;  // the tables below are x86-64's
  for (const std::string set : {"scalar", "sse", "avx2", "avx512"}) {
    EXPECT_TRUE(has("read_u64_" + set));
    EXPECT_TRUE(has("update_u64_" + set));
    for (const std::string type : {"f64", "f32"}) {
      EXPECT_TRUE(has("fma_" + type + "_" + set));
      for (const std::string k :
           {"0.25", "0.5", "1", "2", "4", "8", "16", "32", "64", "128", "256"}) {
        EXPECT_TRUE(has("intensity_k" + k + "_" + type + "_" + set)) << k;
      }
    }
  }
}

}  // namespace
}  // namespace ridgeline
