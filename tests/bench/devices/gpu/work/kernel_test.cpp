// Launches and rings: what a kernel is given.
#include "bench/devices/gpu/work/kernel.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/bench/devices/gpu/h200.hpp"
#include "tests/fake_cuda/fake_kernels.hpp"

namespace ridgeline::bench::gpu {
namespace {

TEST(KernelLaunch, GridAndWorkAreTheShapes) {
  const KernelLaunch made =
      launch_of(nvidia::fake_named("copy"), {2, 512, 4}, 132, 1280, h200(), -1);
  EXPECT_EQ(made.launch.blocks, 264u);
  EXPECT_EQ(made.launch.threads, 512u);
  EXPECT_EQ(made.args.elements, 1280u);
  EXPECT_EQ(made.args.in_flight, 4u);
  EXPECT_EQ(made.array_bytes, 1280u * 16);
  EXPECT_GE(made.array_stride, made.array_bytes);
  EXPECT_NE(made.array_stride % 4096, 0u);  // the same element of two arrays is other data
  EXPECT_EQ(made.array_stride % 256, 0u);
  EXPECT_EQ(made.set_bytes, made.array_stride + made.array_bytes);
  EXPECT_EQ(made.launch.shared, 0u);
  EXPECT_EQ(made.launch.carve_out, -1);
}

TEST(KernelLaunch, TwoBlocksThatHaveToBeAloneDoNotFit) {
  const GpuFacts gpu = h200();
  const Launch launch =
      launch_of(nvidia::fake_named("fma_alone"), {1, 128, 1}, 132, 1, gpu, -1).launch;
  EXPECT_GT(2 * (launch.shared + gpu.shared_reserved), gpu.shared_per_unit);
  EXPECT_LE(launch.shared, gpu.shared_per_block);
}

// Three quanta over two blocks: one has two of them.
TEST(KernelLaunch, SharedMemoryHasRoomForTheLargestPart) {
  const kernels::Kernel& kernel = nvidia::fake_named("read_shared");
  const KernelLaunch made = launch_of(kernel, {2, 512, 4}, 132, 265 * 128, h200(), -1);
  EXPECT_EQ(made.launch.shared, 2u * 128 * 16);
  EXPECT_EQ(made.launch.carve_out, 100);
}

TEST(Ring, IsOneCycleThroughAll) {
  for (const std::size_t elements : {1, 2, 3, 13, 1000}) {
    const std::vector<std::uint32_t> next = ring_of(elements, 1);
    std::set<std::uint32_t> seen;
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < elements; ++i) seen.insert(at = next[at]);
    EXPECT_EQ(seen.size(), elements);
    EXPECT_EQ(at, 0u);
  }
  EXPECT_EQ(ring_of(100, 1), ring_of(100, 1));
  EXPECT_NE(ring_of(100, 1), ring_of(100, 2));
}

}  // namespace
}  // namespace ridgeline::bench::gpu
