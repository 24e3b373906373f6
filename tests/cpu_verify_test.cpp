// The verifier must refuse a kernel that leaves out, repeats or garbles any part of its work.
#include "bench/devices/cpu_verify.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace ridgeline {
namespace {

std::uint64_t* words(const Slice& slice) {
  return reinterpret_cast<std::uint64_t*>(slice.arrays[0]);
}

std::uint64_t sum(const Slice& slice, std::uint64_t passes) {
  std::uint64_t total = 0;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < slice.elements; ++i) total += words(slice)[i];
  }
  return total;
}

std::uint64_t sum_without_last(const Slice& slice, std::uint64_t passes) {
  return sum(slice, passes) - passes * words(slice)[slice.elements - 1];
}

std::uint64_t sum_of_one_pass(const Slice& slice, std::uint64_t) { return sum(slice, 1); }

std::uint64_t sum_of_small_sets_only(const Slice& slice, std::uint64_t passes) {
  return slice.elements > 1000 ? sum_without_last(slice, passes) : sum(slice, passes);
}

std::uint64_t flip(const Slice& slice, std::uint64_t passes) {
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < slice.elements; ++i) words(slice)[i] ^= std::uint64_t{1} << 63;
  }
  return 0;
}

std::uint64_t flip_all_but_last(const Slice& slice, std::uint64_t passes) {
  Slice shorter = slice;
  shorter.elements -= slice.elements > 1000 ? 1 : 0;
  return flip(shorter, passes);
}

Kernel kernel_of(CpuEntry run, CpuEntry reference, double written) {
  Kernel kernel;
  kernel.name = "test";
  kernel.work = {8, written, 0, 0};
  kernel.quantum = 8;
  kernel.backend = CpuBackend{run, reference, nullptr};
  return kernel;
}

TEST(Verify, ARightKernelPasses) {
  EXPECT_EQ(verify_small(kernel_of(sum, sum, 0)), "");
  EXPECT_EQ(verify_small(kernel_of(flip, flip, 8)), "");
}

TEST(Verify, AMissingWordAndAMissingPassShow) {
  EXPECT_NE(verify_small(kernel_of(sum_without_last, sum, 0)), "");
  EXPECT_NE(verify_small(kernel_of(sum_of_one_pass, sum, 0)), "");
}

TEST(Verify, AFaultThatOnlyLargeSetsHaveShowsInPlace) {
  std::vector<std::uint64_t> memory(80'000, 3);
  Slice slice;
  slice.arrays[0] = reinterpret_cast<std::byte*>(memory.data());
  slice.elements = memory.size();
  const std::vector<Slice> slices{slice};
  constexpr std::size_t kMost = 1 << 20;
  const Kernel reads = kernel_of(sum_of_small_sets_only, sum, 0);
  EXPECT_EQ(verify_small(reads), "");
  EXPECT_NE(verify_in_place(reads, slices, kMost), "");
  EXPECT_EQ(verify_in_place(reads, slices, 1000), "");  // beyond the bound: not looked at
  const Kernel writes = kernel_of(flip_all_but_last, flip, 8);
  EXPECT_EQ(verify_small(writes), "");
  EXPECT_NE(verify_in_place(writes, slices, kMost), "");
  EXPECT_EQ(verify_in_place(kernel_of(flip, flip, 8), slices, kMost), "");
}

}  // namespace
}  // namespace ridgeline
