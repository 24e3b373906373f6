// The surroundings of a measurement on a GPU.
#include <array>
#include <locale>
#include <sstream>

#include "bench/devices/nvidia/driver.hpp"
#include "bench/devices/nvidia/record.hpp"

namespace ridgeline {
namespace {

std::string switched(const Maybe<bool>& value) {
  if (!value) return "unknown";
  return *value ? "on" : "off";
}

void add_notes(const GpuView& view, std::vector<std::string>& notes) {
  if (!view.nvml_problem.empty()) notes.push_back(view.nvml_problem);
  if (!view.foreign_use.empty()) notes.push_back(view.foreign_use);
  const int others = view.other_processes.value_or(0);
  if (others > 0) {
    notes.push_back(std::to_string(others) +
                    (others == 1 ? " other process computes" : " other processes compute") +
                    " on this GPU");
  }
  const NvmlSummary& load = view.under_load;
  const int promised = view.nvml.link_generation_max.value_or(0);
  const int lanes = view.nvml.link_width_max.value_or(0);
  const bool slower = (load.link_generation > 0 && load.link_generation < promised) ||
                      (load.link_width > 0 && load.link_width < lanes);
  if (slower) {
    notes.push_back("under load the link ran at generation " + known_number(load.link_generation) +
                    " x" + known_number(load.link_width) + "; the card can do generation " +
                    known_number(promised) + " x" + known_number(lanes));
  }
}

}  // namespace

std::string number_text(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(9);
  text << value;
  return text.str();
}

std::string known_number(double value) { return value > 0 ? number_text(value) : "unknown"; }

EnvironmentRecord gpu_environment(const GpuView& view, bool identify,
                                  const EnvironmentRecord& host) {
  const GpuFacts& gpu = view.cuda;
  const NvmlFacts& nvml = view.nvml;
  EnvironmentRecord record;
  // What of the host bears on a GPU: who schedules the launches, and across what link.
  for (const char* name : {"architecture", "kernel", "os", "container", "hypervisor", "virtualised",
                           "governor", "affinity", "cpu_quota", "load_average", "host", "user"}) {
    const auto fact = host.facts.find(name);
    if (fact != host.facts.end()) record.facts[name] = fact->second;
  }
  static constexpr std::array kModes = {"default", "exclusive thread", "prohibited",
                                        "exclusive process"};
  const int mode = nvml.compute_mode.value_or(gpu.compute_mode);
  const bool known_mode = mode >= 0 && mode < static_cast<int>(kModes.size());
  std::string nodes;
  for (const int node : view.near_nodes)
    nodes += (nodes.empty() ? "" : ", ") + std::to_string(node);
  auto& facts = record.facts;
  facts["driver"] = nvml.driver.empty() ? "unknown" : nvml.driver;
  facts["driver_cuda"] = cuda_version_text(gpu.driver);
  facts["cuda_runtime"] = cuda_version_text(gpu.runtime);
  facts["bus_id"] = gpu.bus_id;
  facts["near_memory_nodes"] = nodes.empty() ? "unknown" : nodes;
  facts["sm_clock_max"] = known_number(promised_clock(view));
  facts["memory_clock_max"] = known_number(nvml.memory_clock_max.value_or(gpu.memory_clock_hz));
  facts["memory_clock_under_load"] = known_number(view.under_load.memory_clock);
  facts["power_limit"] = known_number(nvml.power_limit.value_or(0));
  facts["ecc"] = gpu.ecc ? "on" : "off";
  facts["mig"] = switched(nvml.mig);
  facts["persistence"] = switched(nvml.persistence);
  facts["compute_mode"] = known_mode ? kModes[static_cast<std::size_t>(mode)] : "unknown";
  facts["other_processes"] =
      view.other_processes ? std::to_string(*view.other_processes) : "unknown";
  facts["clock_events_at_start"] =
      view.under_load.readings > 0 ? clock_events_text(view.under_load.reasons) : "unknown";
  facts["link_generation_under_load"] = known_number(view.under_load.link_generation);
  facts["link_width_under_load"] = known_number(view.under_load.link_width);
  facts["link_generation_max"] = known_number(nvml.link_generation_max.value_or(0));
  facts["link_width_max"] = known_number(nvml.link_width_max.value_or(0));
  facts["free_memory_at_start"] = std::to_string(gpu.memory_free);
  if (identify) facts["uuid"] = gpu.uuid;
  add_notes(view, record.notes);
  return record;
}

}  // namespace ridgeline
