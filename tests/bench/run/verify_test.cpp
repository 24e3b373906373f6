// Which cases hold every kernel of a device against its reference, and what they say of broken
// ones.
#include "bench/run/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "bench/devices/simulated/device.hpp"
#include "bench/devices/simulated/file.hpp"

namespace ridgeline::bench {
namespace {

std::unique_ptr<Device> gpu(const std::string& more = "") {
  return make_simulated_device(parse_simulated(
      R"({"device": {"kind": "gpu", "units": 4, "sm": 90},
          "levels": [{"name": "L2", "bytes": 1048576, "core_bandwidth": 1e12},
                     {"name": "DRAM", "core_bandwidth": 1e11}],
          "compute": [{"precision": "fp32", "path": "fma", "core": 1e12}],
          "gpu_kernels": [
            {"name": "read", "family": "bandwidth", "mix": "1:0", "path": "ld16B", "sms": [90],
             "shapes": [{"blocks": 2, "threads": 512, "in_flight": 4},
                        {"blocks": 1, "threads": 512, "in_flight": 4},
                        {"blocks": 2, "threads": 512, "in_flight": 8}]},
            {"name": "fma", "family": "compute", "precision": "fp32", "path": "fma", "sms": [90],
             "shapes": [{"blocks": 1, "threads": 256, "in_flight": 8}]},
            {"name": "newer", "family": "compute", "precision": "fp32", "path": "fma",
             "sms": [100],
             "shapes": [{"blocks": 1, "threads": 256, "in_flight": 8}]}])" +
          more + "}",
      "test"));
}

std::vector<Verified> verified(Device& device) {
  return verify_cases(device, verification_cases(device), [](const Case&) {});
}

const Verified& of(const std::vector<Verified>& results, const std::string& kernel) {
  return *std::find_if(results.begin(), results.end(),
                       [&](const Verified& one) { return one.what.kernel->name == kernel; });
}

TEST(Verification, HasOneCaseAKernelAndDepth) {
  const auto device = gpu();
  const std::vector<Case> cases = verification_cases(*device);
  std::multiset<std::string> found;
  for (const Case& c : cases) {
    found.insert(std::string(c.kernel->name) + " x" + std::to_string(c.shape.in_flight));
    EXPECT_EQ(c.scope.name, "chip");
  }
  EXPECT_EQ(found, (std::multiset<std::string>{"read x4", "read x8", "fma x8", "newer x1"}));
}

TEST(Verification, SaysWhatIsRightAndWhatCannotRun) {
  const auto device = gpu();
  const std::vector<Verified> results = verified(*device);
  EXPECT_EQ(of(results, "read").outcome, VerifyOutcome::right);
  EXPECT_EQ(of(results, "fma").outcome, VerifyOutcome::right);
  EXPECT_EQ(of(results, "newer").outcome, VerifyOutcome::cannot_run);
  EXPECT_NE(of(results, "newer").note.find("sm_100"), std::string::npos);
}

TEST(Verification, AWrongKernelIsNamedAndTheOthersGoOn) {
  const auto device = gpu(R"(, "faults": {"wrong_result": "read"})");
  const std::vector<Verified> results = verified(*device);
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(of(results, "read").outcome, VerifyOutcome::wrong);
  EXPECT_FALSE(of(results, "read").note.empty());
  EXPECT_EQ(of(results, "fma").outcome, VerifyOutcome::right);
}

TEST(Verification, WhatCannotBeHadIsAFailure) {
  const auto device = gpu(R"(, "faults": {"out_of_memory_above": 4096})");
  const std::vector<Verified> results = verified(*device);
  EXPECT_EQ(of(results, "read").outcome, VerifyOutcome::failed);
  EXPECT_EQ(of(results, "fma").outcome, VerifyOutcome::right);
}

}  // namespace
}  // namespace ridgeline::bench
