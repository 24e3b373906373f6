// What the archive says of an NVIDIA GPU.
#include "bench/devices/nvidia/record.hpp"

#include <array>
#include <utility>

#include "bench/devices/gpu/device/record.hpp"
#include "bench/devices/host/record.hpp"
#include "bench/devices/nvidia/driver.hpp"
#include "ceilings/limits/nvidia.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench::nvidia {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr double kDataRate = 2;  // transfers a clock, as NVIDIA counts clocks of all its memories

std::string class_of(const gpu::GpuView& view) {
  std::string text = "gpu-NVIDIA-" + (view.pci_device.empty() ? "unknown" : view.pci_device) + "-" +
                     std::to_string(view.gpu.units) + "sm";
  const std::uint64_t memory = built_in_memory(view.gpu.memory_bytes);
  if (memory > 0) text += "-" + format_bytes(memory);
  const std::string profile = mig_profile(view.gpu.model);
  return profile.empty() ? text : text + "-mig-" + profile;
}

void add_memory_peak(const gpu::GpuView& view, std::vector<ceilings::Peak>& peaks) {
  const double clock = gpu::memory_clock(view);
  const int bits = gpu::memory_bits(view);
  // A MIG instance has a share of the bus that nobody tells.
  if (clock <= 0 || bits <= 0 || !mig_profile(view.gpu.model).empty()) return;
  peaks.push_back({"bandwidth/DRAM", 0, clock * kDataRate * bits / 8,
                   "memory clock " + gpu::number_text(clock / 1e6) + " MHz x 2 x " +
                       std::to_string(bits) + " bit, as the driver tells them"});
}

}  // namespace

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

ceilings::DeviceRecord nvidia_record(const gpu::GpuView& view) {
  const gpu::GpuFacts& gpu = view.gpu;
  ceilings::DeviceRecord record;
  record.device_class = class_of(view);
  record.instance = gpu::instance_of(gpu.uuid);
  record.kind = "gpu";
  record.backend = "cuda";
  record.vendor = "NVIDIA";
  record.model = gpu.model;
  record.architecture = "sm_" + std::to_string(gpu.sm);
  record.unit_name = "SM";
  record.units = gpu.units;
  record.memory_bytes = gpu.memory_bytes;
  record.levels = gpu::gpu_levels(gpu);
  record.peaks = ceilings::gpu_microarchitecture(gpu.sm, gpu.units).peaks;
  add_memory_peak(view, record.peaks);
  for (ceilings::Peak& peak : gpu::link_peaks(view)) record.peaks.push_back(std::move(peak));
  record.attributes = {{"mig_profile", mig_profile(gpu.model)},
                       {"integrated", gpu.integrated ? "yes" : "no"},
                       {"ecc", gpu.ecc ? "on" : "off"},
                       {"pci_device", view.pci_device.empty() ? "unknown" : view.pci_device},
                       {"promised_clock_hz", gpu::known_number(gpu::promised_clock(view))},
                       {"memory_clock_hz", gpu::known_number(gpu::memory_clock(view))},
                       {"memory_bits", gpu::known_number(gpu::memory_bits(view))},
                       {"shared_per_sm", std::to_string(gpu.shared_per_unit)},
                       {"shared_per_block", std::to_string(gpu.shared_per_block)},
                       {"l1_and_shared_per_sm", gpu::known_number(double(gpu.l1_bytes))},
                       {"threads_per_sm", std::to_string(gpu.threads_per_unit)},
                       {"copy_engines", std::to_string(gpu.copy_engines)}};
  return record;
}

ceilings::EnvironmentRecord nvidia_environment(const gpu::GpuView& view, bool identify,
                                               const ceilings::EnvironmentRecord& host) {
  static constexpr std::array kModes = {"default", "exclusive thread", "prohibited",
                                        "exclusive process"};
  const int mode = view.sensors.compute_mode.value_or(view.gpu.compute_mode);
  const bool known_mode = mode >= 0 && mode < static_cast<int>(kModes.size());
  ceilings::EnvironmentRecord record = gpu::gpu_environment(view, identify, host);
  auto& facts = record.facts;
  facts["driver_cuda"] = cuda_version_text(view.gpu.driver);
  facts["cuda_runtime"] = cuda_version_text(view.gpu.runtime);
  facts["compute_mode"] = known_mode ? kModes[static_cast<std::size_t>(mode)] : "unknown";
  facts["mig"] = gpu::switch_text(view.sensors.mig);
  facts["persistence"] = gpu::switch_text(view.sensors.persistence);
  return record;
}

}  // namespace ridgeline::bench::nvidia
