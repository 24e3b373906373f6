// Binding by hwloc: of threads, and of memory that was not touched yet.
#include "bench/devices/pinning.hpp"

#include <hwloc.h>

#include "ceilings/errors.hpp"

namespace ridgeline {

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

}  // namespace ridgeline
