// All that is known of one GPU, from its runtime, its sensors and the system.
#pragma once

#include <string>
#include <vector>

#include "bench/devices/gpu/links/links.hpp"
#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/sensors.hpp"
#include "bench/devices/gpu/timing/sampler.hpp"
#include "bench/devices/machine.hpp"

namespace ridgeline::bench::gpu {

struct GpuView {
  GpuFacts gpu;
  SensorFacts sensors;
  std::string sensors_problem;  // why they tell nothing; empty: they do
  std::vector<int> near_nodes;  // os_index of the memory nodes near its slot; empty: unknown
  std::string pci_device;       // "2335", hexadecimal; empty: unknown
  SensorSummary under_load;     // while copies kept the link busy
  Maybe<int> other_processes;
  std::string foreign_use;  // not empty: who else was seen using it
};

// Before it is measured: without what is only seen under load.
GpuView view_of(const GpuFacts& gpu, const GpuSensors& sensors);

// The SM clock that the driver promises, Hz; 0: unknown.
double promised_clock(const GpuView& view);
// The memory's: the highest seen, as the card may run it slower under compute work; else the
// promise. Hz; 0: unknown.
double memory_clock(const GpuView& view);
int memory_bits(const GpuView& view);  // width of the bus; 0: unknown

// The GPU as the plan's machine.
Machine gpu_machine(const GpuView& view);

// The host's memory nodes with cores, near and far from the GPU.
HostNodes host_nodes(const std::vector<int>& near, const Machine& host);

}  // namespace ridgeline::bench::gpu
