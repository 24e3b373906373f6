// A machine as a document: what `devices` prints.
#pragma once

#include <span>

#include "bench/devices/gpus_seen.hpp"
#include "bench/devices/machine.hpp"
#include "bench/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

// Facts (device, cores, bounds), then tables: core kinds where they differ, caches with who shares
// them, memory nodes, GPUs seen, surroundings; notes below. CSV consists of the caches.
// Sizes are in bytes for programs; unknown ones are null there and "unknown" for people.
Document machine_document(const Machine& machine, const DeviceRecord& device,
                          const EnvironmentRecord& environment, std::span<const GpuSeen> gpus);

}  // namespace ridgeline
