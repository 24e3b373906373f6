// Memory levels as the topology knows them, and the caches that a group of units can reach.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/devices/machine.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Levels as the topology knows them, nearest to unit 0 first: caches, then usable memory nodes. A
// cache level that differs between kinds of cores has one entry per kind, named in core_kind, with
// that kind's size and instances. bytes 0: unknown. Machines with one usable node: node "".
std::vector<ceilings::NominalLevel> nominal_levels(const Machine& machine);
// Those that one unit reaches, its own memory node first.
std::vector<ceilings::NominalLevel> nominal_levels_of(const Machine& machine, int unit);

// Sum over the distinct caches that any of these units uses, all levels.
struct CachesReached {
  std::uint64_t bytes = 0;        // known ones, memory-side caches included
  std::uint64_t memory_side = 0;  // of them, caches in front of a memory node
  bool unknown = false;           // a size is unknown, or a unit has no cache in the topology
};
CachesReached caches_reached(const Machine& machine, std::span<const int> units);
std::uint64_t caches_reached_bytes(const Machine& machine, std::span<const int> units);

}  // namespace ridgeline::bench
