// What the archive says of a GPU.
#include "bench/devices/nvidia/record.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

#include "bench/devices/host/record.hpp"
#include "ceilings/limits/limits.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr double kDataRate = 2;  // transfers a clock, as NVIDIA counts clocks of all its memories

// FNV-1a, 64 bits: tells cards apart and gives no UUID away.
std::string hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

// The highest seen, as the card may run its memory slower under compute work; else the promise.
double memory_clock(const GpuView& view) {
  if (view.under_load.memory_clock > 0) return view.under_load.memory_clock;
  return view.nvml.memory_clock_max.value_or(view.cuda.memory_clock_hz);
}

int memory_bits(const GpuView& view) {
  return view.cuda.memory_bits > 0 ? view.cuda.memory_bits : view.nvml.memory_bits.value_or(0);
}

std::string class_of(const GpuView& view) {
  std::string text = "gpu-NVIDIA-" + (view.pci_device.empty() ? "unknown" : view.pci_device) + "-" +
                     std::to_string(view.cuda.units) + "sm";
  const std::uint64_t memory = built_in_memory(view.cuda.memory_bytes);
  if (memory > 0) text += "-" + format_bytes(memory);
  const std::string profile = mig_profile(view.cuda.model);
  return profile.empty() ? text : text + "-mig-" + profile;
}

void add_memory_peak(const GpuView& view, std::vector<Peak>& peaks) {
  const double clock = memory_clock(view);
  const int bits = memory_bits(view);
  // A MIG instance has a share of the bus that nobody tells.
  if (clock <= 0 || bits <= 0 || !mig_profile(view.cuda.model).empty()) return;
  peaks.push_back({"bandwidth/DRAM", 0, clock * kDataRate * bits / 8,
                   "memory clock " + number_text(clock / 1e6) + " MHz x 2 x " +
                       std::to_string(bits) + " bit, as the driver tells them"});
}

void add_link_peaks(const GpuView& view, std::vector<Peak>& peaks) {
  const NvmlSummary& load = view.under_load;
  const double each = pcie_bandwidth(load.link_generation, load.link_width);
  if (each <= 0 || view.cuda.host_page_tables || view.cuda.integrated) return;
  const std::string source = "PCI Express generation " + std::to_string(load.link_generation) +
                             " x" + std::to_string(load.link_width) +
                             " as seen under load, without packets' headers";
  peaks.push_back({"link/host-device", 0, each, source});
  peaks.push_back({"link/device-host", 0, each, source});
  peaks.push_back({"link/both-ways", 0, 2 * each, source + ", both ways"});
}

std::vector<NominalLevel> levels_of(const GpuView& view) {
  const GpuFacts& gpu = view.cuda;
  std::vector<NominalLevel> levels;
  levels.push_back({"L1", "sm", unified_l1_bytes(gpu.sm), gpu.units, 1, "", ""});
  levels.push_back({"shared", "sm", gpu.shared_per_block, gpu.units, 1, "", ""});
  levels.push_back({"L2", "", gpu.l2_bytes, 1, gpu.units, "", ""});
  levels.push_back({"DRAM", "", gpu.memory_bytes, 1, gpu.units, "", ""});
  return levels;
}

}  // namespace

double promised_clock(const GpuView& view) {
  return view.nvml.sm_clock_max.value_or(view.cuda.clock_hz);
}

std::string mig_profile(const std::string& model) {
  const std::size_t at = model.find(" MIG ");
  return at == std::string::npos ? "" : model.substr(at + 5);
}

// CUDA C++ Programming Guide, technical specifications per compute capability.
std::uint64_t unified_l1_bytes(std::uint16_t sm) {
  struct Known {
    std::uint16_t sm;
    std::uint64_t kibibytes;
  };
  constexpr Known kKnown[] = {{70, 128}, {75, 96},  {80, 192},  {86, 128},  {87, 192},
                              {89, 128}, {90, 256}, {100, 256}, {103, 256}, {120, 128}};
  for (const Known& each : kKnown) {
    if (each.sm == sm) return each.kibibytes * kKiB;
  }
  return 0;
}

// PCI Express base specifications: 2.5 and 5 GT/s with 8 bits in 10, then 128 in 130; generation 6
// has 64 GT/s in flits of 256 B, 236 of which carry packets.
double pcie_bandwidth(int generation, int width) {
  constexpr std::array kLane = {0.0,
                                2.5e9 * 8 / 10,
                                5e9 * 8 / 10,
                                8e9 * 128 / 130,
                                16e9 * 128 / 130,
                                32e9 * 128 / 130,
                                64e9 * 236 / 256};
  if (generation < 1 || generation >= static_cast<int>(kLane.size()) || width < 1) return 0;
  return kLane[static_cast<std::size_t>(generation)] * width / 8;
}

Machine gpu_machine(const GpuView& view) {
  const GpuFacts& gpu = view.cuda;
  Machine machine;
  machine.gpu = true;
  machine.unit_name = "SM";
  std::vector<int> everyone(static_cast<std::size_t>(gpu.units));
  std::iota(everyone.begin(), everyone.end(), 0);
  for (const int unit : everyone) machine.units.push_back({unit, unit, 0, 0, 0});
  for (const int unit : everyone) {
    machine.caches.push_back({"L1", unified_l1_bytes(gpu.sm), {unit}, 1, ""});
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

DeviceRecord gpu_record(const GpuView& view) {
  const GpuFacts& gpu = view.cuda;
  DeviceRecord record;
  record.device_class = class_of(view);
  record.instance = hash_of(gpu.uuid);
  record.kind = "gpu";
  record.backend = "cuda";
  record.vendor = "NVIDIA";
  record.model = gpu.model;
  record.architecture = "sm_" + std::to_string(gpu.sm);
  record.unit_name = "SM";
  record.units = gpu.units;
  record.memory_bytes = gpu.memory_bytes;
  record.levels = levels_of(view);
  record.peaks = gpu_microarchitecture(gpu.sm, gpu.units).peaks;
  add_memory_peak(view, record.peaks);
  add_link_peaks(view, record.peaks);
  record.attributes = {{"mig_profile", mig_profile(gpu.model)},
                       {"integrated", gpu.integrated ? "yes" : "no"},
                       {"ecc", gpu.ecc ? "on" : "off"},
                       {"pci_device", view.pci_device.empty() ? "unknown" : view.pci_device},
                       {"promised_clock_hz", known_number(promised_clock(view))},
                       {"memory_clock_hz", known_number(memory_clock(view))},
                       {"memory_bits", known_number(memory_bits(view))},
                       {"shared_per_sm", std::to_string(gpu.shared_per_unit)},
                       {"shared_per_block", std::to_string(gpu.shared_per_block)},
                       {"l1_and_shared_per_sm", known_number(double(unified_l1_bytes(gpu.sm)))},
                       {"threads_per_sm", std::to_string(gpu.threads_per_unit)},
                       {"copy_engines", std::to_string(gpu.copy_engines)}};
  return record;
}

}  // namespace ridgeline
