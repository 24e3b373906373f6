// Joins several libraries' views of one card, by bus id and UUID.
#include "bench/devices/gpu/device/view.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "bench/devices/system/system_files.hpp"
#include "bench/devices/topology/pinning.hpp"

namespace ridgeline {
namespace {

// "2335", by the system or by NVML.
std::string pci_device_of(const GpuFacts& gpu, const NvmlFacts& nvml) {
  const std::string text = read_line("/sys/bus/pci/devices/" + gpu.bus_id + "/device");
  if (text.starts_with("0x")) return text.substr(2);
  if (!nvml.pci_device) return "";
  std::array<char, 16> digits{};
  std::snprintf(digits.data(), digits.size(), "%04x", *nvml.pci_device);
  return digits.data();
}

}  // namespace

GpuView view_of(const GpuFacts& gpu, const Nvml& nvml) {
  GpuView view;
  view.cuda = gpu;
  view.nvml = nvml.facts();
  view.nvml_problem = nvml.problem();
  view.near_nodes = nodes_near_bus(gpu.bus_id);
  view.pci_device = pci_device_of(gpu, view.nvml);
  view.other_processes = nvml.other_processes(true);
  return view;
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

}  // namespace ridgeline
