// Which memory nodes a PCI device is near to.
#include "bench/devices/topology/pinning.hpp"

#include <gtest/gtest.h>

#include "tests/fake_cuda/environment.hpp"

namespace ridgeline::bench {
namespace {

std::string machine(const char* name) {
  return std::string(RIDGELINE_SOURCE "/tests/machines/") + name;
}

TEST(NodesNearBus, AreThoseOfTheDevicesPackage) {
  const nvidia::Set file("HWLOC_XMLFILE", machine("t13_gpu_on_second_node.xml"));
  EXPECT_EQ(nodes_near_bus("0000:81:00.0"), std::vector<int>{1});
  EXPECT_TRUE(nodes_near_bus("0000:01:00.0").empty());
}

// Below the whole machine: nobody said where.
TEST(NodesNearBus, AreUnknownWhereTheBusIsNobodys) {
  const nvidia::Set file("HWLOC_XMLFILE", machine("t12_two_gpus_order_differs.xml"));
  EXPECT_TRUE(nodes_near_bus("0000:81:00.0").empty());
}

TEST(NodesNearBus, TextThatIsNoBusHasNone) { EXPECT_TRUE(nodes_near_bus("").empty()); }

}  // namespace
}  // namespace ridgeline::bench
