// An NVIDIA GPU in the archive: its class, its limits, what is unknown.
#include "bench/devices/nvidia/record.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/bench/devices/gpu/h200.hpp"

namespace ridgeline::bench::nvidia {
namespace {

gpu::GpuView h200_view() {
  gpu::GpuView view;
  view.gpu = gpu::h200();
  view.pci_device = "2335";
  view.under_load.readings = 4;
  view.under_load.link_generation = 5;
  view.under_load.link_width = 16;
  return view;
}

const ceilings::Peak* peak(const ceilings::DeviceRecord& record, const std::string& key) {
  for (const ceilings::Peak& each : record.peaks) {
    if (each.key == key) return &each;
  }
  return nullptr;
}

TEST(NvidiaRecord, ClassGroupsTheSameCardsAndTellsInstancesApart) {
  gpu::GpuView view = h200_view();
  EXPECT_EQ(nvidia_record(view).device_class, "gpu-NVIDIA-2335-132sm-144GiB");
  view.gpu.model = "NVIDIA H200 MIG 1g.18gb";
  view.gpu.units = 16;
  view.gpu.memory_bytes = 17179869184;
  const ceilings::DeviceRecord part = nvidia_record(view);
  EXPECT_EQ(part.device_class, "gpu-NVIDIA-2335-16sm-16GiB-mig-1g.18gb");
  EXPECT_EQ(part.attributes.at("mig_profile"), "1g.18gb");
  EXPECT_EQ(peak(part, "bandwidth/DRAM"), nullptr);  // its share of the bus is not told
  view.pci_device = "";
  EXPECT_NE(nvidia_record(view).device_class.find("NVIDIA-unknown-"), std::string::npos);
}

TEST(NvidiaRecord, InstancesDifferByUuidAndDoNotShowIt) {
  gpu::GpuView view = h200_view();
  view.gpu.uuid = "GPU-a";
  const std::string first = nvidia_record(view).instance;
  view.gpu.uuid = "GPU-b";
  EXPECT_NE(nvidia_record(view).instance, first);
  EXPECT_EQ(first.find("GPU"), std::string::npos);
}

TEST(NvidiaRecord, MemoryAndLinkHaveTheirLimits) {
  gpu::GpuView view = h200_view();
  const ceilings::DeviceRecord record = nvidia_record(view);
  ASSERT_NE(peak(record, "bandwidth/DRAM"), nullptr);
  EXPECT_NEAR(peak(record, "bandwidth/DRAM")->per_second, 4.917e12, 1e9);
  ASSERT_NE(peak(record, "link/host-device"), nullptr);
  EXPECT_NEAR(peak(record, "link/host-device")->per_second, 63.0e9, 0.1e9);
  EXPECT_NE(peak(record, "compute/fp32/fma"), nullptr);
  view.under_load.memory_clock = 1.6e9;  // what it ran at counts
  EXPECT_NEAR(peak(nvidia_record(view), "bandwidth/DRAM")->per_second, 2.458e12, 1e9);
  view.under_load.link_width = 8;
  view.sensors.link_generation_max = 5;
  view.sensors.link_width_max = 16;
  const ceilings::EnvironmentRecord around = nvidia_environment(view, false, {});
  ASSERT_EQ(around.notes.size(), 1u);
  EXPECT_NE(around.notes.front().find("x8"), std::string::npos);
  view.gpu.host_page_tables = true;  // a link that is no PCI Express
  EXPECT_EQ(peak(nvidia_record(view), "link/host-device"), nullptr);
}

TEST(NvidiaRecord, UnknownStaysUnknown) {
  gpu::GpuView view;
  view.sensors_problem = "libnvidia-ml.so.1 is missing";
  view.gpu.sm = 130;
  const ceilings::DeviceRecord record = nvidia_record(view);
  EXPECT_TRUE(record.peaks.empty());
  EXPECT_EQ(record.levels.front().bytes, 0u);
  EXPECT_EQ(record.attributes.at("promised_clock_hz"), "unknown");
  const ceilings::EnvironmentRecord around = nvidia_environment(view, false, {});
  for (const char* name : {"driver", "power_limit", "mig", "persistence", "other_processes",
                           "link_generation_under_load", "near_memory_nodes"}) {
    EXPECT_EQ(around.facts.at(name), "unknown") << name;
  }
  EXPECT_EQ(around.notes, std::vector<std::string>{"libnvidia-ml.so.1 is missing"});
}

}  // namespace
}  // namespace ridgeline::bench::nvidia
