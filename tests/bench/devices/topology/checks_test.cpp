// What is believed of a machine, on plain structs: sizes, kinds, memory bounds, and cards matched.
#include "bench/devices/topology/checks.hpp"

#include <gtest/gtest.h>

#include "bench/devices/identity/bus_ids.hpp"
#include "bench/devices/topology/raw_topology.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::uint64_t kKiB = 1 << 10, kMiB = 1 << 20, kGiB = 1 << 30;

// Two cores with an L1 and an L2 each and one L3, on 16 GiB.
RawTopology two_cores() {
  RawTopology raw;
  raw.is_this_system = false;
  raw.source = "test";
  raw.threads = {{.os_index = 0, .core = 0}, {.os_index = 1, .core = 1}};
  raw.caches = {{"L1", 32 * kKiB, {0}},
                {"L1", 32 * kKiB, {1}},
                {"L2", kMiB, {0}},
                {"L2", kMiB, {1}},
                {"L3", 8 * kMiB, {0, 1}}};
  raw.nodes = {{0, "", 16 * kGiB, {0, 1}, true}};
  return raw;
}

Machine finished(const RawTopology& raw, const SystemLimits& limits = {}) {
  Machine machine = machine_of(raw);
  finish_machine(machine, limits);
  return machine;
}

TEST(MachineChecks, NothingToSayOfAPlainMachine) {
  const Machine machine = finished(two_cores());
  EXPECT_TRUE(machine.notes.empty());
  EXPECT_EQ(machine.kinds.size(), 1u);
  EXPECT_EQ(machine.kinds[0].name, "");
  EXPECT_EQ(machine.caches.size(), 5u);
}

TEST(MachineChecks, SizesThatCannotBe) {
  struct Try {
    std::size_t cache;
    std::uint64_t bytes;
  };
  for (const Try& one : {Try{4, 17 * kGiB}, Try{4, UINT64_MAX - 1023}, Try{0, 5 * kMiB},
                         Try{2, 600 * kMiB}, Try{4, 512 * kKiB}, Try{4, 0}}) {
    RawTopology raw = two_cores();
    raw.caches[one.cache].bytes = one.bytes;
    const Machine machine = finished(raw);
    EXPECT_EQ(machine.caches[one.cache].bytes, 0u) << one.bytes;
    EXPECT_FALSE(machine.caches[one.cache].note.empty());
    EXPECT_FALSE(machine.notes.empty());
    for (std::size_t other = 0; other < machine.caches.size(); ++other) {
      if (other != one.cache) {
        EXPECT_GT(machine.caches[other].bytes, 0u) << other;
      }
    }
  }
}

TEST(MachineChecks, LargeButRealSizesAreBelieved) {
  RawTopology raw = two_cores();
  raw.caches[0].bytes = 192 * kKiB;
  raw.caches[2].bytes = 36 * kMiB;
  raw.caches[4].bytes = 1152 * kMiB;
  EXPECT_TRUE(finished(raw).caches[4].note.empty());
}

TEST(MachineChecks, KindsOfCores) {
  RawTopology raw = two_cores();
  raw.kinds = {{"", "slow"}, {"", "fast"}};
  raw.threads[0].kind = 1;
  raw.threads[1].kind = 0;
  const Machine two = finished(raw);
  ASSERT_EQ(two.kinds.size(), 2u);
  EXPECT_EQ(two.kinds[static_cast<std::size_t>(two.units[0].kind)].detail.substr(0, 4), "fast");
  raw.threads[1].allowed = false;
  const Machine one = finished(raw);
  ASSERT_EQ(one.kinds.size(), 1u) << "kinds without a usable core are left out";
  EXPECT_EQ(one.kinds[0].name, "");
  EXPECT_EQ(one.kinds[0].detail, "fast");
  raw = two_cores();
  raw.kinds = {{"", "slow"}, {"", "fast"}};
  raw.threads[0].kind = 0;  // and the other one in none of hwloc's kinds
  EXPECT_EQ(finished(raw).kinds.size(), 2u);
}

TEST(MachineChecks, SiblingsAndForbiddenThreads) {
  RawTopology raw = two_cores();
  raw.threads = {{.os_index = 0, .core = 0, .allowed = false},
                 {.os_index = 2, .core = 0},
                 {.os_index = 1, .core = 1},
                 {.os_index = 3, .core = 1}};
  for (RawCache& cache : raw.caches) {
    for (const int thread : std::vector<int>(cache.threads)) cache.threads.push_back(thread + 2);
  }
  const Machine machine = finished(raw);
  ASSERT_EQ(machine.units.size(), 2u);
  EXPECT_EQ(machine.units[0].os_index, 2) << "the first allowed thread of its core";
  EXPECT_EQ(machine.units[1].os_index, 1);
  EXPECT_EQ(machine.hardware_threads, 3);
  EXPECT_EQ(machine.caches[0].sharers, 2);
  EXPECT_TRUE(machine.notes.empty()) << "no core is missing";
  for (RawThread& thread : raw.threads) thread.allowed = false;
  EXPECT_THROW(machine_of(raw), DeviceError);
}

TEST(MachineChecks, MemoryNodes) {
  RawTopology raw = two_cores();
  raw.nodes.push_back({1, "CXL/odd name", 64 * kGiB, {}, true});
  raw.nodes.push_back({2, "", 0, {}, true});
  const Machine machine = finished(raw);
  EXPECT_EQ(machine.nodes[1].kind, "CXL-odd-name") << "fit for ids";
  EXPECT_TRUE(machine.nodes[1].far) << "no core is near";
  EXPECT_TRUE(machine.nodes[1].local_units.empty());
  EXPECT_FALSE(machine.nodes[2].allowed) << "a node without memory beside others";
  EXPECT_EQ(machine.memory.bytes, 80 * kGiB);
}

TEST(MachineChecks, NearestIsTheNodeThatServesFewest) {
  RawTopology raw = two_cores();  // hwloc lists the far node, then fast memory, then each core's
  raw.nodes = {{0, "", 64 * kGiB, {0, 1}, true},
               {1, "HBM", 16 * kGiB, {0}, true},
               {3, "", 16 * kGiB, {1}, true},
               {2, "", 16 * kGiB, {0}, true}};
  const Machine machine = finished(raw);
  EXPECT_EQ(machine.units[0].node, 2);
  EXPECT_EQ(machine.units[1].node, 3);
  EXPECT_EQ(machine.nodes[2].os_index, 2) << "in the order of their numbers";
  raw.nodes[3].allowed = false;
  EXPECT_EQ(finished(raw).units[0].node, 1) << "what may not be used is near to nobody";
}

TEST(MachineChecks, TheSmallestMemoryBoundIsNamed) {
  RawTopology raw = two_cores();
  SystemLimits limits;
  limits.memory_total = 16 * kGiB;
  limits.memory = {{12 * kGiB, "MemAvailable"}, {600 * kMiB, "cgroup memory.max"}};
  EXPECT_EQ(finished(raw, limits).memory.source, "node memory") << "of a machine from a file";
  raw.is_this_system = true;
  Machine machine = finished(raw, limits);
  EXPECT_EQ(machine.memory.bytes, 600 * kMiB);
  EXPECT_EQ(machine.memory.source, "cgroup memory.max");
  limits.memory.pop_back();
  EXPECT_EQ(finished(raw, limits).memory.source, "MemAvailable");
  // Memory that was added later: the nodes know less than the kernel's total.
  raw.nodes[0].bytes = 4 * kGiB;
  machine = finished(raw, limits);
  EXPECT_EQ(machine.memory.source, "node memory");
  EXPECT_EQ(machine.memory.bytes, 4 * kGiB);
  ASSERT_EQ(machine.notes.size(), 1u);
  EXPECT_NE(machine.notes[0].find("disagree"), std::string::npos);
  raw.nodes[0].bytes = 0;
  EXPECT_EQ(finished(raw, limits).memory.source, "MemAvailable") << "unknown bounds nothing";
}

TEST(MachineChecks, QuotasAreSaid) {
  RawTopology raw = two_cores();
  raw.is_this_system = true;
  SystemLimits limits;
  limits.cpu_quota = 0.5;
  limits.cpu_quota_source = "cgroup cpu.max 50000 100000";
  const Machine machine = finished(raw, limits);
  EXPECT_EQ(machine.cpu_quota, 0.5);
  ASSERT_EQ(machine.notes.size(), 1u);
  EXPECT_NE(machine.notes[0].find("0.50 cores"), std::string::npos);
  limits.cpu_quota = 2;
  EXPECT_TRUE(finished(raw, limits).notes.empty()) << "enough for both cores";
}

TEST(MachineChecks, SizesForPeople) {
  EXPECT_EQ(rounded_bytes(48 * kKiB), "48KiB");
  EXPECT_EQ(rounded_bytes(1280 * kKiB), "1.25MiB");
  EXPECT_EQ(rounded_bytes(6805475328), "6.34GiB");
  EXPECT_EQ(rounded_bytes(25325268992), "23.6GiB");
  EXPECT_EQ(rounded_bytes(397816131584), "370GiB");
  EXPECT_EQ(rounded_bytes(999), "999B");
}

TEST(GpusSeen, BusIdsInAllSpellings) {
  for (const char* text : {"0000:0a:00.0", "00000000:0A:00.0", "0a:00.0", "0:A:0.0"}) {
    EXPECT_EQ(normal_bus_id(text), "0000:0a:00.0") << text;
  }
  EXPECT_EQ(normal_bus_id("00010000:01:00.0"), "10000:01:00.0");
  EXPECT_EQ(normal_bus_id(""), "");
  EXPECT_EQ(normal_bus_id("card 0"), "card 0");
}

TEST(GpusSeen, MatchedByBusOrUuidNeverByOrder) {
  const std::vector<GpuInterface> views = {
      {"NVML", "nvml0", "00000000:81:00.0", "GPU-b", "B"},
      {"NVML", "nvml1", "00000000:01:00.0", "GPU-a", "A"},
      {"CUDA", "cuda1", "0000:81:00.0", "", "B"},
      {"CUDA", "cuda0", "0000:01:00.0", "", "A"},
      {"OpenCL", "opencl0d0", "", "GPU-a", ""},
      {"PCI", "0000:c1:00.0", "0000:c1:00.0", "", "C"},
      {"PCI", "0000:01:00.0", "0000:01:00.0", "", "other name"}};
  const auto gpus = match_gpus(views);
  ASSERT_EQ(gpus.size(), 3u);
  EXPECT_EQ(gpus[0].names.at("CUDA").front(), "cuda0");
  EXPECT_EQ(gpus[0].names.at("NVML").front(), "nvml1");
  EXPECT_EQ(gpus[0].names.at("OpenCL").front(), "opencl0d0");
  EXPECT_EQ(gpus[0].model, "A");
  EXPECT_EQ(gpus[1].names.at("NVML").front(), "nvml0");
  EXPECT_EQ(gpus[2].bus_id, "0000:c1:00.0") << "seen on the bus only";
  EXPECT_TRUE(match_gpus({}).empty());
}

TEST(GpusSeen, SlicesOfOneCardAreOneCard) {
  const std::vector<GpuInterface> views = {{"CUDA", "cuda10", "01:00.0", "", ""},
                                           {"CUDA", "cuda2", "02:00.0", "", ""},
                                           {"CUDA", "cuda3", "01:00.0", "", ""}};
  const auto gpus = match_gpus(views);
  ASSERT_EQ(gpus.size(), 2u);
  EXPECT_EQ(gpus[0].bus_id, "0000:02:00.0");
  EXPECT_EQ(gpus[1].names.at("CUDA").size(), 2u);
}

TEST(GpusSeen, DisplaysOfServersAreNone) {
  EXPECT_TRUE(is_gpu({0x10de, 0x2330, 0x0302}));
  EXPECT_TRUE(is_gpu({0x1002, 0x74a1, 0x1200}));
  EXPECT_FALSE(is_gpu({0x1a03, 0x2000, 0x0300})) << "a management controller's";
  EXPECT_FALSE(is_gpu({0x8086, 0x1521, 0x0200})) << "a network card";
}

}  // namespace
}  // namespace ridgeline::bench
