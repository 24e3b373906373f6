// From what hwloc says to the machine that plans are made for.
#include "bench/devices/topology/raw_topology.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <set>

#include "bench/devices/identity/cpu_identity.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

// One unit a core: its first usable hardware thread.
void add_units(const RawTopology& raw, Machine& machine) {
  std::set<int> cores, used;
  for (const RawThread& thread : raw.threads) {
    cores.insert(thread.core);
    if (!thread.allowed) continue;
    ++machine.hardware_threads;
    if (!used.insert(thread.core).second) continue;
    Unit unit;
    unit.index = static_cast<int>(machine.units.size());
    unit.os_index = thread.os_index;
    unit.package = thread.package;
    unit.kind = thread.kind;
    unit.node = -1;
    machine.units.push_back(unit);
  }
  machine.cores_present = static_cast<int>(cores.size());
}

// A single kind tells of cores that are all alike, also where it was found for some of them only.
void add_kinds(const RawTopology& raw, Machine& machine) {
  if (!raw.kinds.empty()) machine.kinds = raw.kinds;
  if (machine.kinds.size() > 1) return;
  const bool all = std::all_of(machine.units.begin(), machine.units.end(),
                               [](const Unit& unit) { return unit.kind == 0; });
  if (!all) machine.kinds.front().detail.clear();
  for (Unit& unit : machine.units) unit.kind = 0;
}

std::vector<int> units_among(const std::vector<int>& threads, const Machine& machine) {
  std::vector<int> units;
  for (const Unit& unit : machine.units) {
    if (std::binary_search(threads.begin(), threads.end(), unit.os_index)) {
      units.push_back(unit.index);
    }
  }
  return units;
}

void add_caches(const RawTopology& raw, Machine& machine) {
  for (const RawCache& seen : raw.caches) {
    Cache cache;
    cache.level = seen.level;
    cache.bytes = seen.bytes;
    cache.units = units_among(seen.threads, machine);
    cache.sharers = static_cast<int>(seen.threads.size());
    if (!cache.units.empty()) machine.caches.push_back(cache);
  }
}

// True where another node serves a part of this one's threads only, so is nearer to them, or where
// this one serves none.
bool is_far(const RawNode& node, const RawTopology& raw) {
  return std::any_of(raw.nodes.begin(), raw.nodes.end(), [&](const RawNode& other) {
    if (other.threads.empty() || other.threads == node.threads) return false;
    return node.threads.empty() || std::includes(node.threads.begin(), node.threads.end(),
                                                 other.threads.begin(), other.threads.end());
  });
}

// Subtypes go into ids: letters, digits and "._+-" only.
std::string kind_of(const RawNode& node) {
  std::string kind;
  for (const char c : node.subtype) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       c == '.' || c == '_' || c == '+' || c == '-';
    kind += plain ? c : '-';
  }
  return kind.empty() ? "DRAM" : kind;
}

// Units are nearest to the node that serves the fewest; of equals to DRAM, where Linux allocates
// first.
void add_nodes(const RawTopology& raw, Machine& machine) {
  std::vector<std::size_t> best(machine.units.size(), std::numeric_limits<std::size_t>::max());
  for (const RawNode& seen : raw.nodes) {
    MemoryNode node;
    node.os_index = seen.os_index;
    node.kind = kind_of(seen);
    node.bytes = seen.bytes;
    node.local_units = units_among(seen.threads, machine);
    node.allowed = seen.allowed;
    node.far = is_far(seen, raw);
    const std::size_t rank = 2 * seen.threads.size() + (node.kind == "DRAM" ? 0 : 1);
    for (const int local : node.local_units) {
      const auto unit = static_cast<std::size_t>(local);
      if (!node.allowed || rank >= best[unit]) continue;
      best[unit] = rank;
      machine.units[unit].node = node.os_index;
    }
    machine.nodes.push_back(node);
  }
  std::sort(machine.nodes.begin(), machine.nodes.end(),
            [](const MemoryNode& a, const MemoryNode& b) { return a.os_index < b.os_index; });
}

}  // namespace

bool is_gpu(const RawPci& pci) {
  const bool known = pci.vendor == 0x10de || pci.vendor == 0x1002 || pci.vendor == 0x8086;
  // PCI base classes of displays (3D controllers are among them) and of processing accelerators.
  const unsigned base = pci.device_class >> 8;
  return known && (base == 0x03 || base == 0x12);
}

GpuInterface pci_view(const RawPci& pci, const std::string& bus_id) {
  std::array<char, 32> numbers{};
  std::snprintf(numbers.data(), numbers.size(), "%04x:%04x", pci.vendor, pci.device);
  return {"PCI", bus_id, bus_id, "", std::string("PCI device ") + numbers.data()};
}

Machine machine_of(const RawTopology& raw) {
  Machine machine;
  machine.is_this_system = raw.is_this_system;
  machine.source = raw.source;
  machine.packages = std::max(raw.packages, 1);
  add_units(raw, machine);
  if (machine.units.empty()) {
    throw DeviceError("no core may be used: the affinity mask and the cpuset of " + raw.source +
                      " have none in common; check taskset and the container's CPU list");
  }
  add_kinds(raw, machine);
  add_caches(raw, machine);
  add_nodes(raw, machine);
  machine.cpu = identity_of_infos(raw.infos);
  return machine;
}

}  // namespace ridgeline::bench
