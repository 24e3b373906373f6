// Checks what a topology says, and writes down in plain words what was not believed.
#include "bench/devices/topology/checks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// Nothing built comes near these: the largest L1 of data is 192 KiB (Apple), the largest L2 36 MiB
// (IBM z17), the largest outer cache 2.9 GiB (z17's virtual L4).
std::uint64_t largest_believed(const std::string& level) {
  if (level == "L1") return 4 * kMiB;
  if (level == "L2") return 512 * kMiB;
  return 16'384 * kMiB;
}

bool is_core_cache(const Cache& cache) { return cache.level != "memory-side"; }

bool share_a_unit(const Cache& a, const Cache& b) {
  return std::any_of(a.units.begin(), a.units.end(), [&](int unit) {
    return std::find(b.units.begin(), b.units.end(), unit) != b.units.end();
  });
}

// Why a size isn't believed; empty: it is.
std::string doubt_of(const Cache& cache, const Machine& machine) {
  if (cache.bytes == 0) return "size unknown: reported as 0 bytes";
  if (!is_core_cache(cache)) return "";
  const std::string size = "reported size of " + rounded_bytes(cache.bytes) + " not believed: ";
  if (machine.memory_total > 0 && cache.bytes > machine.memory_total) {
    return size + "larger than the machine's memory of " + rounded_bytes(machine.memory_total);
  }
  if (cache.bytes > largest_believed(cache.level)) return size + "no processor has that much";
  for (const Cache& inner : machine.caches) {
    const bool nearer =
        is_core_cache(inner) && inner.level < cache.level && share_a_unit(inner, cache);
    if (nearer && inner.note.empty() && inner.bytes > cache.bytes) {
      return size + "smaller than the " + inner.level + " of " + format_bytes(inner.bytes);
    }
  }
  return "";
}

// "L3 96MiB", for each level, of one unit's caches.
std::string cache_text(const Machine& machine, int unit) {
  std::string text;
  for (const Cache& cache : machine.caches) {
    if (!is_core_cache(cache)) continue;
    if (std::find(cache.units.begin(), cache.units.end(), unit) == cache.units.end()) continue;
    text += text.empty() ? "" : ", ";
    text += cache.level + " " + (cache.bytes == 0 ? "unknown" : format_bytes(cache.bytes));
  }
  return text;
}

// Two decimals.
std::string cores_text(double cores) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", cores);
  return text.data();
}

void note_quota(Machine& machine, const std::string& source) {
  if (machine.cpu_quota <= 0 || machine.cpu_quota >= static_cast<double>(machine.units.size())) {
    return;
  }
  machine.notes.push_back("a CPU quota (" + source + ") grants the time of " +
                          cores_text(machine.cpu_quota) + " cores to " +
                          std::to_string(machine.units.size()) +
                          ": rates of all cores are limited by it, not by the hardware");
}

void note_unequal_caches(Machine& machine) {
  std::map<std::string, std::map<std::uint64_t, int>> sizes;
  for (const Cache& cache : machine.caches) ++sizes[cache.level][cache.bytes];
  for (const auto& [level, instances] : sizes) {
    if (instances.size() < 2) continue;
    std::string text;
    std::uint64_t sum = 0;
    for (const auto& [bytes, count] : instances) {
      text += (text.empty() ? "" : " and ") + std::to_string(count) + " of " +
              (bytes == 0 ? "unknown size" : format_bytes(bytes));
      sum += bytes * static_cast<std::uint64_t>(count);
    }
    machine.notes.push_back(level + " caches differ: " + text + ", " + format_bytes(sum) +
                            " together");
  }
}

}  // namespace

void check_caches(Machine& machine) {
  for (Cache& cache : machine.caches) cache.note = doubt_of(cache, machine);
  std::set<std::string> said;  // once for all instances alike
  for (Cache& cache : machine.caches) {
    if (cache.note.empty()) continue;
    cache.bytes = 0;
    if (said.insert(cache.level + cache.note).second) {
      machine.notes.push_back(cache.level + " " + cache.note);
    }
  }
  if (machine.caches.empty()) {
    machine.notes.emplace_back(
        "cache sizes unknown: the system does not tell them; levels come from measuring alone");
  }
}

void number_kinds(Machine& machine) {
  using Key = std::pair<int, std::string>;
  std::vector<Key> keys;  // hwloc's order, within it that of the units
  for (const Unit& unit : machine.units) {
    const Key key{unit.kind, cache_text(machine, unit.index)};
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  std::stable_sort(keys.begin(), keys.end(),
                   [](const Key& a, const Key& b) { return a.first < b.first; });
  std::vector<CoreKind> numbered;
  for (const auto& [given, caches] : keys) {
    CoreKind kind;
    const bool known = given >= 0 && static_cast<std::size_t>(given) < machine.kinds.size();
    if (known) kind.detail = machine.kinds[static_cast<std::size_t>(given)].detail;
    if (keys.size() > 1) {
      kind.name = "kind" + std::to_string(numbered.size());
      kind.detail += (kind.detail.empty() || caches.empty() ? "" : ", ") + caches;
    }
    numbered.push_back(kind);
  }
  for (Unit& unit : machine.units) {
    const Key key{unit.kind, cache_text(machine, unit.index)};
    unit.kind = static_cast<int>(std::find(keys.begin(), keys.end(), key) - keys.begin());
  }
  if (numbered.empty()) numbered.emplace_back();
  machine.kinds = numbered;
}

void check_nodes(Machine& machine) {
  const bool any = std::any_of(machine.nodes.begin(), machine.nodes.end(),
                               [](const MemoryNode& node) { return node.bytes > 0; });
  if (!any) {
    machine.notes.emplace_back("memory size unknown: the topology reports 0 bytes");
    return;
  }
  for (MemoryNode& node : machine.nodes) {
    if (node.bytes > 0 || !node.allowed) continue;
    node.allowed = false;
    machine.notes.push_back("memory node " + std::to_string(node.os_index) +
                            " reports no memory and is left out");
  }
}

void bound_memory(Machine& machine, const SystemLimits& limits) {
  std::uint64_t usable = 0, present = 0;
  for (const MemoryNode& node : machine.nodes) {
    present += node.bytes;
    if (node.allowed) usable += node.bytes;
  }
  machine.memory = {usable, usable > 0 ? "node memory" : "unknown"};
  if (!machine.is_this_system) return;
  for (const Limit& bound : limits.memory) {
    if (machine.memory.bytes == 0 || bound.bytes < machine.memory.bytes) machine.memory = bound;
  }
  const std::uint64_t total = limits.memory_total;
  // The kernel's total is the sum of its nodes; 5 % leaves room for a moment's difference.
  if (present == 0 || total == 0) return;
  if (std::max(present, total) - std::min(present, total) > total / 20) {
    machine.notes.push_back("memory sizes disagree: the memory nodes say " +
                            rounded_bytes(present) + ", MemTotal says " + rounded_bytes(total) +
                            "; the smaller counts");
  }
}

void note_restrictions(Machine& machine) {
  const std::size_t usable = machine.units.size();
  if (machine.cores_present > static_cast<int>(usable)) {
    machine.notes.push_back("restricted to " + std::to_string(usable) + " of " +
                            std::to_string(machine.cores_present) +
                            " cores by the affinity mask or the cpuset");
  }
  for (const MemoryNode& node : machine.nodes) {
    if (!node.allowed && node.bytes > 0) {
      machine.notes.push_back("memory node " + std::to_string(node.os_index) +
                              " may not be used here");
    }
    if (node.allowed && node.far) {
      machine.notes.push_back("memory node " + std::to_string(node.os_index) +
                              " is far: each core has a nearer one");
    }
  }
  note_unequal_caches(machine);
  const bool memory_side =
      !std::all_of(machine.caches.begin(), machine.caches.end(), is_core_cache);
  if (memory_side) {
    machine.notes.emplace_back(
        "caches stand before the memory (memory-side): sets that fit in them do not reach it");
  }
}

std::string rounded_bytes(std::uint64_t bytes) {
  std::uint64_t unit = 1;
  while (bytes / unit >= 1024) unit *= 1024;
  // Sizes are exact in units of 1/8; others to three digits, in hundredths, tenths, or ones.
  const std::string exact = format_bytes(bytes);
  if (unit == 1 || exact.size() <= 8) return exact;
  const std::uint64_t whole = bytes / unit;
  const std::uint64_t steps = whole >= 100 ? 1 : whole >= 10 ? 10 : 100;
  const auto parts = static_cast<std::uint64_t>(std::llround(
      static_cast<double>(bytes) / static_cast<double>(unit) * static_cast<double>(steps)));
  std::string text = std::to_string(parts / steps);
  const std::string digits = std::to_string(steps + parts % steps);  // a leading 1 keeps zeros
  if (steps > 1) text += "." + digits.substr(1);
  const std::string name = format_bytes(unit);
  return text + name.substr(1);
}

void finish_machine(Machine& machine, const SystemLimits& limits) {
  for (const MemoryNode& node : machine.nodes) machine.memory_total += node.bytes;
  if (machine.is_this_system) {
    machine.memory_total = std::max(machine.memory_total, limits.memory_total);
    machine.cpu_quota = limits.cpu_quota;
  }
  check_nodes(machine);
  check_caches(machine);
  number_kinds(machine);
  bound_memory(machine, limits);
  note_restrictions(machine);
  note_quota(machine, limits.cpu_quota_source);
}

}  // namespace ridgeline::bench
