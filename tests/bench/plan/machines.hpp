// Machines made by hand for tests of the plan: as the topologies of real ones say.
#pragma once

#include <numeric>
#include <string>
#include <vector>

#include "bench/devices/machine.hpp"
#include "kernels/isa/isa.hpp"

namespace ridgeline::bench::machines {

inline constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;
inline constexpr std::uint32_t kAvx2Machine =
    kernels::isa::kX86 | kernels::isa::kAvx | kernels::isa::kFma | kernels::isa::kAvx2;

// `units` cores of one kind near one memory node.
inline Machine cores(int units, std::uint64_t memory) {
  Machine machine;
  std::vector<int> all(static_cast<std::size_t>(units));
  std::iota(all.begin(), all.end(), 0);
  for (const int i : all) machine.units.push_back({i, i, 0, 0, 0});
  machine.nodes = {{0, "DRAM", memory, all, true}};
  machine.memory = {memory, "node memory"};
  machine.cpu_features = kAvx2Machine | kernels::isa::kAvx512f;
  return machine;
}

// A cache for every `sharers` cores in turn.
inline void add_caches(Machine& machine, const std::string& level, std::uint64_t bytes,
                       int sharers) {
  const int units = static_cast<int>(machine.units.size());
  for (int first = 0; first < units; first += sharers) {
    Cache cache{level, bytes, {}, sharers, ""};
    for (int i = first; i < std::min(first + sharers, units); ++i) cache.units.push_back(i);
    machine.caches.push_back(cache);
  }
}

// 2 x 64 cores, 16 x 32 MiB L3; its nodes don't tell their memory.
inline Machine epyc_7763() {
  Machine machine = cores(128, 0);
  machine.memory = {};
  machine.nodes.clear();
  for (int node = 0; node < 2; ++node) {
    MemoryNode each{node, "DRAM", 0, {}, true};
    for (int i = 64 * node; i < 64 * (node + 1); ++i) {
      each.local_units.push_back(i);
      machine.units[static_cast<std::size_t>(i)].node = node;
      machine.units[static_cast<std::size_t>(i)].package = node;
    }
    machine.nodes.push_back(each);
  }
  machine.packages = 2;
  machine.cpu_features = kAvx2Machine;
  add_caches(machine, "L1", 32 * kKiB, 1);
  add_caches(machine, "L2", 512 * kKiB, 1);
  add_caches(machine, "L3", 32 * kMiB, 8);
  return machine;
}

// Four cores of one kind and four of another behind one L3.
inline Machine hybrid() {
  Machine machine = cores(8, 32 * kGiB);
  machine.kinds = {{"kind0", "FrequencyMaxMHz=3900"}, {"kind1", "FrequencyMaxMHz=5000"}};
  for (int i = 0; i < 8; ++i) machine.units[static_cast<std::size_t>(i)].kind = i < 4 ? 1 : 0;
  for (int i = 0; i < 8; ++i) {
    machine.caches.push_back({"L1", (i < 4 ? 48 : 32) * kKiB, {i}, 2, ""});
  }
  for (int i = 0; i < 4; ++i) machine.caches.push_back({"L2", 1280 * kKiB, {i}, 2, ""});
  machine.caches.push_back({"L2", 2 * kMiB, {4, 5, 6, 7}, 4, ""});
  add_caches(machine, "L3", 24 * kMiB, 8);
  return machine;
}

// Two packages with DRAM and HBM each, and a far node that all cores see alike.
inline Machine hbm_and_cxl() {
  Machine machine = cores(4, 128 * kGiB);
  machine.nodes = {{4, "DRAM", 128 * kGiB, {0, 1, 2, 3}, true},
                   {0, "DRAM", 64 * kGiB, {0, 1}, true},
                   {2, "HBM", 16 * kGiB, {0, 1}, true},
                   {1, "DRAM", 64 * kGiB, {2, 3}, true},
                   {3, "HBM", 16 * kMiB, {2, 3}, true}};  // too small for any test
  for (int i = 0; i < 4; ++i) machine.units[static_cast<std::size_t>(i)].node = i / 2;
  add_caches(machine, "L1", 48 * kKiB, 1);
  add_caches(machine, "L2", 2 * kMiB, 1);
  return machine;
}

}  // namespace ridgeline::bench::machines
