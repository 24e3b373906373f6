// Every kernel of the build through the CUDA device: its launch fits, its reference does what its
// row claims to need, its memory and its result have room. The kernels' own code is not run here.
#include <gtest/gtest.h>

#include <memory>
#include <numeric>

#include "bench/devices/gpu/work/kernel.hpp"
#include "ceilings/errors.hpp"
#include "kernels/cuda/compute_capability.hpp"
#include "kernels/registry.hpp"
#include "tests/fake_cuda/fake_runtime.hpp"
#include "tests/fake_cuda/fake_sources.hpp"

namespace ridgeline::bench::nvidia {
namespace {

struct Card {
  std::uint16_t sm;
  int units, threads, blocks;
  std::uint64_t shared_per_unit, shared_per_block;
};
constexpr Card kCards[] = {{90, 132, 2048, 32, 228 << 10, 227 << 10},
                           {100, 148, 2048, 32, 228 << 10, 227 << 10},
                           {120, 170, 1536, 24, 100 << 10, 99 << 10},
                           {75, 40, 1024, 16, 64 << 10, 64 << 10}};

class CudaKernelsTest : public testing::TestWithParam<Card> {};

TEST_P(CudaKernelsTest, AllAreVerifiedAndTimed) {
  const Card& card = GetParam();
  reset_fake_gpu(kernels::cuda_kernels());
  FakeGpu& gpu = fake_gpu();
  gpu.sm = card.sm;
  gpu.units = card.units;
  gpu.threads_per_unit = card.threads;
  gpu.blocks_per_unit = card.blocks;
  gpu.shared_per_unit = card.shared_per_unit;
  gpu.shared_per_block = card.shared_per_block;
  FakeSources sources(kernels::cuda_kernels());
  sources.nvml = "libno-such-nvml.so.1";
  const std::unique_ptr<Device> device = make_cuda_device(0, sources);
  int timed = 0;
  for (const kernels::Kernel& kernel : kernels::cuda_kernels()) {
    if (!kernels::runs_on(kernel.needs, card.sm)) continue;
    SCOPED_TRACE(std::string(kernel.name));
    Case c;
    c.kernel = &kernel;
    c.level = kernel.level.empty() ? "L2" : std::string(kernel.level);
    const bool one = kernel.family == kernels::Family::latency;
    c.scope.name = one ? "sm" : "chip";
    c.scope.units.resize(one ? 1 : device->machine().units.size());
    std::iota(c.scope.units.begin(), c.scope.units.end(), 0);
    c.working_set = std::uint64_t{16 << 10} * c.scope.units.size();
    c.shape = kernel.shapes.empty() ? kernels::Shape{} : kernel.shapes.front();
    try {
      const auto prepared = device->prepare(c);
      EXPECT_EQ(device->verify(*prepared), "");
      const Timing timing = device->run(*prepared, {1, 1e-3});
      EXPECT_GT(timing.passes, 0);
      ++timed;
    } catch (const CannotRun& reason) {
      ADD_FAILURE() << "the default shape does not fit: " << reason.what();
    }
  }
  EXPECT_GT(timed, 10);
}

INSTANTIATE_TEST_SUITE_P(Cards, CudaKernelsTest, testing::ValuesIn(kCards),
                         [](const auto& card) { return "sm" + std::to_string(card.param.sm); });

// A shape's number in flight has code, and the first shape is the one that sweeps use.
TEST(CudaKernels, EveryShapeHasItsCode) {
  for (const kernels::Kernel& kernel : kernels::cuda_kernels()) {
    for (const kernels::Shape& shape : kernel.shapes) {
      EXPECT_NE(kernels::entry_of(gpu::gpu_backend(kernel), shape), nullptr)
          << kernel.name << " with " << shape.in_flight << " in flight";
    }
  }
}

}  // namespace
}  // namespace ridgeline::bench::nvidia
