// Gathers what is known of a GPU before it is measured.
#pragma once

#include "bench/devices/gpu/links/links.hpp"
#include "bench/devices/nvidia/record.hpp"

namespace ridgeline {

// From CUDA, NVML and the system; without what is only seen under load.
GpuView view_of(const GpuFacts& gpu, const Nvml& nvml);

// The host's memory nodes with cores, near and far from the GPU.
HostNodes host_nodes(const std::vector<int>& near, const Machine& host);

}  // namespace ridgeline
