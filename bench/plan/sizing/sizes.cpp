// Which working sets there are: whole quanta, within the memory that may be used, and large enough
// to be beyond every cache that the threads reach.
#include "bench/plan/sizing/sizes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>

#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::uint64_t kLine = 64;
constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
// A set in memory is this many times all caches it could rest in (contracts: >= 4); below half of
// that a part of it would be served by them, and it is not measured at all.
constexpr std::uint64_t kBeyondCaches = 4;
constexpr std::uint64_t kLeastMemorySet = 64 * kMiB;
// HBM parts need about a gigabyte in flight over all channels before their rate is flat, and stores
// that a GPU's L2 still holds at the end look done: each of three arrays is to be 4 times the L2.
constexpr std::uint64_t kLeastMemorySetGpu = 1056 * kMiB;  // 1 GiB, when it is cut to fit units
constexpr std::uint64_t kBeyondCachesGpu = 3 * kBeyondCaches;
// Where caches are unknown: larger than any last-level cache of the machines that hide them (small
// ARM boards and guests), and a quarter of what memory there is.
constexpr std::uint64_t kAssumedBeyond = 256 * kMiB;

// A knee and the topology's capacity that differ by more contradict each other.
constexpr double kContradiction = 1.5;

struct Bound {
  std::uint64_t bytes = UINT64_MAX;
  std::string source;
};

void tighten(Bound& bound, std::uint64_t bytes, const std::string& source) {
  if (bytes == 0 || bytes >= bound.bytes) return;
  bound = {bytes, source};
}

Bound bound_of(const PlanInput& in, int node) {
  Bound bound;
  tighten(bound, in.options.profile.largest_set, "the " + in.options.profile.name + " profile");
  tighten(bound, in.options.memory_limit, "the memory limit given");
  // A quarter stays free: for the room in which sets rotate, and for whoever else uses the machine.
  tighten(bound, in.machine.memory.bytes / 4 * 3, "3/4 of " + in.machine.memory.source);
  for (const MemoryNode& each : in.machine.nodes) {
    if (each.os_index != node) continue;
    tighten(bound, each.bytes / 4 * 3, "3/4 of node" + std::to_string(node) + "'s memory");
  }
  return bound;
}

bool reaches(const Cache& cache, std::span<const int> units) {
  return std::any_of(cache.units.begin(), cache.units.end(), [&](int unit) {
    return std::find(units.begin(), units.end(), unit) != units.end();
  });
}

// The next size above that fitting_size() leaves as it is.
std::uint64_t at_least(std::uint64_t bytes) {
  const std::uint64_t step = std::bit_floor(std::max<std::uint64_t>(bytes, 64)) >> 5;
  return (bytes + step - 1) / step * step;
}

std::string times(double ratio) {
  return std::to_string(static_cast<int>(ratio)) + "." +
         std::to_string(static_cast<int>(ratio * 10) % 10) + " x";
}

}  // namespace

std::uint64_t granule_of(const kernels::Kernel& kernel, std::size_t units) {
  const std::uint64_t quantum = std::uint64_t{kernel.quantum} * kernel.element_bytes;
  return std::lcm(std::max<std::uint64_t>(quantum, 1), kLine) *
         std::max<std::uint64_t>(kernel.arrays, 1) * std::max<std::uint64_t>(units, 1);
}

std::uint64_t fitting_size(double bytes, std::uint64_t granule) {
  if (bytes <= static_cast<double>(granule)) return granule;
  const auto exact = static_cast<std::uint64_t>(bytes);
  const int digits = std::max(0, static_cast<int>(std::floor(std::log2(bytes))) - 5);
  const std::uint64_t step = std::uint64_t{1} << digits;
  const std::uint64_t round = exact / step * step;
  if (round % granule == 0) return round;
  return exact / granule * granule;
}

bool believable(const Machine& machine, const Cache& cache) {
  std::uint64_t memory = 0;
  for (const MemoryNode& node : machine.nodes) memory += node.bytes;
  return cache.bytes > 0 && (memory == 0 || cache.bytes < memory);
}

std::string too_large(const PlanInput& in, std::uint64_t bytes, int node) {
  const Bound bound = bound_of(in, node);
  if (bytes <= bound.bytes) return "";
  return "needs a working set of " + format_bytes(bytes) + "; " + bound.source + " allows " +
         format_bytes(bound.bytes);
}

std::uint64_t reached_bytes(const Machine& machine, std::span<const int> units, bool on_chip) {
  std::uint64_t sum = 0;
  for (const Cache& cache : machine.caches) {
    if (on_chip && cache.level == "memory-side") continue;
    if (believable(machine, cache) && reaches(cache, units)) sum += cache.bytes;
  }
  return sum;
}

std::uint64_t known_bytes(const PlanInput& in, std::span<const int> units, bool at_least) {
  auto sum = static_cast<double>(reached_bytes(in.machine, units));
  std::set<std::string> seen;
  const auto is_part =
      [&](const ceilings::Level& level) {  // of a level that a larger variant holds whole
        return std::any_of(in.knowledge.levels.begin(), in.knowledge.levels.end(),
                           [&](const ceilings::Level& other) {
                             return other.name == level.name && other.scope == level.scope &&
                                    other.knee > level.knee;
                           });
      };
  for (const ceilings::Level& level : in.knowledge.levels) {
    if (level.knee == 0 || !level.domain.empty()) continue;
    if (!level.variant.empty() && is_part(level)) continue;
    double nominal = 0;  // of all instances
    double own = 0;      // of one
    for (const Cache& cache : in.machine.caches) {
      if (cache.level != level.name || !believable(in.machine, cache)) continue;
      if (!reaches(cache, units)) continue;
      nominal += static_cast<double>(cache.bytes);
      own = std::max(own, static_cast<double>(cache.bytes));
    }
    const auto knee = static_cast<double>(level.knee);
    if (own == 0) {
      sum += knee;
    } else if (knee > kContradiction * own || (!at_least && kContradiction * knee < own)) {
      if (seen.insert(level.name).second) sum += nominal * (knee / own - 1);
    }
  }
  return static_cast<std::uint64_t>(sum);
}

bool caches_unknown(const Machine& machine) {
  return machine.caches.empty() ||
         std::any_of(machine.caches.begin(), machine.caches.end(),
                     [&](const Cache& cache) { return !believable(machine, cache); });
}

MemorySet memory_set(const PlanInput& in, std::span<const int> units, int node) {
  const std::uint64_t reached = known_bytes(in, units, true);
  const Bound bound = bound_of(in, node);
  std::uint64_t wanted = in.machine.gpu ? std::max(kBeyondCachesGpu * reached, kLeastMemorySetGpu)
                                        : std::max(kBeyondCaches * reached, kLeastMemorySet);
  MemorySet set;
  if (caches_unknown(in.machine)) {
    wanted = std::max({wanted, std::min(kAssumedBeyond, bound.bytes / 4)});
    set.note = "cache sizes unknown: " + format_bytes(wanted) + " assumed to be beyond them";
  }
  set.bytes = std::min(at_least(wanted), bound.bytes);
  // A named node is measured as it should be, or not at all: the machine's own memory has a place.
  const bool enough =
      node < 0 ? bound.bytes >= std::max(kBeyondCaches * reached, kMiB) : bound.bytes >= wanted;
  if (enough) return set;
  if (node >= 0 || bound.bytes < kBeyondCaches / 2 * reached || bound.bytes < kMiB) {
    set.skip = "needs a working set of " + format_bytes(wanted) + " (" +
               std::to_string(kBeyondCaches) + " x the " + format_bytes(reached) +
               " of caches its threads reach); " + bound.source + " allows " +
               format_bytes(bound.bytes);
    return set;
  }
  set.note = "bounded by " + bound.source + " to " +
             times(static_cast<double>(bound.bytes) / static_cast<double>(reached)) +
             " the caches its threads reach, not " + std::to_string(kBeyondCaches) + " x";
  return set;
}

}  // namespace ridgeline::bench
