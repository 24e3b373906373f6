// Binding by hwloc: of threads, and of memory that was not touched yet.
#include "bench/devices/topology/pinning.hpp"

#include <hwloc.h>

#include "ceilings/errors.hpp"

namespace ridgeline::bench {

struct Pinning::Topology {
  hwloc_topology_t handle = nullptr;
  ~Topology() {
    if (handle != nullptr) hwloc_topology_destroy(handle);
  }
};

Pinning::Pinning() : topology_(std::make_unique<Topology>()) {
  const bool ready = hwloc_topology_init(&topology_->handle) == 0 &&
                     // Only cores and memory nodes matter here, and loading them is quick.
                     hwloc_topology_set_all_types_filter(topology_->handle,
                                                         HWLOC_TYPE_FILTER_KEEP_STRUCTURE) == 0 &&
                     hwloc_topology_load(topology_->handle) == 0;
  if (!ready) throw DeviceError("hwloc cannot read this system's topology; is /sys mounted?");
}

Pinning::~Pinning() = default;

bool Pinning::pin_this_thread(int os_index) const {
  hwloc_bitmap_t set = hwloc_bitmap_alloc();
  hwloc_bitmap_only(set, static_cast<unsigned>(os_index));
  const bool done = hwloc_set_cpubind(topology_->handle, set, HWLOC_CPUBIND_THREAD) == 0;
  hwloc_bitmap_free(set);
  return done;
}

bool Pinning::bind_memory(void* start, std::size_t bytes, int node) const {
  hwloc_bitmap_t set = hwloc_bitmap_alloc();
  hwloc_bitmap_only(set, static_cast<unsigned>(node));
  const bool done = hwloc_set_area_membind(topology_->handle, start, bytes, set, HWLOC_MEMBIND_BIND,
                                           HWLOC_MEMBIND_BYNODESET) == 0;
  hwloc_bitmap_free(set);
  return done;
}

std::vector<int> nodes_near_bus(const std::string& bus_id) {
  std::vector<int> nodes;
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) return nodes;
  hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
  // Linux's own files tell where PCI devices are; the others would start drivers (topology.cpp).
  for (const char* component : {"pci", "opencl", "gl", "cuda", "nvml"}) {
    hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, component);
  }
  if (hwloc_topology_load(topology) == 0) {
    const hwloc_obj_t device = hwloc_get_pcidev_by_busidstring(topology, bus_id.c_str());
    const hwloc_obj_t near =
        device == nullptr ? nullptr : hwloc_get_non_io_ancestor_obj(topology, device);
    const bool known = near != nullptr && near->nodeset != nullptr && near->parent != nullptr;
    for (int i = known ? hwloc_bitmap_first(near->nodeset) : -1; i >= 0;
         i = hwloc_bitmap_next(near->nodeset, i)) {
      nodes.push_back(i);
    }
  }
  hwloc_topology_destroy(topology);
  return nodes;
}

}  // namespace ridgeline::bench
