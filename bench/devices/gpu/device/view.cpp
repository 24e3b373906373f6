// Joins several libraries' views of one card.
#include "bench/devices/gpu/device/view.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

#include "bench/devices/system/system_files.hpp"
#include "bench/devices/topology/pinning.hpp"

namespace ridgeline::bench::gpu {
namespace {

// "2335", by the system or by the sensors.
std::string pci_device_of(const GpuFacts& gpu, const SensorFacts& sensors) {
  const std::string text = read_line("/sys/bus/pci/devices/" + gpu.bus_id + "/device");
  if (text.starts_with("0x")) return text.substr(2);
  if (!sensors.pci_device) return "";
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%04x", *sensors.pci_device);
  return digits.data();
}

}  // namespace

GpuView view_of(const GpuFacts& gpu, const GpuSensors& sensors) {
  GpuView view;
  view.gpu = gpu;
  view.sensors = sensors.facts();
  view.sensors_problem = sensors.problem();
  view.near_nodes = nodes_near_bus(gpu.bus_id);
  view.pci_device = pci_device_of(gpu, view.sensors);
  view.other_processes = sensors.other_processes(true);
  return view;
}

double promised_clock(const GpuView& view) {
  return view.sensors.sm_clock_max.value_or(view.gpu.clock_hz);
}

double memory_clock(const GpuView& view) {
  if (view.under_load.memory_clock > 0) return view.under_load.memory_clock;
  return view.sensors.memory_clock_max.value_or(view.gpu.memory_clock_hz);
}

int memory_bits(const GpuView& view) {
  return view.gpu.memory_bits > 0 ? view.gpu.memory_bits : view.sensors.memory_bits.value_or(0);
}

Machine gpu_machine(const GpuView& view) {
  const GpuFacts& gpu = view.gpu;
  Machine machine;
  machine.gpu = true;
  machine.unit_name = "SM";
  std::vector<int> everyone(static_cast<std::size_t>(gpu.units));
  std::iota(everyone.begin(), everyone.end(), 0);
  for (const int unit : everyone) machine.units.push_back({unit, unit, 0, 0, 0});
  for (const int unit : everyone) {
    machine.caches.push_back({"L1", gpu.l1_bytes, {unit}, 1, ""});
  }
  machine.caches.push_back({"L2", gpu.l2_bytes, everyone, gpu.units, ""});
  MemoryNode memory;
  memory.bytes = gpu.memory_bytes;
  memory.local_units = everyone;
  machine.nodes = {memory};
  // The driver needs some for each kernel's local memory and for its own queues.
  constexpr std::uint64_t kReserve = std::uint64_t{512} << 20;
  const std::uint64_t left = gpu.memory_free;
  machine.memory = {left > 2 * kReserve ? left - kReserve : left / 2, "free GPU memory"};
  machine.sm = gpu.sm;
  machine.threads_per_unit = gpu.threads_per_unit;
  machine.blocks_per_unit = gpu.blocks_per_unit;
  machine.shared_per_block = gpu.shared_per_block;
  machine.hardware_threads = machine.cores_present = gpu.units;
  machine.memory_total = gpu.memory_bytes;
  machine.source = gpu.model;
  return machine;
}

HostNodes host_nodes(const std::vector<int>& near, const Machine& host) {
  HostNodes nodes;
  for (const MemoryNode& node : host.nodes) {
    if (!node.allowed || node.local_units.empty()) continue;
    const bool is_near = std::find(near.begin(), near.end(), node.os_index) != near.end();
    (is_near ? nodes.near : nodes.far).push_back(node.os_index);
  }
  if (nodes.near.empty() || nodes.far.empty()) return {};  // nothing to choose
  return nodes;
}

}  // namespace ridgeline::bench::gpu
