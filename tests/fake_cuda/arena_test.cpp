// Where working sets lie in the memory of a GPU, and what lies in them.
#include "bench/devices/gpu/work/arena.hpp"

#include <gtest/gtest.h>

#include <set>

#include "bench/devices/nvidia/runtime.hpp"
#include "ceilings/errors.hpp"
#include "tests/fake_cuda/fake_kernels.hpp"
#include "tests/fake_cuda/fake_runtime.hpp"

namespace ridgeline::bench::nvidia {
namespace {

TEST(GpuArena, SetsLieInsideAndRotate) {
  reset_fake_gpu({});
  const auto runtime = make_cuda_runtime(0);
  gpu::GpuRuntime& gpu = *runtime;
  gpu::GpuArena arena(gpu, 512 << 20);
  std::set<const unsigned char*> places;
  for (int i = 0; i < 8; ++i) places.insert(arena.take(32 << 20, true));
  EXPECT_EQ(places.size(), 8u);
  EXPECT_LE(*places.rbegin() - *places.begin() + (32 << 20), 256 << 20);
  EXPECT_NO_THROW(arena.take(400 << 20, true));
  EXPECT_THROW(arena.take(600 << 20, true), DeviceError);
  EXPECT_LE(fake_gpu().allocated, std::uint64_t{513} << 20);  // with the tile
}

TEST(GpuArena, TakesLessWhereTheGpuHasLess) {
  reset_fake_gpu({});
  fake_gpu().memory = 100 << 20;
  const auto runtime = make_cuda_runtime(0);
  gpu::GpuRuntime& gpu = *runtime;
  gpu::GpuArena arena(gpu, 512 << 20);  // another process took memory since the start
  EXPECT_NO_THROW(arena.take(90 << 20, true));
  EXPECT_THROW(arena.take(200 << 20, true), DeviceError);
  EXPECT_NO_THROW(arena.take(50 << 20, true));
}

TEST(GpuArena, DataIsFreshWhereItWasWritten) {
  reset_fake_gpu({});
  const auto runtime = make_cuda_runtime(0);
  gpu::GpuRuntime& gpu = *runtime;
  gpu::GpuArena arena(gpu, 512 << 20);
  unsigned char* start = arena.take(4 << 20, true);
  EXPECT_NE(word_at(start, 5), 0u);
  gpu.fill(start, 0, 4 << 20);
  arena.spoil(start, 4 << 20);
  bool seen = false;
  for (int i = 0; i < 140; ++i) {  // more than there are places
    const unsigned char* again = arena.take(4 << 20, true);
    seen = seen || again == start;
    EXPECT_NE(word_at(again, 5), 0u);
  }
  EXPECT_TRUE(seen);
}

}  // namespace
}  // namespace ridgeline::bench::nvidia
