// Which device is measured: what --device names, what is chosen without it, and what is said of it.
#include "bench/run/choose_device.hpp"

#include <gtest/gtest.h>

#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

gpu::GpuPresence none() {
  return {gpu::GpuState::no_driver, "libcuda.so.1 is missing; install it", {}};
}

gpu::GpuPresence two() {
  return {gpu::GpuState::usable,
          "",
          {{0, "NVIDIA H200", "0000:0a:00.0", "GPU-1", 90},
           {1, "NVIDIA T4", "0000:3b:00.0", "GPU-2", 75}}};
}

std::vector<std::string> names(const std::vector<DeviceChoice>& chosen) {
  std::vector<std::string> all;
  for (const DeviceChoice& each : chosen) all.push_back(each.name);
  return all;
}

using Names = std::vector<std::string>;

TEST(ChooseDevices, TheFirstGpuWithoutAWord) {
  const std::vector<DeviceChoice> chosen = choose_devices("", two());
  EXPECT_EQ(names(chosen), Names{"cuda:0"});
  for (const char* part : {"cuda:0 is NVIDIA H200 at 0000:0a:00.0", "cuda:1 is NVIDIA T4", "cpu"}) {
    EXPECT_NE(chosen[0].remark.find(part), std::string::npos) << chosen[0].remark;
  }
}

TEST(ChooseDevices, TheHostWhereThereIsNoGpuAndWhy) {
  for (const char* wanted : {"", "all"}) {
    const std::vector<DeviceChoice> chosen = choose_devices(wanted, none());
    EXPECT_EQ(names(chosen), Names{"cpu"});
    EXPECT_EQ(chosen[0].remark, "no GPU, so this is the CPU: libcuda.so.1 is missing; install it");
  }
}

TEST(ChooseDevices, AllMeansEachAloneAndTheHostLast) {
  const std::vector<DeviceChoice> chosen = choose_devices("all", two());
  EXPECT_EQ(names(chosen), (Names{"cuda:0", "cuda:1", "cpu"}));
  EXPECT_EQ(chosen[1].remark, "cuda:1 is NVIDIA T4 at 0000:3b:00.0");
}

TEST(ChooseDevices, ANamedOneIsTakenAndEchoed) {
  EXPECT_EQ(choose_devices("cuda:1", two())[0].remark, "cuda:1 is NVIDIA T4 at 0000:3b:00.0");
  EXPECT_EQ(names(choose_devices("cpu", two())), Names{"cpu"});
  EXPECT_EQ(choose_devices("cpu", two())[0].remark, "");
  EXPECT_EQ(names(choose_devices("simulated:x.json", none())), Names{"simulated:x.json"});
  // Opening says what is not there.
  EXPECT_EQ(names(choose_devices("cuda:7", two())), Names{"cuda:7"});
}

TEST(ChooseDevices, OtherNamesAreWrongUsage) {
  for (const char* name : {"toaster", "cuda", "cuda:", "cuda:x", "cuda:1x", "cuda:-1", "gpu0"}) {
    try {
      choose_devices(name, two());
      ADD_FAILURE() << name;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("cuda:N"), std::string::npos) << error.what();
    }
  }
}

TEST(OpenDevice, AGpuThatIsNotThereIsADeviceError) {
  EXPECT_THROW(open_device("cuda:4711"), DeviceError);
  EXPECT_THROW(open_device("toaster"), UsageError);
  EXPECT_THROW(open_device("simulated:/nonexistent.json"), ArchiveError);
}

}  // namespace
}  // namespace ridgeline::bench
