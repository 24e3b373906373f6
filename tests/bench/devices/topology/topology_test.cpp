// Real and made-up machines, each with its right answers: who computes, which caches, which memory.
#include "bench/devices/topology/topology.hpp"
#include "bench/devices/topology/nominal_levels.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>

#include "bench/devices/host/record.hpp"
#include "bench/devices/system/system_files.hpp"
#include "bench/devices/topology/source.hpp"
#include "ceilings/errors.hpp"
#include "tests/bench/devices/fake_root.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::uint64_t kKiB = 1 << 10, kMiB = 1 << 20, kGiB = 1 << 30;

std::string file(const std::string& name) { return RIDGELINE_SOURCE "/tests/machines/" + name; }

std::vector<int> all_units(const Machine& machine) {
  std::vector<int> units(machine.units.size());
  std::iota(units.begin(), units.end(), 0);
  return units;
}

// Instances of a level with this size and number of sharing hardware threads.
int count_caches(const Machine& machine, const std::string& level, std::uint64_t bytes,
                 int sharers) {
  return static_cast<int>(
      std::count_if(machine.caches.begin(), machine.caches.end(), [&](const Cache& cache) {
        return cache.level == level && cache.bytes == bytes && cache.sharers == sharers;
      }));
}

std::uint64_t sum_of(const Machine& machine, const std::string& level) {
  std::uint64_t sum = 0;
  for (const Cache& cache : machine.caches) sum += cache.level == level ? cache.bytes : 0;
  return sum;
}

bool notes_say(const Machine& machine, const std::string& text) {
  return std::any_of(machine.notes.begin(), machine.notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

std::vector<ceilings::NominalLevel> named(const std::vector<ceilings::NominalLevel>& levels,
                                          const std::string& name) {
  std::vector<ceilings::NominalLevel> found;
  std::copy_if(levels.begin(), levels.end(), std::back_inserter(found),
               [&](const ceilings::NominalLevel& level) { return level.name == name; });
  return found;
}

// Environment variables of hwloc's, given back at the end.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

// The exit code of the error that reading fails with; 0: it does not fail. The message must name
// what was asked for.
int code_of(const std::string& topology, const std::string& named) {
  try {
    read_machine(topology);
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(named), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.exit_code();
  }
  return 0;
}

TEST(Topology, ArmGuestWithoutCaches) {
  const Machine machine = read_machine(file("t02_arm_vm_no_caches.xml"));
  EXPECT_FALSE(machine.is_this_system);
  EXPECT_EQ(machine.units.size(), 4u);
  EXPECT_TRUE(machine.caches.empty());
  EXPECT_TRUE(notes_say(machine, "cache sizes unknown"));
  EXPECT_EQ(machine.memory.bytes, 8 * kGiB);
  EXPECT_EQ(machine.memory.source, "node memory");
  EXPECT_EQ(machine.cpu.model_name, "");
  const auto levels = nominal_levels(machine);
  ASSERT_EQ(levels.size(), 1u);
  EXPECT_EQ(levels[0].name, "DRAM");
  EXPECT_EQ(levels[0].node, "") << "one node needs no name";
  EXPECT_TRUE(caches_reached(machine, all_units(machine)).unknown);
}

TEST(Topology, UnequalThirdLevels) {
  const Machine machine = read_machine(file("t03_unequal_l3.xml"));
  EXPECT_EQ(machine.units.size(), 8u);
  EXPECT_EQ(count_caches(machine, "L3", 96 * kMiB, 4), 1);
  EXPECT_EQ(count_caches(machine, "L3", 32 * kMiB, 4), 1);
  EXPECT_EQ(sum_of(machine, "L3"), 128 * kMiB);
  EXPECT_TRUE(notes_say(machine, "L3 caches differ"));
  ASSERT_EQ(machine.kinds.size(), 2u) << "cores with unlike caches are unlike";
  EXPECT_NE(machine.kinds[0].detail.find("L3 96MiB"), std::string::npos);
  const auto levels = named(nominal_levels(machine), "L3");
  ASSERT_EQ(levels.size(), 2u);
  EXPECT_EQ(levels[0].bytes, 96 * kMiB) << "unit 0's own comes first";
  EXPECT_EQ(levels[0].core_kind, "kind0");
  EXPECT_EQ(levels[0].units_per_instance, 4);
  EXPECT_EQ(levels[1].bytes, 32 * kMiB);
  EXPECT_EQ(levels[1].core_kind, "kind1");
  EXPECT_EQ(named(nominal_levels_of(machine, 5), "L3").at(0).bytes, 32 * kMiB);
  const std::vector<int> slow{4, 5, 6, 7};
  EXPECT_EQ(caches_reached_bytes(machine, slow), 32 * kMiB + 4 * (kMiB + 32 * kKiB));
  EXPECT_EQ(caches_reached_bytes(machine, all_units(machine)), 136 * kMiB + 256 * kKiB);
}

TEST(Topology, ContainerWithTwoOfEight) {
  const Machine machine = read_machine(file("t04_cpuset_two_of_eight.xml"));
  ASSERT_EQ(machine.units.size(), 2u);
  EXPECT_EQ(machine.units[0].os_index, 5);
  EXPECT_EQ(machine.units[1].os_index, 7);
  EXPECT_EQ(machine.units[0].node, 1);
  EXPECT_EQ(machine.cores_present, 8);
  EXPECT_EQ(machine.hardware_threads, 2);
  ASSERT_EQ(machine.nodes.size(), 2u);
  EXPECT_FALSE(machine.nodes[0].allowed);
  EXPECT_TRUE(machine.nodes[1].allowed);
  EXPECT_EQ(machine.memory.bytes, 16 * kGiB);
  ASSERT_EQ(count_caches(machine, "L3", 16 * kMiB, 4), 1) << "whole, shared by four";
  EXPECT_EQ(sum_of(machine, "L3"), 16 * kMiB) << "the other one is out of reach";
  EXPECT_EQ(sum_of(machine, "L2"), kMiB);
  EXPECT_TRUE(notes_say(machine, "restricted to 2 of 8 cores"));
  const auto memory = named(nominal_levels(machine), "DRAM");
  ASSERT_EQ(memory.size(), 1u);
  EXPECT_EQ(memory[0].bytes, 16 * kGiB);
}

TEST(Topology, FastMemoryBesideDramAndAFarNode) {
  const Machine machine = read_machine(file("t05_hbm_flat_plus_cxl_node.xml"));
  ASSERT_EQ(machine.units.size(), 4u);
  EXPECT_EQ(machine.packages, 2);
  ASSERT_EQ(machine.nodes.size(), 5u);
  const char* const kinds[] = {"DRAM", "DRAM", "HBM", "HBM", "DRAM"};
  const std::uint64_t sizes[] = {64, 64, 16, 16, 128};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(machine.nodes[i].os_index, static_cast<int>(i));
    EXPECT_EQ(machine.nodes[i].kind, kinds[i]) << i;
    EXPECT_EQ(machine.nodes[i].bytes, sizes[i] * kGiB) << i;
    EXPECT_EQ(machine.nodes[i].far, i == 4) << i;
    EXPECT_EQ(machine.nodes[i].local_units.size(), i == 4 ? 4u : 2u) << i;
  }
  EXPECT_EQ(machine.units[0].node, 0) << "DRAM of its own package, not HBM, not the far node";
  EXPECT_EQ(machine.units[3].node, 1);
  EXPECT_TRUE(notes_say(machine, "memory node 4 is far"));
  std::string order;
  for (const ceilings::NominalLevel& level : nominal_levels(machine)) {
    if (!level.node.empty()) order += level.name + "@" + level.node + " ";
  }
  EXPECT_EQ(order, "DRAM@node0 HBM@node2 DRAM@node1 HBM@node3 DRAM@node4 ");
  EXPECT_EQ(nominal_levels_of(machine, 2).at(2).node, "node1");
}

TEST(Topology, AbsurdSizesAreNotBelieved) {
  const Machine machine = read_machine(file("t07_vm_absurd_cache_sizes.xml"));
  EXPECT_EQ(machine.units.size(), 2u);
  EXPECT_EQ(count_caches(machine, "L1", 32 * kKiB, 1), 2);
  EXPECT_EQ(count_caches(machine, "L2", 0, 1), 2);
  EXPECT_EQ(count_caches(machine, "L3", 0, 2), 1);
  for (const Cache& cache : machine.caches) EXPECT_EQ(cache.note.empty(), cache.bytes > 0);
  EXPECT_TRUE(notes_say(machine, "L2 size unknown"));
  EXPECT_TRUE(notes_say(machine, "264GiB not believed"));
  EXPECT_EQ(machine.memory.bytes, 2 * kGiB);
  EXPECT_TRUE(caches_reached(machine, all_units(machine)).unknown);
  EXPECT_EQ(caches_reached_bytes(machine, all_units(machine)), 64 * kKiB);
}

TEST(Topology, TwoGpusInUnlikeOrders) {
  const auto gpus = gpus_in_topology(file("t12_two_gpus_order_differs.xml"));
  ASSERT_EQ(gpus.size(), 2u);
  EXPECT_EQ(gpus[0].names.at("CUDA"), std::vector<std::string>{"cuda0"});
  EXPECT_EQ(gpus[0].names.at("NVML"), std::vector<std::string>{"nvml1"});
  EXPECT_EQ(gpus[0].bus_id, "0000:81:00.0");
  EXPECT_EQ(gpus[0].uuid, "GPU-00000000-0000");
  EXPECT_EQ(gpus[0].model, "NVIDIA Imaginary H900 NVL MIG 1g.12gb");
  EXPECT_EQ(gpus[1].names.at("CUDA"), std::vector<std::string>{"cuda1"});
  EXPECT_EQ(gpus[1].names.at("NVML"), std::vector<std::string>{"nvml0"});
  EXPECT_TRUE(gpus_in_topology(file("t02_arm_vm_no_caches.xml")).empty());
}

TEST(Topology, HybridUsesOneThreadACore) {
  const Machine machine = read_machine(file("hwloc-linux-20em64t-hybrid-1p6c2t+2ca4co1t.xml"));
  EXPECT_EQ(machine.units.size(), 14u);
  EXPECT_EQ(machine.hardware_threads, 20);
  ASSERT_EQ(machine.kinds.size(), 2u);
  EXPECT_EQ(machine.kinds[0].name, "kind0");
  EXPECT_NE(machine.kinds[0].detail.find("FrequencyMaxMHz=3900"), std::string::npos);
  std::vector<int> fast;
  for (const Unit& unit : machine.units) {
    if (unit.kind == 1) fast.push_back(unit.os_index);
  }
  EXPECT_EQ(fast, (std::vector<int>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(count_caches(machine, "L1", 48 * kKiB, 2), 6);
  EXPECT_EQ(count_caches(machine, "L1", 32 * kKiB, 1), 8);
  EXPECT_EQ(count_caches(machine, "L2", 1280 * kKiB, 2), 6);
  EXPECT_EQ(count_caches(machine, "L2", 2 * kMiB, 4), 2);
  EXPECT_EQ(count_caches(machine, "L3", 24 * kMiB, 20), 1);
  const auto levels = nominal_levels(machine);
  EXPECT_EQ(named(levels, "L1").size(), 2u);
  ASSERT_EQ(named(levels, "L3").size(), 1u);
  EXPECT_EQ(named(levels, "L3")[0].core_kind, "");
  EXPECT_EQ(machine.cpu.vendor, "GenuineIntel");
  EXPECT_EQ(machine.cpu.model, 186);
  EXPECT_EQ(host_class(machine), "cpu-GenuineIntel-6-186-2-14c-32GiB");
}

TEST(Topology, SmallArmBoard) {
  const Machine machine = read_machine(file("hwloc-linux-2arm-2c.xml"));
  EXPECT_EQ(machine.units.size(), 2u);
  EXPECT_EQ(machine.kinds.size(), 1u) << "a kind told for one core only tells nothing apart";
  EXPECT_EQ(machine.kinds[0].name, "");
  EXPECT_TRUE(machine.caches.empty());
  EXPECT_EQ(machine.memory.bytes, 287580160u);
  EXPECT_EQ(machine.cpu.vendor, "ARM");
  EXPECT_EQ(machine.cpu.model, 0xc09);
}

TEST(Topology, FiveKindsOfCores) {
  const Machine machine = read_machine(file("hwloc-linux-nvidia-dgx-gb10.xml"));
  EXPECT_EQ(machine.units.size(), 20u);
  ASSERT_EQ(machine.kinds.size(), 5u);
  std::vector<int> cores(5);
  for (const Unit& unit : machine.units) ++cores[static_cast<std::size_t>(unit.kind)];
  EXPECT_EQ(cores, (std::vector<int>{5, 5, 5, 4, 1}));
  EXPECT_EQ(count_caches(machine, "L2", 2 * kMiB, 1), 10);
  EXPECT_EQ(count_caches(machine, "L2", 512 * kKiB, 1), 10);
  EXPECT_EQ(sum_of(machine, "L3"), 24 * kMiB);
  const auto third = named(nominal_levels_of(machine, 19), "L3");
  ASSERT_EQ(third.size(), 1u);
  EXPECT_EQ(third[0].bytes, 16 * kMiB);
  EXPECT_EQ(named(nominal_levels(machine), "L1").size(), 1u);
}

TEST(Topology, ManySlices) {
  const Machine machine = read_machine(file("hwloc-x86-AMD-19h-Zen3-2xEpyc-7763.xml"));
  EXPECT_EQ(machine.units.size(), 128u);
  EXPECT_EQ(machine.packages, 2);
  EXPECT_EQ(machine.kinds.size(), 1u);
  EXPECT_EQ(count_caches(machine, "L3", 32 * kMiB, 8), 16);
  EXPECT_EQ(caches_reached_bytes(machine, all_units(machine)), (512 + 64 + 4) * kMiB);
  const std::vector<int> one{0};
  EXPECT_EQ(caches_reached_bytes(machine, one), 32 * kMiB + 512 * kKiB + 32 * kKiB);
  const std::vector<int> neighbours{0, 7}, apart{0, 8};
  EXPECT_EQ(caches_reached_bytes(machine, neighbours), 32 * kMiB + 2 * 544 * kKiB);
  EXPECT_EQ(caches_reached_bytes(machine, apart), 64 * kMiB + 2 * 544 * kKiB);
  EXPECT_EQ(machine.memory.bytes, 0u) << "unknown, not none";
  EXPECT_EQ(machine.memory.source, "unknown");
  EXPECT_TRUE(notes_say(machine, "memory size unknown"));
  EXPECT_TRUE(machine.nodes[0].allowed && machine.nodes[1].allowed);
  const auto levels = nominal_levels(machine);
  EXPECT_EQ(named(levels, "L3").at(0).instances, 16);
  EXPECT_EQ(named(levels, "L3").at(0).units_per_instance, 8);
  EXPECT_EQ(named(levels, "DRAM").size(), 2u);
  EXPECT_EQ(machine.cpu.model_name, "AMD EPYC 7763 64-Core Processor") << "without the blanks";
}

TEST(Topology, MemorySideCaches) {
  const Machine machine = read_machine(file("hwloc-xml-memorysidecaches.xml"));
  EXPECT_EQ(machine.units.size(), 40u);
  EXPECT_EQ(machine.hardware_threads, 80);
  EXPECT_EQ(count_caches(machine, "memory-side", 96 * kGiB, 20), 4);
  EXPECT_EQ(count_caches(machine, "L2", kMiB, 2), 40);
  EXPECT_EQ(sum_of(machine, "L3"), 55 * kMiB);
  EXPECT_EQ(sum_of(machine, "L1"), 0u) << "a level that is missing stays missing";
  const auto levels = nominal_levels(machine);
  ASSERT_EQ(levels.size(), 7u);
  EXPECT_EQ(levels[0].name, "L2");
  EXPECT_EQ(levels[2].name, "memory-side");
  EXPECT_EQ(levels[3].node, "node0");
  const CachesReached reached = caches_reached(machine, all_units(machine));
  EXPECT_EQ(reached.memory_side, 384 * kGiB);
  EXPECT_EQ(reached.bytes - reached.memory_side, 95 * kMiB);
}

TEST(Topology, Descriptions) {
  for (const char* prefix : {"", "synthetic:"}) {
    const Machine machine =
        read_machine(std::string(prefix) + "package:2 [numa(memory=8GiB)] core:4 l2:1 pu:2");
    EXPECT_EQ(machine.units.size(), 8u);
    EXPECT_EQ(machine.hardware_threads, 16);
    EXPECT_EQ(machine.packages, 2);
    EXPECT_EQ(machine.nodes.size(), 2u);
    EXPECT_FALSE(machine.is_this_system);
    EXPECT_EQ(machine.units[4].node, 1);
    EXPECT_EQ(machine.memory.bytes, 16 * kGiB);
  }
  const Machine clusters = read_machine("package:1 group:2 [numa(memory=1GiB)] core:2 pu:1");
  EXPECT_EQ(clusters.nodes.size(), 2u) << "two nodes in a package";
  EXPECT_EQ(clusters.units[2].node, 1);
  EXPECT_EQ(read_machine("pu:3").units.size(), 3u) << "threads without cores are units";
}

TEST(Topology, WhatCannotBeLoadedIsAnError) {
  const FakeRoot root;
  const std::string whole = read_text(file("t03_unequal_l3.xml"));
  std::string sets = read_text(file("t02_arm_vm_no_caches.xml"));
  // Loads, and has no hardware threads.
  for (std::size_t at = 0; (at = sets.find("0x0000000f", at)) != std::string::npos;) {
    sets.replace(at, 10, "nonsense");
  }
  root.write("/empty.xml", "");
  root.write("/other.xml", "<?xml version=\"1.0\"?><svg/>");
  root.write("/cut.xml", whole.substr(0, whole.size() / 2));
  root.write("/sets.xml", sets);
  for (const char* name :
       {"/missing.xml", "/empty.xml", "/other.xml", "/cut.xml", "/sets.xml", ""}) {
    const std::string path = root.path() + name;
    EXPECT_EQ(code_of(path, path), 4);
    const Variable variable("HWLOC_XMLFILE", path);
    EXPECT_EQ(code_of("", "HWLOC_XMLFILE"), 4) << path;
  }
  EXPECT_EQ(code_of("no-such-file.xml", "no-such-file.xml"), 4);
  for (const char* text : {"core:2 core:2 pu:1", "banana:3", "core:0", "core:100000 pu:2"}) {
    EXPECT_EQ(code_of(text, text), 2);
    const Variable variable("HWLOC_SYNTHETIC", text);
    EXPECT_EQ(code_of("", "HWLOC_SYNTHETIC"), 2) << text;
  }
  EXPECT_EQ(code_of("synthetic:", "synthetic"), 2);
  const Variable variable("HWLOC_COMPONENTS", "xml");
  EXPECT_EQ(code_of("", "HWLOC_XMLFILE"), 2);
}

TEST(Topology, EnvironmentNamesAMachine) {
  {
    const Variable variable("HWLOC_SYNTHETIC", "core:3 pu:1");
    const Machine machine = read_machine();
    EXPECT_EQ(machine.units.size(), 3u);
    EXPECT_FALSE(machine.is_this_system);
    EXPECT_EQ(machine.source, "core:3 pu:1");
    EXPECT_EQ(read_machine(file("t03_unequal_l3.xml")).units.size(), 8u) << "arguments go first";
  }
  const Variable variable("HWLOC_XMLFILE", file("t04_cpuset_two_of_eight.xml"));
  const Variable components("HWLOC_COMPONENTS", "no_os,stop");  // hwloc alone would forget the file
  EXPECT_EQ(read_machine().units.size(), 2u);
}

TEST(Topology, EnvironmentNamesNothingThere) {
  const Variable variable("HWLOC_FSROOT", "/no/such/folder");
  EXPECT_EQ(code_of("", "HWLOC_FSROOT"), 4);
}

TEST(Topology, SyntheticSizes) {
  EXPECT_EQ(synthetic_threads("package:2 [numa(memory=64)] l3:1(size=1000000) core:4 pu:2"), 16u);
  EXPECT_EQ(synthetic_threads("4 4 2"), 32u);
  EXPECT_EQ(synthetic_threads("core:99999999999 core:99999999999 pu:9"), UINT64_MAX);
}

TEST(Topology, ThisSystemHonoursTheAffinityMask) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const Machine whole = read_machine();
  EXPECT_TRUE(whole.is_this_system);
  EXPECT_EQ(whole.source, "this system");
  EXPECT_EQ(whole.hardware_threads, CPU_COUNT(&before));
  EXPECT_GT(whole.memory.bytes, 0u);
  EXPECT_LE(whole.memory.bytes, whole.memory_total);
  EXPECT_NE(whole.cpu_features, 0u);
  const int last = whole.units.back().os_index;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<unsigned>(last), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const Machine pinned = read_machine();
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  ASSERT_EQ(pinned.units.size(), 1u);
  EXPECT_EQ(pinned.units[0].os_index, last);
  EXPECT_EQ(pinned.cores_present, whole.cores_present);
  EXPECT_EQ(notes_say(pinned, "restricted to 1 of"), whole.cores_present > 1);
}

}  // namespace
}  // namespace ridgeline::bench
