// Transfers over links: which there are, what they deliver, how long they take.
#include "bench/devices/gpu/links/links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "bench/devices/gpu/links/links.hpp"
#include "bench/devices/nvidia/runtime.hpp"
#include "ceilings/archive/ids.hpp"
#include "ceilings/errors.hpp"
#include "tests/fake_cuda/fake_kernels.hpp"
#include "tests/fake_cuda/fake_runtime.hpp"
#include "tests/fake_cuda/fake_sources.hpp"

namespace ridgeline::bench::nvidia {
namespace {

constexpr std::uint64_t kBlock = 10 << 20;

class CudaLinksTest : public testing::Test {
 protected:
  void SetUp() override {
    reset_fake_gpu(fake_kernels());
    fake_gpu().bandwidth = 4e9;  // slow, since every copy is really made
  }
  Device& device() {
    if (device_ == nullptr) device_ = make_cuda_device(0, sources_);
    return *device_;
  }
  Case link(const std::string& id) {
    Case c;
    for (const Operation& operation : device().operations()) {
      if (operation.id == id) c.operation = operation;
    }
    EXPECT_TRUE(c.operation) << id;
    c.working_set = kBlock;
    return c;
  }
  // Bytes each way a second.
  double rate(const std::string& id) {
    const auto prepared = device().prepare(link(id));
    EXPECT_EQ(device().verify(*prepared), "") << id;
    const Timing timing = device().run(*prepared, {1, 20e-3});
    EXPECT_GE(timing.seconds, 19e-3);
    return static_cast<double>(kBlock) * timing.passes / timing.seconds;
  }

  FakeSources sources_{fake_kernels()};
  std::unique_ptr<Device> device_;
};

TEST_F(CudaLinksTest, IdsParseAndAreDistinct) {
  fake_gpu().gpus = 2;
  std::set<std::string> ids;
  for (const Operation& operation : device().operations()) {
    EXPECT_EQ(ceilings::id_fault(operation.id).value_or(""), "") << operation.id;
    EXPECT_TRUE(ids.insert(operation.id).second) << operation.id;
    EXPECT_EQ(operation.role == kernels::Role::secondary, !operation.lacks.empty()) << operation.id;
    EXPECT_GT(operation.work.read, 0);
  }
  for (const char* id :
       {"link/host-device/copy-engine", "link/device-host/copy-engine",
        "link/both-ways/copy-engine", "link/host-device/kernel", "link/both-ways/kernel",
        "link/device-device/copy-engine", "link/host-device/copy-engine-unpinned",
        "link/device-peer/copy-engine", "link/peer-device/copy-engine"}) {
    EXPECT_EQ(ids.count(id), 1u) << id;
  }
}

TEST_F(CudaLinksTest, OneGpuHasNoPeers) {
  for (const Operation& operation : device().operations()) EXPECT_EQ(operation.peer, -1);
}

TEST_F(CudaLinksTest, EveryTransferDeliversAndTakesItsTime) {
  fake_gpu().gpus = 2;
  for (const Operation& operation : device().operations()) {
    EXPECT_GT(rate(operation.id), 0.9e9) << operation.id;
  }
}

TEST_F(CudaLinksTest, RatesAreThoseOfTheLink) {
  EXPECT_NEAR(rate("link/host-device/copy-engine") / 1e9, 1, 0.02);
  EXPECT_NEAR(rate("link/device-host/copy-engine") / 1e9, 1, 0.02);
  EXPECT_NEAR(rate("link/device-device/copy-engine") / 2e9, 1, 0.02);
}

TEST_F(CudaLinksTest, BothWaysGoAtTheSameTime) {
  EXPECT_NEAR(rate("link/both-ways/copy-engine") / 1e9, 1, 0.02);
  EXPECT_EQ(link("link/both-ways/copy-engine").operation->work.read,
            2 * link("link/host-device/copy-engine").operation->work.read);
}

TEST_F(CudaLinksTest, LostDataIsFound) {
  const auto prepared = device().prepare(link("link/host-device/copy-engine"));
  fake_gpu().faults.transfers_lose_data = true;
  EXPECT_NE(device().verify(*prepared).find("delivers other data"), std::string::npos);
}

TEST_F(CudaLinksTest, RefusedPinningIsOneCasesFailure) {
  fake_gpu().faults.pinning_fails = true;  // also while the device looks at its link
  try {
    device().prepare(link("link/host-device/copy-engine"));
    FAIL();
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("ulimit -l"), std::string::npos) << error.what();
  }
  EXPECT_GT(rate("link/host-device/copy-engine-unpinned"), 0);
}

TEST_F(CudaLinksTest, FarMemoryIsSecondary) {
  reset_fake_gpu(fake_kernels());
  const auto gpu = make_cuda_runtime(0);
  const gpu::GpuLinks links(*gpu, {{1}, {0}}, fake_kernels());
  int far = 0;
  for (const Operation& operation : links.operations()) {
    if (operation.id.find("host.far") == std::string::npos) continue;
    ++far;
    EXPECT_EQ(operation.host_node, 0);
    EXPECT_EQ(operation.role, kernels::Role::secondary);
  }
  EXPECT_EQ(far, 2);
}

}  // namespace
}  // namespace ridgeline::bench::nvidia
