// A machine as a document: what `devices` prints.
#pragma once

#include <optional>
#include <vector>

#include "bench/devices/identity/bus_ids.hpp"
#include "bench/devices/machine.hpp"
#include "bench/devices/nvidia/device.hpp"
#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

// GPUs beside a machine.
struct GpusThere {
  std::vector<GpuSeen> seen;             // by hwloc: any vendor's, measurable or not
  std::optional<CudaPresence> presence;  // nothing: of another machine, so not asked
};

// One row a GPU, joined by bus id or UUID; below, why none can be measured.
Table gpu_table(const GpusThere& gpus);

// Facts (device, cores, bounds), then tables: core kinds where they differ, caches with who shares
// them, memory nodes, GPUs, surroundings; notes below. CSV consists of the caches.
// Sizes are in bytes for programs; unknown ones are null there and "unknown" for people.
Document machine_document(const Machine& machine, const DeviceRecord& device,
                          const EnvironmentRecord& environment, const GpusThere& gpus);

}  // namespace ridgeline
