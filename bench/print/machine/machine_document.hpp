// A machine as a document: what `devices` prints.
#pragma once

#include "bench/devices/machine.hpp"
#include "bench/print/document.hpp"
#include "bench/print/machine/gpu_table.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Facts (device, cores, bounds), then tables: core kinds where they differ, caches with who shares
// them, memory nodes, GPUs, surroundings; notes below. CSV consists of the caches.
// Sizes are in bytes for programs; unknown ones are null there and "unknown" for people.
Document machine_document(const Machine& machine, const ceilings::DeviceRecord& device,
                          const ceilings::EnvironmentRecord& environment, const GpusThere& gpus);

}  // namespace ridgeline::bench
