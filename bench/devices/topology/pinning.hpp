// Ties threads to hardware threads and memory to nodes, through hwloc.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ridgeline::bench {

class Pinning {
 public:
  Pinning();  // throws DeviceError where hwloc cannot read this system
  ~Pinning();
  Pinning(const Pinning&) = delete;
  Pinning& operator=(const Pinning&) = delete;

  // The calling thread runs on this hardware thread only. False: the system refused.
  bool pin_this_thread(int os_index) const;
  // Pages of [start, start + bytes) come from this memory node when first touched. False: refused.
  bool bind_memory(void* start, std::size_t bytes, int node) const;

 private:
  struct Topology;
  std::unique_ptr<Topology> topology_;
};

// Memory nodes (os_index) near the PCI device "0000:0a:00.0"; empty: unknown, or all are alike.
std::vector<int> nodes_near_bus(const std::string& bus_id);

}  // namespace ridgeline::bench
