// The memory that all working sets are cut from: one region a memory node, reserved whole, filled
// with random numbers as far as it was ever needed, never given back before the end. Mapping anew
// would return the same pages, so working sets start at rotating offsets instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "bench/devices/cpu/thread_team.hpp"
#include "bench/devices/machine.hpp"
#include "bench/devices/topology/pinning.hpp"

namespace ridgeline::bench {

// Bytes every region holds once it is used: room for small working sets to rotate in.
inline constexpr std::size_t kArenaFloor = std::size_t{32} << 20;

class CpuArena {
 public:
  CpuArena(const Machine& machine, const Pinning& pinning, ThreadTeam& team);
  ~CpuArena();
  CpuArena(const CpuArena&) = delete;
  CpuArena& operator=(const CpuArena&) = delete;

  // `bytes` of random data near `node` (os_index; -1: a machine with one region). Successive calls
  // rotate through the region. `exclusive`: no other part overlaps it until release().
  // Throws DeviceError where the machine's bound or the system does not allow that much.
  std::byte* take(int node, std::size_t bytes, bool exclusive);
  // Ends an exclusive part and fills it with random data again.
  void release(int node, std::byte* start, std::size_t bytes);

  // Puts an exclusive part on the system's smallest pages, empty, until it is released.
  void use_small_pages(std::byte* start, std::size_t bytes);

  bool huge_pages_asked() const { return huge_pages_; }

 private:
  struct Region {
    std::byte* start = nullptr;
    std::size_t reserved = 0, filled = 0, rotation = 0, exclusive = 0;
    std::vector<int> fillers;  // units near the node
  };
  Region& region(int node);
  void grow(Region& region, std::size_t bytes);
  void fill(const Region& region, std::size_t from, std::size_t to);

  const Machine& machine_;
  const Pinning& pinning_;
  ThreadTeam& team_;
  bool huge_pages_ = true;
  std::vector<std::byte> tile_;
  std::map<int, Region> regions_;
  std::set<std::byte*> small_;  // starts of parts on small pages
};

}  // namespace ridgeline::bench
