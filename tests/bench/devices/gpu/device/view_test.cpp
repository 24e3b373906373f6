// What is known of a GPU and its host.
#include "bench/devices/gpu/device/view.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ridgeline::bench::gpu {
namespace {

TEST(GpuView, HostNodesAreNearOrFarOrNotGiven) {
  Machine host;
  host.nodes.resize(3);
  host.nodes[0].local_units = {0, 1};
  host.nodes[1].os_index = 1;
  host.nodes[1].local_units = {2, 3};
  host.nodes[2].os_index = 2;  // memory without cores: a GPU's own, or CXL
  const HostNodes nodes = host_nodes({1}, host);
  EXPECT_EQ(nodes.near, std::vector<int>{1});
  EXPECT_EQ(nodes.far, std::vector<int>{0});
  EXPECT_TRUE(host_nodes({}, host).far.empty());
  EXPECT_TRUE(host_nodes({0, 1}, host).far.empty());
}

}  // namespace
}  // namespace ridgeline::bench::gpu
