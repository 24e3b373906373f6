// The machine's shape as plain structs: cores, kinds, caches, memory nodes. The one door to hwloc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/identity/bus_ids.hpp"
#include "bench/devices/machine.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

// Empty: this system, or what hwloc's own HWLOC_SYNTHETIC, HWLOC_XMLFILE, HWLOC_FSROOT name.
// Else the path of an hwloc XML file, or a synthetic description ("package:2 core:4 pu:2"), with or
// without "synthetic:" before it. Bytes throughout. A topology that was named, by argument or by
// environment, and cannot be loaded throws (ArchiveError for a file, UsageError for a
// description): it is never replaced by this system. DeviceError where nothing may be used.
Machine read_machine(const std::string& topology = "");

// GPUs that hwloc sees in the same topology, CUDA, NVML and PCI views of one card matched.
std::vector<GpuSeen> gpus_in_topology(const std::string& topology = "");

// Levels as the topology knows them, nearest to unit 0 first: caches, then usable memory nodes. A
// cache level that differs between kinds of cores has one entry per kind, named in core_kind, with
// that kind's size and instances. bytes 0: unknown. Machines with one usable node: node "".
std::vector<NominalLevel> nominal_levels(const Machine& machine);
// Those that one unit reaches, its own memory node first.
std::vector<NominalLevel> nominal_levels_of(const Machine& machine, int unit);

// Sum over the distinct caches that any of these units uses, all levels.
struct CachesReached {
  std::uint64_t bytes = 0;        // known ones, memory-side caches included
  std::uint64_t memory_side = 0;  // of them, caches in front of a memory node
  bool unknown = false;           // a size is unknown, or a unit has no cache in the topology
};
CachesReached caches_reached(const Machine& machine, std::span<const int> units);
std::uint64_t caches_reached_bytes(const Machine& machine, std::span<const int> units);

}  // namespace ridgeline
