// Reserves address space, touches it in parallel from threads near its node, and hands out parts.
#include "bench/devices/cpu/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "bench/devices/working_set.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kTile = std::size_t{1} << 20;  // divides a huge page

}  // namespace

CpuArena::CpuArena(const Machine& machine, const Pinning& pinning, ThreadTeam& team)
    : machine_(machine), pinning_(pinning), team_(team), tile_(random_tile(kTile, 20261130)) {}

CpuArena::~CpuArena() {
  for (auto& [node, region] : regions_) munmap(region.start, region.reserved);
}

CpuArena::Region& CpuArena::region(int node) {
  const auto found = regions_.find(node);
  if (found != regions_.end()) return found->second;

  Region region;
  region.reserved = round_up(std::max<std::size_t>(machine_.memory.bytes, kArenaFloor), kHugePage);
  // One huge page more, to start on a boundary of one.
  void* mapped = mmap(nullptr, region.reserved + kHugePage, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) {
    throw DeviceError("cannot reserve " + format_bytes(region.reserved) + " of address space (" +
                      std::strerror(errno) + "); raise `ulimit -v`");
  }
  const auto address = reinterpret_cast<std::uintptr_t>(mapped);
  const std::size_t skipped = round_up(address, kHugePage) - address;
  if (skipped > 0) munmap(mapped, skipped);
  region.start = static_cast<std::byte*>(mapped) + skipped;
  if (skipped < kHugePage) munmap(region.start + region.reserved, kHugePage - skipped);
  if (madvise(region.start, region.reserved, MADV_HUGEPAGE) != 0) huge_pages_ = false;
  if (node >= 0 && !pinning_.bind_memory(region.start, region.reserved, node)) {
    munmap(region.start, region.reserved);
    throw DeviceError("cannot bind memory to node " + std::to_string(node) +
                      "; the system refused (a container without CAP_SYS_NICE?)");
  }
  for (const Unit& unit : machine_.units) {
    if (node < 0 || unit.node == node) region.fillers.push_back(unit.index);
  }
  if (region.fillers.empty()) region.fillers.push_back(0);  // memory without cores of its own
  return regions_.emplace(node, std::move(region)).first->second;
}

std::byte* CpuArena::take(int node, std::size_t bytes, bool exclusive) {
  Region& from = region(node);
  const std::size_t wanted = round_up(bytes, kHugePage);
  grow(from, std::max(wanted + from.exclusive, kArenaFloor));
  if (exclusive) {  // from the end that was free, so that a release in any order is harmless
    std::byte* part = from.start + from.exclusive;
    from.exclusive += wanted;
    return part;
  }
  const std::size_t slots = (from.filled - from.exclusive - wanted) / kHugePage + 1;
  const std::size_t slot = from.rotation++ % slots;
  return from.start + from.exclusive + slot * kHugePage;
}

// Pages that are there keep their size, so they are given back; the next touch makes new ones.
void CpuArena::use_small_pages(std::byte* start, std::size_t bytes) {
  madvise(start, round_up(bytes, kHugePage), MADV_NOHUGEPAGE);  // refused: there are no others
  madvise(start, round_up(bytes, kHugePage), MADV_DONTNEED);
  small_.insert(start);
}

void CpuArena::release(int node, std::byte* start, std::size_t bytes) {
  if (small_.erase(start) > 0) {
    madvise(start, round_up(bytes, kHugePage), MADV_HUGEPAGE);
    madvise(start, round_up(bytes, kHugePage), MADV_DONTNEED);
  }
  Region& from = region(node);
  const auto offset = static_cast<std::size_t>(start - from.start);
  const std::size_t end = offset + round_up(bytes, kHugePage);
  fill(from, offset, end);
  if (end == from.exclusive) from.exclusive = offset;
}

void CpuArena::grow(Region& region, std::size_t bytes) {
  const std::size_t end = round_up(bytes, kHugePage);
  if (end <= region.filled) return;
  if (end > region.reserved) {
    throw DeviceError("a working set of " + format_bytes(bytes) + " is more than the " +
                      format_bytes(machine_.memory.bytes) + " that " + machine_.memory.source +
                      " allows");
  }
  fill(region, region.filled, end);
  region.filled = end;
}

void CpuArena::fill(const Region& region, std::size_t from, std::size_t to) {
  const std::size_t pages = (to - from) / kHugePage;
  const std::size_t workers = region.fillers.size();
  team_.run(region.fillers, [&](int position, StartBarrier&) {
    const std::size_t first = pages * static_cast<std::size_t>(position) / workers;
    const std::size_t last = pages * (static_cast<std::size_t>(position) + 1) / workers;
    for (std::size_t at = from + first * kHugePage; at < from + last * kHugePage; at += kTile) {
      std::memcpy(region.start + at, tile_.data(), kTile);
    }
  });
}

}  // namespace ridgeline::bench
