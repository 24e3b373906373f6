// What archives say of any GPU.
#include "bench/devices/gpu/device/record.hpp"

#include <gtest/gtest.h>

namespace ridgeline::bench::gpu {
namespace {

TEST(GpuRecord, PciExpress) {
  EXPECT_NEAR(pcie_bandwidth(3, 16), 15.75e9, 0.01e9);
  EXPECT_NEAR(pcie_bandwidth(1, 1), 0.25e9, 1);
  EXPECT_EQ(pcie_bandwidth(0, 16), 0);
  EXPECT_EQ(pcie_bandwidth(9, 16), 0);
}

}  // namespace
}  // namespace ridgeline::bench::gpu
