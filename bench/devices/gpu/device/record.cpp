// The same facts in the same places of the archive, whoever made the card.
#include "bench/devices/gpu/device/record.hpp"

#include <array>
#include <cstdio>
#include <locale>
#include <sstream>

#include "bench/devices/identity/hash.hpp"

namespace ridgeline::bench::gpu {
namespace {

void add_notes(const GpuView& view, std::vector<std::string>& notes) {
  if (!view.sensors_problem.empty()) notes.push_back(view.sensors_problem);
  if (!view.foreign_use.empty()) notes.push_back(view.foreign_use);
  const int others = view.other_processes.value_or(0);
  if (others > 0) {
    notes.push_back(std::to_string(others) +
                    (others == 1 ? " other process computes" : " other processes compute") +
                    " on this GPU");
  }
  const SensorSummary& load = view.under_load;
  const int promised = view.sensors.link_generation_max.value_or(0);
  const int lanes = view.sensors.link_width_max.value_or(0);
  const bool slower = (load.link_generation > 0 && load.link_generation < promised) ||
                      (load.link_width > 0 && load.link_width < lanes);
  if (slower) {
    notes.push_back("under load the link ran at generation " + known_number(load.link_generation) +
                    " x" + known_number(load.link_width) + "; the card can do generation " +
                    known_number(promised) + " x" + known_number(lanes));
  }
}

}  // namespace

std::string instance_of(const std::string& uuid) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(stable_hash(uuid)));
  return digits.data();
}

std::vector<ceilings::NominalLevel> gpu_levels(const GpuFacts& gpu) {
  std::vector<ceilings::NominalLevel> levels;
  levels.push_back({"L1", "sm", gpu.l1_bytes, gpu.units, 1, "", ""});
  levels.push_back({"shared", "sm", gpu.shared_per_block, gpu.units, 1, "", ""});
  levels.push_back({"L2", "", gpu.l2_bytes, 1, gpu.units, "", ""});
  levels.push_back({"DRAM", "", gpu.memory_bytes, 1, gpu.units, "", ""});
  return levels;
}

std::vector<ceilings::Peak> link_peaks(const GpuView& view) {
  const SensorSummary& load = view.under_load;
  const double each = pcie_bandwidth(load.link_generation, load.link_width);
  if (each <= 0 || view.gpu.host_page_tables || view.gpu.integrated) return {};
  const std::string source = "PCI Express generation " + std::to_string(load.link_generation) +
                             " x" + std::to_string(load.link_width) +
                             " as seen under load, without packets' headers";
  return {{"link/host-device", 0, each, source},
          {"link/device-host", 0, each, source},
          {"link/both-ways", 0, 2 * each, source + ", both ways"}};
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

std::string number_text(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(9);
  text << value;
  return text.str();
}

std::string known_number(double value) { return value > 0 ? number_text(value) : "unknown"; }

std::string switch_text(const Maybe<bool>& value) {
  if (!value) return "unknown";
  return *value ? "on" : "off";
}

ceilings::EnvironmentRecord gpu_environment(const GpuView& view, bool identify,
                                            const ceilings::EnvironmentRecord& host) {
  const GpuFacts& gpu = view.gpu;
  const SensorFacts& sensors = view.sensors;
  ceilings::EnvironmentRecord record;
  // What of the host bears on a GPU: who schedules the launches, and across what link.
  for (const char* name : {"architecture", "kernel", "os", "container", "hypervisor", "virtualised",
                           "governor", "affinity", "cpu_quota", "load_average", "host", "user"}) {
    const auto fact = host.facts.find(name);
    if (fact != host.facts.end()) record.facts[name] = fact->second;
  }
  std::string nodes;
  for (const int node : view.near_nodes)
    nodes += (nodes.empty() ? "" : ", ") + std::to_string(node);
  auto& facts = record.facts;
  facts["driver"] = sensors.driver.empty() ? "unknown" : sensors.driver;
  facts["bus_id"] = gpu.bus_id;
  facts["near_memory_nodes"] = nodes.empty() ? "unknown" : nodes;
  facts["sm_clock_max"] = known_number(promised_clock(view));
  facts["memory_clock_max"] = known_number(sensors.memory_clock_max.value_or(gpu.memory_clock_hz));
  facts["memory_clock_under_load"] = known_number(view.under_load.memory_clock);
  facts["power_limit"] = known_number(sensors.power_limit.value_or(0));
  facts["ecc"] = gpu.ecc ? "on" : "off";
  facts["other_processes"] =
      view.other_processes ? std::to_string(*view.other_processes) : "unknown";
  facts["clock_events_at_start"] =
      view.under_load.readings > 0 ? clock_events_text(view.under_load.reasons) : "unknown";
  facts["link_generation_under_load"] = known_number(view.under_load.link_generation);
  facts["link_width_under_load"] = known_number(view.under_load.link_width);
  facts["link_generation_max"] = known_number(sensors.link_generation_max.value_or(0));
  facts["link_width_max"] = known_number(sensors.link_width_max.value_or(0));
  facts["free_memory_at_start"] = std::to_string(gpu.memory_free);
  if (identify) facts["uuid"] = gpu.uuid;
  add_notes(view, record.notes);
  return record;
}

}  // namespace ridgeline::bench::gpu
