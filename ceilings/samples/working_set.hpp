// Whether a sample's working set lies where its level can be measured: inside a cache's plateau, or
// far beyond every cache that its threads reach.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

struct SizeFit {
  bool counts = true;           // false: it must not make the level's ceiling
  bool cache_resident = false;  // a memory set that caches can hold in part
  std::string why;              // in words, where it doesn't count
};

// Caches: between 1/8 and 3/4 of the knee that the sweep found, and not below the plateau's start.
// Memory: at least 4 x reached_cache_bytes. Without a sweep the topology's capacities stand in;
// a level that the sweep looked for and did not find has no place at all.
SizeFit fit_of(const Sample& sample, const DeviceRecord& device, const std::vector<Level>& levels);

// Bytes of all caches that `units` units of a scope reach: the topology's, or the found knee where
// the topology is silent or differs from it by more than 1.5 x. 0: nothing is known.
std::uint64_t reached_cache_bytes(const std::string& scope, int units, const DeviceRecord& device,
                                  const std::vector<Level>& levels);

// The found level of a name in a scope: of several variants the one named, else the nearest.
// Null: none.
const Level* find_level(const std::string& name, const std::string& variant,
                        const std::string& scope, const std::vector<Level>& levels);

// True where a found capacity and the topology's differ by more than 1.5 x: the data wins.
bool is_disbelieved(std::uint64_t knee, std::uint64_t nominal);

}  // namespace ridgeline::ceilings
