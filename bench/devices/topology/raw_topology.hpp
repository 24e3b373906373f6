// A topology exactly as hwloc tells it, without hwloc's types: nothing believed or left out yet.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/devices/identity/bus_ids.hpp"
#include "bench/devices/machine.hpp"

namespace ridgeline::bench {

struct RawThread {
  int os_index = 0;
  int core = 0;     // the same number for threads of one core; unique where no core is known
  int package = 0;  // logical index
  int kind = -1;    // index into RawTopology::kinds; -1: in none
  bool allowed = true;
};

struct RawCache {
  std::string level;  // "L1" (data or unified), "memory-side"
  std::uint64_t bytes = 0;
  std::vector<int> threads;  // os_index of those that share it, rising
};

struct RawNode {
  int os_index = 0;
  std::string subtype;  // "HBM", "MCDRAM"; often empty
  std::uint64_t bytes = 0;
  std::vector<int> threads;  // near it, rising; may be none
  bool allowed = true;
};

struct RawTopology {
  bool is_this_system = true;
  std::string source;
  std::vector<RawThread> threads;  // those of one core stand together
  std::vector<RawCache> caches;    // inner levels first
  std::vector<RawNode> nodes;
  std::vector<CoreKind> kinds;  // hwloc's CPU kinds, slowest first; only `detail` is filled
  int packages = 0;
  std::map<std::string, std::string> infos;  // of the machine and its first usable package
  std::vector<GpuInterface> gpus;
};

struct RawPci {
  unsigned vendor = 0, device = 0, device_class = 0;
};
// By maker (NVIDIA, AMD, Intel) and class; a server's management display is none.
bool is_gpu(const RawPci& pci);
GpuInterface pci_view(const RawPci& pci, const std::string& bus_id);

// Units, caches, kinds, nodes and identity as plain structs. Sizes and restrictions are not checked
// yet (checks.hpp does). Throws DeviceError where no hardware thread may be used.
Machine machine_of(const RawTopology& raw);

}  // namespace ridgeline::bench
