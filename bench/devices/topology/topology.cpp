// hwloc's answers to plain structs; named topologies that cannot be had never become this system.
#include "bench/devices/topology/topology.hpp"

#include <hwloc.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "bench/devices/identity/cpu_identity.hpp"
#include "bench/devices/system/system_files.hpp"
#include "bench/devices/topology/checks.hpp"
#include "bench/devices/topology/raw_topology.hpp"
#include "bench/devices/topology/source.hpp"
#include "ceilings/errors.hpp"
#include "kernels/isa/isa.hpp"

namespace ridgeline::bench {
namespace {

struct FreeOfHwloc {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
  void operator()(hwloc_bitmap_t set) const { hwloc_bitmap_free(set); }
};
using Topology = std::unique_ptr<hwloc_topology, FreeOfHwloc>;
using Bitmap = std::unique_ptr<hwloc_bitmap_s, FreeOfHwloc>;

struct Loaded {
  Topology topology;
  TopologyName name;
};

std::string info_of(hwloc_obj_t object, const char* name) {
  const char* value = hwloc_obj_get_info_by_name(object, name);
  return value == nullptr ? "" : trimmed(value);
}

// hwloc falls back to this system, with at most a warning, where a named one is unusable.
void check_environment(const Topology& topology) {
  for (const auto& [variable, backend] :
       {std::pair{"HWLOC_FSROOT", "Linux"}, std::pair{"HWLOC_CPUID_PATH", "x86"}}) {
    const char* path = std::getenv(variable);
    if (path == nullptr || *path == '\0') continue;
    const bool other = hwloc_topology_is_thissystem(topology.get()) == 0;
    if (other && info_of(hwloc_get_root_obj(topology.get()), "Backend") == backend) continue;
    throw ArchiveError(std::string(variable) + " '" + path +
                       "' holds no topology; gather one with hwloc-gather-topology or "
                       "hwloc-gather-cpuid, or unset it");
  }
}

Loaded load(const std::string& argument, hwloc_type_filter_e devices) {
  Loaded loaded{nullptr, topology_named(argument)};
  const TopologyName& name = loaded.name;
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) throw DeviceError("hwloc cannot start: out of memory?");
  loaded.topology.reset(raw);
  // Everything of the machine, so that a restriction to a part of it can be noticed.
  hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  hwloc_topology_set_type_filter(raw, HWLOC_OBJ_MEMCACHE, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_io_types_filter(raw, devices);
  // Linux's own files tell of PCI as well, and hwloc 2.9's library for it leaks. The others would
  // start graphics drivers and ask X displays.
  for (const char* component : {"pci", "opencl", "gl"}) {
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, component);
  }
  int failed = 0;
  if (name.form == TopologyForm::file) failed = hwloc_topology_set_xml(raw, name.text.c_str());
  if (name.form == TopologyForm::synthetic) {
    failed = hwloc_topology_set_synthetic(raw, name.text.c_str());
  }
  if (failed != 0 || hwloc_topology_load(raw) != 0) cannot_load(name, HWLOC_VERSION);
  // Sets that cannot be parsed give a topology that loads and has no hardware threads.
  if (hwloc_get_nbobjs_by_type(raw, HWLOC_OBJ_PU) < 1) cannot_load(name, HWLOC_VERSION);
  if (name.form == TopologyForm::native) check_environment(loaded.topology);
  return loaded;
}

// Hardware threads that may be used: hwloc's allowed set (cpuset) and the affinity mask.
Bitmap usable_threads(hwloc_topology_t topology, bool this_system) {
  Bitmap usable(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology)));
  if (!this_system) return usable;
  const Bitmap bound(hwloc_bitmap_alloc());
  if (hwloc_get_cpubind(topology, bound.get(), HWLOC_CPUBIND_THREAD) == 0) {
    hwloc_bitmap_and(usable.get(), usable.get(), bound.get());
  }
  return usable;
}

// Memory nodes that may be used: hwloc's allowed set, and numactl's binding.
Bitmap usable_nodes(hwloc_topology_t topology, bool this_system) {
  Bitmap usable(hwloc_bitmap_dup(hwloc_topology_get_allowed_nodeset(topology)));
  if (!this_system) return usable;
  const Bitmap bound(hwloc_bitmap_alloc());
  hwloc_membind_policy_t policy = HWLOC_MEMBIND_DEFAULT;
  const int failed = hwloc_get_membind(topology, bound.get(), &policy,
                                       HWLOC_MEMBIND_THREAD | HWLOC_MEMBIND_BYNODESET);
  if (failed == 0 && policy == HWLOC_MEMBIND_BIND &&
      hwloc_bitmap_intersects(usable.get(), bound.get()) != 0) {
    hwloc_bitmap_and(usable.get(), usable.get(), bound.get());
  }
  return usable;
}

std::vector<int> members(hwloc_const_bitmap_t set) {
  std::vector<int> indices;
  for (int i = hwloc_bitmap_first(set); i >= 0; i = hwloc_bitmap_next(set, i)) {
    indices.push_back(i);
  }
  return indices;
}

void add_threads(hwloc_topology_t topology, hwloc_const_bitmap_t usable, RawTopology& raw) {
  int core = -1;
  hwloc_obj_t previous = nullptr;
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, object)) != nullptr;) {
    const hwloc_obj_t own = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, object);
    if (own == nullptr || own != previous) ++core;
    previous = own;
    RawThread thread;
    thread.os_index = static_cast<int>(object->os_index);
    thread.core = core;
    thread.kind = hwloc_cpukinds_get_by_cpuset(topology, object->cpuset, 0);
    thread.allowed = hwloc_bitmap_isset(usable, object->os_index) != 0;
    const hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, object);
    if (package != nullptr) thread.package = static_cast<int>(package->logical_index);
    raw.threads.push_back(thread);
  }
}

void add_kinds(hwloc_topology_t topology, RawTopology& raw) {
  const int count = hwloc_cpukinds_get_nr(topology, 0);
  for (int i = 0; i < count; ++i) {
    unsigned infos = 0;
    hwloc_info_s* info = nullptr;
    hwloc_cpukinds_get_info(topology, static_cast<unsigned>(i), nullptr, nullptr, &infos, &info, 0);
    CoreKind kind;
    for (unsigned j = 0; j < infos; ++j) {
      kind.detail += (j == 0 ? "" : " ") + std::string(info[j].name) + "=" + info[j].value;
    }
    raw.kinds.push_back(kind);
  }
}

void add_caches(hwloc_topology_t topology, RawTopology& raw) {
  for (const hwloc_obj_type_t type : {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE,
                                      HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L5CACHE, HWLOC_OBJ_MEMCACHE}) {
    for (hwloc_obj_t object = nullptr;
         (object = hwloc_get_next_obj_by_type(topology, type, object)) != nullptr;) {
      const bool memory_side = type == HWLOC_OBJ_MEMCACHE;
      raw.caches.push_back(
          {memory_side ? "memory-side" : "L" + std::to_string(object->attr->cache.depth),
           object->attr->cache.size, members(object->cpuset)});
    }
  }
}

void add_nodes(hwloc_topology_t topology, hwloc_const_bitmap_t usable, RawTopology& raw) {
  for (hwloc_obj_t object = nullptr;
       (object = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, object)) != nullptr;) {
    raw.nodes.push_back({static_cast<int>(object->os_index),
                         object->subtype == nullptr ? "" : object->subtype,
                         object->attr->numanode.local_memory, members(object->cpuset),
                         hwloc_bitmap_isset(usable, object->os_index) != 0});
  }
}

// The first package with a usable thread describes the processor; where the system has a package
// without CPU 0 (containers), the first one of all says nothing.
void add_infos(hwloc_topology_t topology, hwloc_const_bitmap_t usable, RawTopology& raw) {
  const auto add = [&raw](hwloc_obj_t object) {
    for (unsigned i = 0; i < object->infos_count; ++i) {
      raw.infos.emplace(object->infos[i].name, trimmed(object->infos[i].value));
    }
  };
  for (hwloc_obj_t package = nullptr;
       (package = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PACKAGE, package)) != nullptr;) {
    ++raw.packages;
    if (hwloc_bitmap_intersects(package->cpuset, usable) != 0) add(package);
  }
  add(hwloc_get_root_obj(topology));
}

std::string bus_id_of(hwloc_obj_t pci) {
  const auto& at = pci->attr->pcidev;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.%x", static_cast<unsigned>(at.domain),
                at.bus, at.dev, at.func);
  return text.data();
}

// Each library's view of a card, then the bus's.
void add_gpus(hwloc_topology_t topology, RawTopology& raw) {
  for (hwloc_obj_t device = nullptr;
       (device = hwloc_get_next_osdev(topology, device)) != nullptr;) {
    const auto type = device->attr->osdev.type;
    const bool gpu = type == HWLOC_OBJ_OSDEV_GPU || type == HWLOC_OBJ_OSDEV_COPROC;
    if (!gpu || device->subtype == nullptr) continue;
    hwloc_obj_t pci = device->parent;
    while (pci != nullptr && pci->type != HWLOC_OBJ_PCI_DEVICE) pci = pci->parent;
    const std::string uuid = info_of(device, "NVIDIAUUID") + info_of(device, "AMDUUID");
    raw.gpus.push_back({device->subtype, device->name == nullptr ? "" : device->name,
                        pci == nullptr ? "" : bus_id_of(pci), uuid, info_of(device, "GPUModel")});
  }
  for (hwloc_obj_t pci = nullptr; (pci = hwloc_get_next_pcidev(topology, pci)) != nullptr;) {
    const auto& card = pci->attr->pcidev;
    const RawPci numbers{card.vendor_id, card.device_id, card.class_id};
    if (is_gpu(numbers)) raw.gpus.push_back(pci_view(numbers, bus_id_of(pci)));
  }
}

RawTopology read_raw(const std::string& argument, hwloc_type_filter_e devices) {
  const Loaded loaded = load(argument, devices);
  hwloc_topology_t topology = loaded.topology.get();
  RawTopology raw;
  raw.is_this_system = hwloc_topology_is_thissystem(topology) != 0;
  raw.source = source_of(loaded.name, raw.is_this_system);
  const Bitmap threads = usable_threads(topology, raw.is_this_system);
  const Bitmap nodes = usable_nodes(topology, raw.is_this_system);
  add_threads(topology, threads.get(), raw);
  add_kinds(topology, raw);
  add_caches(topology, raw);
  add_nodes(topology, nodes.get(), raw);
  add_infos(topology, threads.get(), raw);
  add_gpus(topology, raw);
  return raw;
}

}  // namespace

Machine read_machine(const std::string& topology) {
  Machine machine = machine_of(read_raw(topology, HWLOC_TYPE_FILTER_KEEP_NONE));
  SystemLimits limits;
  if (machine.is_this_system) {
    limits = read_limits();
    machine.cpu = parse_cpuinfo(read_text("/proc/cpuinfo")).identity;
    machine.cpu_features = kernels::granted_features(kernels::host_features());
    machine.refused_features = kernels::host_features() & ~machine.cpu_features;
  }
  finish_machine(machine, limits);
  return machine;
}

std::vector<GpuSeen> gpus_in_topology(const std::string& topology) {
  return match_gpus(read_raw(topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT).gpus);
}

}  // namespace ridgeline::bench
