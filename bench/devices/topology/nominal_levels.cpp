// Caches as kinds of cores have them, then memory nodes by nearness.
#include "bench/devices/topology/nominal_levels.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace ridgeline::bench {
namespace {

bool reaches(const Cache& cache, int unit) {
  return std::find(cache.units.begin(), cache.units.end(), unit) != cache.units.end();
}

int kind_of(const Machine& machine, int unit) {
  return machine.units[static_cast<std::size_t>(unit)].kind;
}

// The level as one kind of core has it; no instances where it has none of it.
ceilings::NominalLevel level_of_kind(const Machine& machine, const std::string& name, int kind) {
  ceilings::NominalLevel level;
  level.name = name;
  level.instances = 0;
  level.units_per_instance = 0;
  for (const Cache& cache : machine.caches) {
    const bool used = cache.level == name &&
                      std::any_of(cache.units.begin(), cache.units.end(),
                                  [&](int unit) { return kind_of(machine, unit) == kind; });
    if (!used) continue;
    ++level.instances;
    level.bytes = std::max(level.bytes, cache.bytes);
    level.units_per_instance =
        std::max(level.units_per_instance, static_cast<int>(cache.units.size()));
  }
  return level;
}

// Kinds in the order of nearness: unit 0's own first.
std::vector<int> kinds_from_unit_0(const Machine& machine) {
  std::vector<int> kinds;
  if (!machine.units.empty()) kinds.push_back(machine.units.front().kind);
  for (int kind = 0; kind < static_cast<int>(machine.kinds.size()); ++kind) {
    if (kinds.empty() || kind != kinds.front()) kinds.push_back(kind);
  }
  return kinds;
}

// All cores alike at this level: one entry. Else one for each kind that has the level.
void add_cache_level(const Machine& machine, const std::string& name,
                     std::vector<ceilings::NominalLevel>& levels) {
  std::vector<ceilings::NominalLevel> of_kinds;
  for (const int kind : kinds_from_unit_0(machine)) {
    of_kinds.push_back(level_of_kind(machine, name, kind));
    of_kinds.back().core_kind = machine.kinds[static_cast<std::size_t>(kind)].name;
  }
  const bool alike =
      std::all_of(of_kinds.begin(), of_kinds.end(), [&](const ceilings::NominalLevel& level) {
        return level.instances > 0 && level.bytes == of_kinds.front().bytes;
      });
  if (!alike) {
    for (const ceilings::NominalLevel& level : of_kinds) {
      if (level.instances > 0) levels.push_back(level);
    }
    return;
  }
  ceilings::NominalLevel level = of_kinds.front();
  level.core_kind.clear();
  level.instances = 0;
  for (const Cache& cache : machine.caches) {
    if (cache.level != name) continue;
    ++level.instances;
    level.units_per_instance =
        std::max(level.units_per_instance, static_cast<int>(cache.units.size()));
  }
  levels.push_back(level);
}

// Usable nodes, the unit's own first, then those with cores near, then far ones.
void add_memory(const Machine& machine, int unit, std::vector<ceilings::NominalLevel>& levels) {
  const bool known_unit = static_cast<std::size_t>(unit) < machine.units.size();
  const int own = known_unit ? machine.units[static_cast<std::size_t>(unit)].node : -1;
  std::vector<const MemoryNode*> nodes;
  for (const MemoryNode& node : machine.nodes) {
    if (node.allowed) nodes.push_back(&node);
  }
  const auto rank = [&](const MemoryNode& node) {
    const auto& near = node.local_units;
    const bool local = std::find(near.begin(), near.end(), unit) != near.end();
    return node.os_index == own ? 0 : (node.far ? 2 : 0) + (local ? 1 : 2);
  };
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](const MemoryNode* a, const MemoryNode* b) { return rank(*a) < rank(*b); });
  if (nodes.empty()) levels.emplace_back().name = "DRAM";
  for (const MemoryNode* node : nodes) {
    ceilings::NominalLevel level;
    level.name = node->kind;
    level.bytes = node->bytes;
    level.units_per_instance = static_cast<int>(node->local_units.size());
    if (nodes.size() > 1) level.node = "node" + std::to_string(node->os_index);
    levels.push_back(level);
  }
}

}  // namespace

std::vector<ceilings::NominalLevel> nominal_levels(const Machine& machine) {
  std::vector<ceilings::NominalLevel> levels;
  std::set<std::string> seen;
  for (const Cache& cache : machine.caches) {  // inner ones come first
    if (seen.insert(cache.level).second) add_cache_level(machine, cache.level, levels);
  }
  add_memory(machine, 0, levels);
  return levels;
}

std::vector<ceilings::NominalLevel> nominal_levels_of(const Machine& machine, int unit) {
  const int kind = kind_of(machine, unit);
  const std::string& name = machine.kinds[static_cast<std::size_t>(kind)].name;
  std::vector<ceilings::NominalLevel> levels;
  std::set<std::string> seen;
  for (const Cache& cache : machine.caches) {
    if (seen.insert(cache.level).second) add_cache_level(machine, cache.level, levels);
  }
  std::erase_if(levels, [&](const ceilings::NominalLevel& level) {
    return !level.core_kind.empty() && level.core_kind != name;
  });
  add_memory(machine, unit, levels);
  return levels;
}

CachesReached caches_reached(const Machine& machine, std::span<const int> units) {
  CachesReached reached;
  std::set<int> covered;
  for (const Cache& cache : machine.caches) {
    const bool used =
        std::any_of(units.begin(), units.end(), [&](int unit) { return reaches(cache, unit); });
    if (!used) continue;
    covered.insert(cache.units.begin(), cache.units.end());
    reached.bytes += cache.bytes;
    if (cache.level == "memory-side") reached.memory_side += cache.bytes;
    if (cache.bytes == 0) reached.unknown = true;
  }
  for (const int unit : units) {
    if (covered.count(unit) == 0) reached.unknown = true;
  }
  return reached;
}

std::uint64_t caches_reached_bytes(const Machine& machine, std::span<const int> units) {
  return caches_reached(machine, units).bytes;
}

}  // namespace ridgeline::bench
