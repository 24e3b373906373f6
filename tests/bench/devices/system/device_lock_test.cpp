// The lock between two runs.
#include "bench/devices/system/device_lock.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>

namespace ridgeline::bench {
namespace {

TEST(DeviceLock, OneLockAtATime) {
  const std::string name = "test-" + std::to_string(getpid());
  auto first = std::make_unique<DeviceLock>(name);
  EXPECT_TRUE(first->held());
  EXPECT_FALSE(DeviceLock(name).held());
  first.reset();
  EXPECT_TRUE(DeviceLock(name).held());
  unlink(("/tmp/ridgeline-" + name + ".lock").c_str());
}

}  // namespace
}  // namespace ridgeline::bench
