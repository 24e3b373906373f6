// The verifier must refuse a kernel that leaves out, repeats or garbles any part of its work.
#include "bench/devices/cpu/verify.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace ridgeline::bench {
namespace {

std::uint64_t* words(const kernels::Slice& slice, std::size_t array = 0) {
  return reinterpret_cast<std::uint64_t*>(slice.arrays[array]);
}

std::uint64_t sum(const kernels::Slice& slice, std::uint64_t passes) {
  std::uint64_t total = 0;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < slice.elements; ++i) total += words(slice)[i];
  }
  return total;
}

std::uint64_t sum_without_last(const kernels::Slice& slice, std::uint64_t passes) {
  return sum(slice, passes) - passes * words(slice)[slice.elements - 1];
}

std::uint64_t sum_of_one_pass(const kernels::Slice& slice, std::uint64_t) { return sum(slice, 1); }

std::uint64_t sum_of_small_sets_only(const kernels::Slice& slice, std::uint64_t passes) {
  return slice.elements > 1000 ? sum_without_last(slice, passes) : sum(slice, passes);
}

std::uint64_t flip(const kernels::Slice& slice, std::uint64_t passes) {
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < slice.elements; ++i) words(slice)[i] ^= std::uint64_t{1} << 63;
  }
  return 0;
}

std::uint64_t flip_all_but_last(const kernels::Slice& slice, std::uint64_t passes) {
  kernels::Slice shorter = slice;
  shorter.elements -= slice.elements > 1000 ? 1 : 0;
  return flip(shorter, passes);
}

std::uint64_t copy(const kernels::Slice& slice, std::uint64_t) {
  std::memcpy(slice.arrays[0], slice.arrays[1], slice.elements * 8);
  return 0;
}

std::uint64_t copy_nothing(const kernels::Slice&, std::uint64_t) { return 0; }

// What the memory already holds, or nothing at all: how a store left out can go unnoticed.
std::uint64_t copy_small_sets_only(const kernels::Slice& slice, std::uint64_t passes) {
  return slice.elements > 1000 ? 0 : copy(slice, passes);
}

std::uint64_t copy_and_spoil_the_source(const kernels::Slice& slice, std::uint64_t passes) {
  copy(slice, passes);
  if (slice.elements > 1000) words(slice, 1)[slice.elements / 2] ^= 1;
  return 0;
}

std::uint64_t fill(const kernels::Slice& slice, std::uint64_t) {
  for (std::size_t i = 0; i < slice.elements; ++i) words(slice)[i] = 3;
  return 0;
}

std::uint64_t fill_small_sets_only(const kernels::Slice& slice, std::uint64_t passes) {
  return slice.elements > 1000 ? 0 : fill(slice, passes);
}

kernels::Kernel kernel_of(kernels::CpuEntry run, kernels::CpuEntry reference, double written) {
  kernels::Kernel kernel;
  kernel.name = "test";
  kernel.work = {8, written, 0, 0};
  kernel.quantum = 8;
  kernel.backend = kernels::CpuBackend{run, reference, nullptr};
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
  kernels::Slice slice;
  slice.arrays[0] = reinterpret_cast<std::byte*>(memory.data());
  slice.elements = memory.size();
  const std::vector<kernels::Slice> slices{slice};
  constexpr std::size_t kMost = 1 << 20;
  const kernels::Kernel reads = kernel_of(sum_of_small_sets_only, sum, 0);
  EXPECT_EQ(verify_small(reads), "");
  EXPECT_NE(verify_in_place(reads, slices, kMost), "");
  EXPECT_EQ(verify_in_place(reads, slices, 1000), "");  // beyond the bound: not looked at
  const kernels::Kernel writes = kernel_of(flip_all_but_last, flip, 8);
  EXPECT_EQ(verify_small(writes), "");
  EXPECT_NE(verify_in_place(writes, slices, kMost), "");
  EXPECT_EQ(verify_in_place(kernel_of(flip, flip, 8), slices, kMost), "");
}

// Memory of several arrays, one behind the other, which hold the same.
struct Arrays {
  explicit Arrays(std::size_t count) : memory(count * kElements, 3) {
    for (std::size_t array = 0; array < count; ++array) {
      slice.arrays[array] = reinterpret_cast<std::byte*>(memory.data() + array * kElements);
    }
    slice.elements = kElements;
  }
  static constexpr std::size_t kElements = 80'000;
  std::vector<std::uint64_t> memory;
  kernels::Slice slice;
};

kernels::Kernel copying(kernels::CpuEntry run) {
  kernels::Kernel kernel = kernel_of(run, copy, 8);
  kernel.arrays = 2;
  return kernel;
}

TEST(Verify, SeveralArrays) {
  const Arrays arrays(2);
  const std::vector<kernels::Slice> slices{arrays.slice};
  EXPECT_EQ(verify_small(copying(copy)), "");
  EXPECT_NE(verify_small(copying(copy_nothing)), "") << "the arrays must differ before";
  for (int again = 0; again < 3; ++again) {  // the copy is already there from the time before
    EXPECT_EQ(verify_in_place(copying(copy), slices, 2 << 20), "");
    EXPECT_NE(verify_in_place(copying(copy_small_sets_only), slices, 2 << 20), "");
    EXPECT_NE(verify_in_place(copying(copy_and_spoil_the_source), slices, 2 << 20), "");
  }
  EXPECT_EQ(verify_in_place(copying(copy_small_sets_only), slices, 1 << 20), "")
      << "both arrays count against the bound";
}

TEST(Verify, AStoreOfWhatIsAlreadyThereIsMissed) {
  const Arrays arrays(1);
  const std::vector<kernels::Slice> slices{arrays.slice};
  for (int again = 0; again < 3; ++again) {
    EXPECT_EQ(verify_in_place(kernel_of(fill, fill, 8), slices, 1 << 20), "");
    EXPECT_NE(verify_in_place(kernel_of(fill_small_sets_only, fill, 8), slices, 1 << 20), "");
  }
}

// Pieces that overlapped would be changed twice, and no kernel would be right.
TEST(Verify, AnySizeInPlace) {
  const Arrays arrays(2);
  for (const std::size_t elements : {8UL, 16UL, 8'000UL, 8'192UL, 8'200UL, 16'384UL, 24'568UL,
                                     24'576UL, 24'584UL, 32'768UL, 80'000UL}) {
    kernels::Slice slice = arrays.slice;
    slice.elements = elements;
    EXPECT_EQ(verify_in_place(copying(copy), std::vector<kernels::Slice>{slice}, 2 << 20), "")
        << elements;
  }
}

}  // namespace
}  // namespace ridgeline::bench
