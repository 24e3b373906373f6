// What is said where the driver, a GPU, or the permission to use it is missing.
#include "bench/devices/nvidia/driver.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "bench/devices/nvidia/device.hpp"
#include "tests/fake_cuda/environment.hpp"

namespace ridgeline::bench::nvidia {
namespace {

constexpr uid_t kNobody = 65534;

// A folder in the place of /dev.
class CudaPresenceTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "presence-" + std::to_string(getpid());
    std::filesystem::create_directories(folder_);
    question_.library = RIDGELINE_FAKE_DRIVER;
    question_.runtime = 13000;
    question_.devices = folder_;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  // A device file that only root can open.
  void forbid(const std::string& name) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << "x";
    chmod(path.c_str(), 0);
  }

  std::string folder_;
  DriverQuestion question_;
};

TEST_F(CudaPresenceTest, NamesTheGpusInTheDriversOrder) {
  const gpu::GpuPresence presence = ask_driver(question_);
  ASSERT_EQ(presence.state, gpu::GpuState::usable);
  EXPECT_EQ(presence.message, "");
  ASSERT_EQ(presence.gpus.size(), 2u);
  EXPECT_EQ(presence.gpus[1].ordinal, 1);
  EXPECT_EQ(presence.gpus[0].model, "NVIDIA H200");
  EXPECT_EQ(presence.gpus[0].bus_id, "0000:0a:00.0");
  EXPECT_EQ(presence.gpus[0].uuid, "GPU-01020304-0506-0708-090a-0b0c0d0e0f10");
  EXPECT_EQ(presence.gpus[0].sm, 90);
}

TEST_F(CudaPresenceTest, NamesInstancesOfASplitCard) {
  const Set mig("FAKE_MIG", "1");
  EXPECT_EQ(ask_driver(question_).gpus.at(0).uuid, "MIG-01020304-0506-0708-090a-0b0c0d0e0f10");
}

TEST_F(CudaPresenceTest, NoDriver) {
  question_.library = "libno-such-driver.so.1";
  const gpu::GpuPresence presence = ask_driver(question_);
  EXPECT_EQ(presence.state, gpu::GpuState::no_driver);
  EXPECT_NE(presence.message.find("no NVIDIA driver"), std::string::npos);
  EXPECT_NE(presence.message.find("13.0"), std::string::npos);
}

TEST_F(CudaPresenceTest, NoDriverLibraryInAContainerWithDeviceFiles) {
  question_.library = "libno-such-driver.so.1";
  std::ofstream(folder_ + "/nvidiactl") << "x";
  const gpu::GpuPresence presence = ask_driver(question_);
  EXPECT_EQ(presence.state, gpu::GpuState::no_driver);
  EXPECT_NE(presence.message.find("container"), std::string::npos);
}

TEST_F(CudaPresenceTest, TooOldADriverNamesBothVersions) {
  const Set version("FAKE_VERSION", "12040");
  const gpu::GpuPresence presence = ask_driver(question_);
  EXPECT_EQ(presence.state, gpu::GpuState::driver_too_old);
  EXPECT_NE(presence.message.find("12.4"), std::string::npos);
  EXPECT_NE(presence.message.find("13.0"), std::string::npos);
}

TEST_F(CudaPresenceTest, AnEarlierMinorVersionWillDo) {
  question_.runtime = 13020;
  EXPECT_EQ(ask_driver(question_).state, gpu::GpuState::usable);
}

TEST_F(CudaPresenceTest, NoDevice) {
  const Set error("FAKE_INIT", "100");
  const gpu::GpuPresence presence = ask_driver(question_);
  EXPECT_EQ(presence.state, gpu::GpuState::no_device);
  EXPECT_NE(presence.message.find("sees no GPU"), std::string::npos);
}

TEST_F(CudaPresenceTest, NoneIsCounted) {
  const Set none("FAKE_GPUS", "0");
  EXPECT_EQ(ask_driver(question_).state, gpu::GpuState::no_device);
}

TEST_F(CudaPresenceTest, HiddenDevices) {
  const Set error("FAKE_INIT", "100");
  question_.visible = "";
  const gpu::GpuPresence empty = ask_driver(question_);
  EXPECT_EQ(empty.state, gpu::GpuState::no_device);
  EXPECT_NE(empty.message.find("CUDA_VISIBLE_DEVICES is set and empty"), std::string::npos);
  question_.visible = "7";
  EXPECT_NE(ask_driver(question_).message.find("CUDA_VISIBLE_DEVICES=7"), std::string::npos);
}

TEST_F(CudaPresenceTest, NoPermission) {
  forbid("nvidia0");
  ASSERT_EQ(ask_driver(question_).state, gpu::GpuState::usable);  // loads the library
  const Set error("FAKE_INIT", "999");
  const bool root = geteuid() == 0;  // which may open everything
  if (root) {
    ASSERT_EQ(seteuid(kNobody), 0);
  }
  const gpu::GpuPresence presence = ask_driver(question_);
  if (root) {
    ASSERT_EQ(seteuid(0), 0);
  }
  EXPECT_EQ(presence.state, gpu::GpuState::no_permission);
  EXPECT_NE(presence.message.find("nvidia0"), std::string::npos);
}

TEST_F(CudaPresenceTest, OtherFailuresSayWhatTheDriverSays) {
  const Set error("FAKE_INIT", "999");
  const gpu::GpuPresence presence = ask_driver(question_);
  EXPECT_EQ(presence.state, gpu::GpuState::failed);
  EXPECT_NE(presence.message.find("CUDA_ERROR_UNKNOWN: unknown error"), std::string::npos);
}

TEST_F(CudaPresenceTest, ALibraryThatIsNoDriver) {
  question_.library = RIDGELINE_FAKE_NVML;
  EXPECT_EQ(ask_driver(question_).state, gpu::GpuState::failed);
}

TEST_F(CudaPresenceTest, MessagesAreOneLineEachAndAllDifferent) {
  std::set<std::string> messages;
  const auto collect = [&] {
    const std::string message = ask_driver(question_).message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_TRUE(messages.insert(message).second) << message;
  };
  for (const auto& [name, value] : std::multimap<std::string, std::string>{
           {"FAKE_VERSION", "12000"}, {"FAKE_INIT", "100"}, {"FAKE_INIT", "999"}}) {
    const Set set(name.c_str(), value.c_str());
    collect();
  }
  question_.library = "libno-such-driver.so.1";
  collect();
}

// In a build without the toolkit this is the word that it was not there.
TEST(GpuPresence, IsAskedForWithoutThrowing) {
  const gpu::GpuPresence presence = cuda_presence();
  EXPECT_EQ(presence.message.empty(), presence.state == gpu::GpuState::usable);
}

TEST(GpuPresence, Versions) {
  EXPECT_EQ(cuda_version_text(12040), "12.4");
  EXPECT_EQ(cuda_version_text(13000), "13.0");
}

}  // namespace
}  // namespace ridgeline::bench::nvidia
