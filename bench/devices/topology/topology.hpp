// The machine's shape as plain structs: cores, kinds, caches, memory nodes. The one door to hwloc.
#pragma once

#include <string>
#include <vector>

#include "bench/devices/identity/bus_ids.hpp"
#include "bench/devices/machine.hpp"

namespace ridgeline::bench {

// Empty: this system, or what hwloc's own HWLOC_SYNTHETIC, HWLOC_XMLFILE, HWLOC_FSROOT name.
// Else the path of an hwloc XML file, or a synthetic description ("package:2 core:4 pu:2"), with or
// without "synthetic:" before it. Bytes throughout. A topology that was named, by argument or by
// environment, and cannot be loaded throws (ArchiveError for a file, UsageError for a
// description): it is never replaced by this system. DeviceError where nothing may be used.
Machine read_machine(const std::string& topology = "");

// GPUs that hwloc sees in the same topology, CUDA, NVML and PCI views of one card matched.
std::vector<GpuSeen> gpus_in_topology(const std::string& topology = "");

}  // namespace ridgeline::bench
