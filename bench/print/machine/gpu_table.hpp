// GPUs as `devices` lists them: what CUDA can open, and what else hwloc sees on the buses.
#pragma once

#include <optional>
#include <vector>

#include "bench/devices/gpu/presence.hpp"
#include "bench/devices/identity/bus_ids.hpp"
#include "bench/print/document.hpp"

namespace ridgeline::bench {

// GPUs beside a machine.
struct GpusThere {
  std::vector<GpuSeen> seen;                 // by hwloc: any vendor's, measurable or not
  std::optional<gpu::GpuPresence> presence;  // nothing: of another machine, so not asked
};

// One row a GPU, joined by bus id or UUID; below, why none can be measured.
Table gpu_table(const GpusThere& gpus);

}  // namespace ridgeline::bench
