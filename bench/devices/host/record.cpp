// The host's identity, levels and documented peaks.
#include "bench/devices/host/record.hpp"

#include <algorithm>
#include <bit>

#include "bench/devices/topology/nominal_levels.hpp"
#include "ceilings/limits/x86.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::uint64_t kSteps = 16;  // per power of two

// Vendors' names become part of ids and file names: letters and digits only.
std::string plain(const std::string& text) {
  std::string letters;
  for (const char c : text) {
    const bool keep = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (keep) letters += c;
  }
  return letters.empty() ? "unknown" : letters;
}

}  // namespace

std::uint64_t built_in_memory(std::uint64_t reported) {
  if (reported == 0 || reported > (std::uint64_t{1} << 62)) return reported;
  const std::uint64_t step = std::max<std::uint64_t>(std::bit_ceil(reported) / kSteps, 1);
  return (reported + step - 1) / step * step;
}

std::string host_class(const Machine& machine) {
  const CpuIdentity& cpu = machine.cpu;
  std::string text = "cpu-" + plain(cpu.vendor);
  for (const int number : {cpu.family, cpu.model, cpu.stepping}) {
    text += "-" + std::to_string(number);
  }
  text += "-" + std::to_string(machine.units.size()) + "c";
  const std::uint64_t memory = built_in_memory(machine.memory_total);
  if (memory > 0) text += "-" + format_bytes(memory);
  return text;
}

ceilings::DeviceRecord host_device_record(const Machine& machine) {
  const CpuIdentity& cpu = machine.cpu;
  const ceilings::Microarchitecture design =
      ceilings::cpu_microarchitecture({cpu.vendor, cpu.family, cpu.model, cpu.stepping});
  ceilings::DeviceRecord record;
  record.device_class = host_class(machine);
  record.kind = "cpu";
  record.backend = "cpu";
  record.vendor = cpu.vendor;
  record.model = cpu.model_name;
  record.architecture = design.name;
  record.peaks = design.peaks;
  record.unit_name = machine.unit_name;
  record.units = static_cast<int>(machine.units.size());
  record.memory_bytes = machine.memory_total;
  record.levels = nominal_levels(machine);
  record.attributes = {{"family", std::to_string(cpu.family)},
                       {"model", std::to_string(cpu.model)},
                       {"stepping", std::to_string(cpu.stepping)},
                       {"packages", std::to_string(machine.packages)},
                       {"cores_present", std::to_string(machine.cores_present)},
                       {"hardware_threads", std::to_string(machine.hardware_threads)},
                       {"memory_nodes", std::to_string(machine.nodes.size())},
                       {"topology", machine.source}};
  for (const CoreKind& kind : machine.kinds) {
    if (!kind.name.empty()) record.attributes["core_" + kind.name] = kind.detail;
  }
  return record;
}

}  // namespace ridgeline::bench
