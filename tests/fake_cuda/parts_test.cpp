// The pure parts of the CUDA device: launches, rings, clocks, flags, records.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/devices/gpu/timing/clock.hpp"
#include "bench/devices/gpu/timing/flags.hpp"
#include "bench/devices/gpu/work/arena.hpp"
#include "bench/devices/gpu/work/kernel.hpp"
#include "bench/devices/nvidia/cublaslt/library.hpp"
#include "bench/devices/nvidia/record.hpp"
#include "ceilings/archive/ids.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/limits/limits.hpp"
#include "tests/fake_cuda/environment.hpp"
#include "tests/fake_cuda/fake_kernels.hpp"
#include "tests/fake_cuda/fake_runtime.hpp"

namespace ridgeline {
namespace {

GpuFacts h200() {
  GpuFacts gpu;
  gpu.model = "NVIDIA H200";
  gpu.sm = 90;
  gpu.units = 132;
  gpu.threads_per_unit = 2048;
  gpu.shared_per_unit = 228 << 10;
  gpu.shared_per_block = 227 << 10;
  gpu.shared_reserved = 1024;
  gpu.memory_bytes = 150754820096;  // as its driver says
  gpu.memory_free = 150000000000;
  gpu.clock_hz = 1.98e9;
  gpu.memory_clock_hz = 3.201e9;
  gpu.memory_bits = 6144;
  return gpu;
}

GpuView h200_view() {
  GpuView view;
  view.cuda = h200();
  view.pci_device = "2335";
  view.under_load.readings = 4;
  view.under_load.link_generation = 5;
  view.under_load.link_width = 16;
  return view;
}

const Peak* peak(const DeviceRecord& record, const std::string& key) {
  for (const Peak& each : record.peaks) {
    if (each.key == key) return &each;
  }
  return nullptr;
}

TEST(CudaLaunch, GridAndWorkAreTheShapes) {
  const KernelLaunch made = launch_of(fake_named("copy"), {2, 512, 4}, 132, 1280, h200(), -1);
  EXPECT_EQ(made.launch.blocks, 264u);
  EXPECT_EQ(made.launch.threads, 512u);
  EXPECT_EQ(made.args.elements, 1280u);
  EXPECT_EQ(made.args.in_flight, 4u);
  EXPECT_EQ(made.array_bytes, 1280u * 16);
  EXPECT_GE(made.array_stride, made.array_bytes);
  EXPECT_NE(made.array_stride % 4096, 0u);  // the same element of two arrays is other data
  EXPECT_EQ(made.array_stride % 256, 0u);
  EXPECT_EQ(made.set_bytes, made.array_stride + made.array_bytes);
  EXPECT_EQ(made.launch.shared, 0u);
  EXPECT_EQ(made.launch.carve_out, -1);
}

TEST(CudaLaunch, TwoBlocksThatHaveToBeAloneDoNotFit) {
  const GpuFacts gpu = h200();
  const Launch launch = launch_of(fake_named("fma_alone"), {1, 128, 1}, 132, 1, gpu, -1).launch;
  EXPECT_GT(2 * (launch.shared + gpu.shared_reserved), gpu.shared_per_unit);
  EXPECT_LE(launch.shared, gpu.shared_per_block);
}

// Three quanta over two blocks: one has two of them.
TEST(CudaLaunch, SharedMemoryHasRoomForTheLargestPart) {
  const Kernel& kernel = fake_named("read_shared");
  const KernelLaunch made = launch_of(kernel, {2, 512, 4}, 132, 265 * 128, h200(), -1);
  EXPECT_EQ(made.launch.shared, 2u * 128 * 16);
  EXPECT_EQ(made.launch.carve_out, 100);
}

TEST(CudaRing, IsOneCycleThroughAll) {
  for (const std::size_t elements : {1, 2, 3, 13, 1000}) {
    const std::vector<std::uint32_t> next = ring_of(elements, 1);
    std::set<std::uint32_t> seen;
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < elements; ++i) seen.insert(at = next[at]);
    EXPECT_EQ(seen.size(), elements);
    EXPECT_EQ(at, 0u);
  }
  EXPECT_EQ(ring_of(100, 1), ring_of(100, 1));
  EXPECT_NE(ring_of(100, 1), ring_of(100, 2));
}

TEST(CudaClock, IsTheMedianOfSmsReadTwice) {
  std::vector<ClockReading> before{{100, 1000}, {0, 0}, {500, 1000}, {7, 1000}};
  std::vector<ClockReading> after{{2100, 2000}, {9, 2000}, {1500, 2000}, {3007, 2000}};
  EXPECT_DOUBLE_EQ(clock_between(before, after), 2e9);
  after[0] = {};            // one that was not read the second time
  after[3] = {3007, 1000};  // no time passed
  EXPECT_DOUBLE_EQ(clock_between(before, after), 1e9);
  EXPECT_EQ(clock_between({}, {}), 0);
}

TEST(CudaFlags, EachHasItsCause) {
  GpuTiming good;
  good.seconds = 5e-3;
  good.clock_hz = 1.9e9;
  good.watch.readings = 5;
  good.watch.sm_clock = 1.9e9;
  GpuCircumstances around{1.98e9, false, false};
  EXPECT_TRUE(flags_of(good, around).empty());
  const auto only = [&](const GpuTiming& timing, Flag flag) {
    return flags_of(timing, around) == std::vector<Flag>{flag};
  };
  GpuTiming odd = good;
  odd.watch.sm_clock = 1.7e9;
  EXPECT_TRUE(only(odd, Flag::clock_disagrees));
  odd.watch.readings = 1;  // before the work, perhaps
  EXPECT_TRUE(flags_of(odd, around).empty());
  odd = good;
  odd.clock_hz = odd.watch.sm_clock = 0.9e9;
  EXPECT_TRUE(only(odd, Flag::low_clock));
  odd.clock_hz = 0;  // NVML's is left
  EXPECT_TRUE(only(odd, Flag::low_clock));
  odd = good;
  odd.seconds = 1e-4;
  EXPECT_TRUE(only(odd, Flag::timer_coarse));
  for (const std::uint64_t power : {clock_event::kPowerCap, clock_event::kPowerBrake,
                                    clock_event::kPowerBrake | clock_event::kHardwareSlowdown}) {
    odd = good;
    odd.watch.reasons = power;
    EXPECT_TRUE(only(odd, Flag::power_limited)) << power;
  }
  for (const std::uint64_t heat :
       {clock_event::kThermal, clock_event::kHardwareThermal, clock_event::kHardwareSlowdown}) {
    odd = good;
    odd.watch.reasons = heat;
    EXPECT_TRUE(only(odd, Flag::thermally_limited)) << heat;
  }
  odd.watch.reasons = clock_event::kIdle | clock_event::kApplicationClocks;
  EXPECT_TRUE(flags_of(odd, around).empty());
  around = {1.98e9, true, true};
  EXPECT_EQ(flags_of(good, around), (std::vector{Flag::shared_device, Flag::code_not_checked}));
}

TEST(CudaRecord, ClassGroupsTheSameCardsAndTellsInstancesApart) {
  GpuView view = h200_view();
  EXPECT_EQ(gpu_record(view).device_class, "gpu-NVIDIA-2335-132sm-144GiB");
  view.cuda.model = "NVIDIA H200 MIG 1g.18gb";
  view.cuda.units = 16;
  view.cuda.memory_bytes = 17179869184;
  const DeviceRecord part = gpu_record(view);
  EXPECT_EQ(part.device_class, "gpu-NVIDIA-2335-16sm-16GiB-mig-1g.18gb");
  EXPECT_EQ(part.attributes.at("mig_profile"), "1g.18gb");
  EXPECT_EQ(peak(part, "bandwidth/DRAM"), nullptr);  // its share of the bus is not told
  view.pci_device = "";
  EXPECT_NE(gpu_record(view).device_class.find("NVIDIA-unknown-"), std::string::npos);
}

TEST(CudaRecord, InstancesDifferByUuidAndDoNotShowIt) {
  GpuView view = h200_view();
  view.cuda.uuid = "GPU-a";
  const std::string first = gpu_record(view).instance;
  view.cuda.uuid = "GPU-b";
  EXPECT_NE(gpu_record(view).instance, first);
  EXPECT_EQ(first.find("GPU"), std::string::npos);
}

TEST(CudaRecord, MemoryAndLinkHaveTheirLimits) {
  GpuView view = h200_view();
  const DeviceRecord record = gpu_record(view);
  ASSERT_NE(peak(record, "bandwidth/DRAM"), nullptr);
  EXPECT_NEAR(peak(record, "bandwidth/DRAM")->per_second, 4.917e12, 1e9);
  ASSERT_NE(peak(record, "link/host-device"), nullptr);
  EXPECT_NEAR(peak(record, "link/host-device")->per_second, 63.0e9, 0.1e9);
  EXPECT_NE(peak(record, "compute/fp32/fma"), nullptr);
  view.under_load.memory_clock = 1.6e9;  // what it ran at counts
  EXPECT_NEAR(peak(gpu_record(view), "bandwidth/DRAM")->per_second, 2.458e12, 1e9);
  view.under_load.link_width = 8;
  view.nvml.link_generation_max = 5;
  view.nvml.link_width_max = 16;
  const EnvironmentRecord around = gpu_environment(view, false, {});
  ASSERT_EQ(around.notes.size(), 1u);
  EXPECT_NE(around.notes.front().find("x8"), std::string::npos);
  view.cuda.host_page_tables = true;  // a link that is no PCI Express
  EXPECT_EQ(peak(gpu_record(view), "link/host-device"), nullptr);
}

TEST(CudaRecord, UnknownStaysUnknown) {
  GpuView view;
  view.nvml_problem = "libnvidia-ml.so.1 is missing";
  view.cuda.sm = 130;
  const DeviceRecord record = gpu_record(view);
  EXPECT_TRUE(record.peaks.empty());
  EXPECT_EQ(record.levels.front().bytes, 0u);
  EXPECT_EQ(record.attributes.at("promised_clock_hz"), "unknown");
  const EnvironmentRecord around = gpu_environment(view, false, {});
  for (const char* name : {"driver", "power_limit", "mig", "persistence", "other_processes",
                           "link_generation_under_load", "near_memory_nodes"}) {
    EXPECT_EQ(around.facts.at(name), "unknown") << name;
  }
  EXPECT_EQ(around.notes, std::vector<std::string>{"libnvidia-ml.so.1 is missing"});
}

TEST(CudaRecord, PciExpress) {
  EXPECT_NEAR(pcie_bandwidth(3, 16), 15.75e9, 0.01e9);
  EXPECT_NEAR(pcie_bandwidth(1, 1), 0.25e9, 1);
  EXPECT_EQ(pcie_bandwidth(0, 16), 0);
  EXPECT_EQ(pcie_bandwidth(9, 16), 0);
}

TEST(CudaArena, SetsLieInsideAndRotate) {
  reset_fake_gpu({});
  Gpu gpu(0);
  CudaArena arena(gpu, 512 << 20);
  std::set<const unsigned char*> places;
  for (int i = 0; i < 8; ++i) places.insert(arena.take(32 << 20, true));
  EXPECT_EQ(places.size(), 8u);
  EXPECT_LE(*places.rbegin() - *places.begin() + (32 << 20), 256 << 20);
  EXPECT_NO_THROW(arena.take(400 << 20, true));
  EXPECT_THROW(arena.take(600 << 20, true), DeviceError);
  EXPECT_LE(fake_gpu().allocated, std::uint64_t{513} << 20);  // with the tile
}

TEST(CudaArena, TakesLessWhereTheGpuHasLess) {
  reset_fake_gpu({});
  fake_gpu().memory = 100 << 20;
  Gpu gpu(0);
  CudaArena arena(gpu, 512 << 20);  // another process took memory since the start
  EXPECT_NO_THROW(arena.take(90 << 20, true));
  EXPECT_THROW(arena.take(200 << 20, true), DeviceError);
  EXPECT_NO_THROW(arena.take(50 << 20, true));
}

TEST(CudaArena, DataIsFreshWhereItWasWritten) {
  reset_fake_gpu({});
  Gpu gpu(0);
  CudaArena arena(gpu, 512 << 20);
  unsigned char* start = arena.take(4 << 20, true);
  EXPECT_NE(word_at(start, 5), 0u);
  gpu.fill(start, 0, 4 << 20);
  arena.spoil(start, 4 << 20);
  bool seen = false;
  for (int i = 0; i < 140; ++i) {  // more than there are places
    const unsigned char* again = arena.take(4 << 20, true);
    seen = seen || again == start;
    EXPECT_NE(word_at(again, 5), 0u);
  }
  EXPECT_TRUE(seen);
}

Case product(const MatrixLibrary& library, const std::string& id) {
  Case c;
  for (const Operation& operation : library.operations()) {
    if (operation.id == id) c.operation = operation;
  }
  EXPECT_TRUE(c.operation) << id;
  return c;
}

TEST(MatrixLibrary, IsNotOfferedWhereItIsMissing) {
  reset_fake_gpu({});
  Gpu gpu(0);
  EXPECT_TRUE(MatrixLibrary(gpu, "libno-such-cublaslt.so").operations().empty());
}

TEST(MatrixLibrary, OffersTheTypesOfTheCard) {
  reset_fake_gpu({});
  std::set<std::string> ids;
  const auto collect = [&](std::uint16_t sm) {
    fake_gpu().sm = sm;
    Gpu gpu(0);
    ids.clear();
    for (const Operation& operation : MatrixLibrary(gpu, RIDGELINE_FAKE_CUBLASLT).operations()) {
      EXPECT_EQ(id_fault(operation.id).value_or(""), "");
      EXPECT_GT(operation.work.operations, 1e11);
      ids.insert(operation.id);
    }
  };
  collect(90);
  EXPECT_EQ(ids.count("compute/bf16->fp32/cublaslt/chip"), 1u);
  EXPECT_EQ(ids.count("compute/fp8->fp32/cublaslt/chip"), 1u);
  EXPECT_EQ(ids.count("compute/fp64/cublaslt/chip"), 1u);
  collect(75);
  EXPECT_EQ(ids.count("compute/bf16->fp32/cublaslt/chip"), 0u);
  EXPECT_EQ(ids.count("compute/fp16->fp32/cublaslt/chip"), 1u);
}

TEST(MatrixLibrary, ProductsAreVerified) {
  reset_fake_gpu({});
  Gpu gpu(0);
  MatrixLibrary library(gpu, RIDGELINE_FAKE_CUBLASLT);
  for (const char* id : {"compute/fp64/cublaslt/chip", "compute/int8->int32/cublaslt/chip"}) {
    const auto work = library.prepare(product(library, id));
    EXPECT_EQ(work->verify(), "") << id;
    const Set wrong("FAKE_WRONG", "1");
    EXPECT_NE(work->verify().find("is wrong"), std::string::npos) << id;
  }
  EXPECT_EQ(fake_gpu().allocations, 0);
}

TEST(MatrixLibrary, WhatItCannotDoIsSkipped) {
  reset_fake_gpu({});
  Gpu gpu(0);
  MatrixLibrary library(gpu, RIDGELINE_FAKE_CUBLASLT);
  EXPECT_THROW(library.prepare(product(library, "compute/fp8->fp32/cublaslt/chip")), CannotRun);
  const Set none("FAKE_NO_HANDLE", "1");
  MatrixLibrary dead(gpu, RIDGELINE_FAKE_CUBLASLT);
  EXPECT_THROW(dead.prepare(product(dead, "compute/fp64/cublaslt/chip")), CannotRun);
}

}  // namespace
}  // namespace ridgeline
