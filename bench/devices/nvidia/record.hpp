// A GPU as the plan's machine and as the archive's device and surroundings. Pure: facts in, records
// out.
#pragma once

#include <string>
#include <vector>

#include "bench/devices/gpu/runtime.hpp"
#include "bench/devices/gpu/timing/sampler.hpp"
#include "bench/devices/gpu/sensors.hpp"
#include "bench/devices/machine.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

// All that is known of one GPU, from CUDA, NVML, hwloc and the system.
struct GpuView {
  GpuFacts cuda;
  NvmlFacts nvml;
  std::string nvml_problem;     // why NVML tells nothing; empty: it does
  std::vector<int> near_nodes;  // os_index of the memory nodes near its slot; empty: unknown
  std::string pci_device;       // "2335", hexadecimal; empty: unknown
  NvmlSummary under_load;       // while copies kept the link busy
  Maybe<int> other_processes;
  std::string foreign_use;  // not empty: who else was seen using it
};

Machine gpu_machine(const GpuView& view);
DeviceRecord gpu_record(const GpuView& view);
// `identify`: with the UUID. `host`: the host's facts, of which some are taken over.
EnvironmentRecord gpu_environment(const GpuView& view, bool identify,
                                  const EnvironmentRecord& host);

// The SM clock that the driver promises, Hz; 0: unknown.
double promised_clock(const GpuView& view);
// Nine digits, in SI units; known_number: "unknown" for 0.
std::string number_text(double value);
std::string known_number(double value);

// "1g.18gb" of "NVIDIA H200 MIG 1g.18gb"; empty for a whole card.
std::string mig_profile(const std::string& model);

// L1 and shared memory of one SM together, bytes; 0: unknown.
std::uint64_t unified_l1_bytes(std::uint16_t sm);

// B/s and direction of a PCI Express link with its line code; 0: unknown generation.
double pcie_bandwidth(int generation, int width);

}  // namespace ridgeline
