// See machine_document.hpp.
#include "bench/print/machine/machine_document.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "bench/devices/topology/checks.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

Cell bytes_cell(std::uint64_t bytes) {
  if (bytes == 0) return {"unknown", {}};
  return count_cell(bytes, rounded_bytes(bytes));
}

// "0-3, 8": hardware threads as the kernel numbers them.
std::string cpu_list(std::vector<int> cpus) {
  std::sort(cpus.begin(), cpus.end());
  std::string text;
  for (std::size_t first = 0, last = 0; first < cpus.size(); first = last + 1) {
    last = first;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(cpus[first]);
    if (last > first) text += "-" + std::to_string(cpus[last]);
  }
  return text;
}

std::vector<int> cpus_of(const Machine& machine, const std::vector<int>& units) {
  std::vector<int> cpus;
  for (const int unit : units) {
    cpus.push_back(machine.units[static_cast<std::size_t>(unit)].os_index);
  }
  return cpus;
}

std::string cores_text(const Machine& machine) {
  const std::size_t usable = machine.units.size();
  std::string text = counted(usable, machine.unit_name);
  if (machine.cores_present > static_cast<int>(usable)) {
    text += " usable of " + std::to_string(machine.cores_present);
  }
  text += " in " + counted(static_cast<std::size_t>(machine.packages), "package");
  if (machine.hardware_threads > static_cast<int>(usable)) {
    text +=
        ", " + std::to_string(machine.hardware_threads) + " hardware threads: one a core is used";
  }
  return text;
}

std::vector<Fact> facts_of(const Machine& machine, const ceilings::DeviceRecord& device) {
  std::vector<int> all;
  for (const Unit& unit : machine.units) all.push_back(unit.index);
  const Cell unknown{"unknown", {}};
  const std::string model = device.model.empty() ? "model name not told" : device.model;
  const std::string bound = machine.memory.bytes == 0 ? "unknown"
                                                      : rounded_bytes(machine.memory.bytes) + " (" +
                                                            machine.memory.source + ")";
  std::string cores = std::to_string(machine.cpu_quota);
  cores.resize(cores.find_first_of(".,") + 3);
  const Cell quota = machine.cpu_quota > 0
                         ? number_cell(machine.cpu_quota, "the time of " + cores + " cores")
                         : Cell{"none", {}};
  return {{"model", "Device", {model, device.model}},
          {"class", "Class", text_cell(device.device_class)},
          {"vendor", "", text_cell(device.vendor)},
          {"architecture", "Architecture",
           device.architecture.empty() ? unknown : text_cell(device.architecture)},
          {"cores", "Cores", count_cell(machine.units.size(), cores_text(machine))},
          {"cores_present", "", count_cell(machine.cores_present)},
          {"packages", "", count_cell(machine.packages)},
          {"hardware_threads", "", count_cell(machine.hardware_threads)},
          {"cpus", "CPUs used", text_cell(cpu_list(cpus_of(machine, all)))},
          {"memory_total_bytes", "Memory", bytes_cell(machine.memory_total)},
          {"memory_bound_bytes", "May be used",
           machine.memory.bytes == 0 ? unknown : count_cell(machine.memory.bytes, bound)},
          {"memory_bound_source", "", text_cell(machine.memory.source)},
          {"cpu_quota_cores", "CPU quota", quota},
          {"source", "Topology", text_cell(machine.source)},
          {"measurable",
           "Measurable",
           {machine.is_this_system ? "yes" : "no: not this system; it can be planned",
            machine.is_this_system}}};
}

Table kind_table(const Machine& machine) {
  Table table{"core_kinds",
              "Kinds of cores",
              machine.kinds.size() > 1 ? Audience::all : Audience::programs,
              {{"kind", "kind"},
               {"cores", "cores", true},
               {"cpus", "CPUs", false, 2},
               {"detail", "what is told of them", false, 1}}};
  for (std::size_t kind = 0; kind < machine.kinds.size(); ++kind) {
    std::vector<int> units;
    for (const Unit& unit : machine.units) {
      if (unit.kind == static_cast<int>(kind)) units.push_back(unit.index);
    }
    table.rows.push_back(
        {{text_cell(machine.kinds[kind].name), count_cell(units.size()),
          text_cell(cpu_list(cpus_of(machine, units))), text_cell(machine.kinds[kind].detail)}});
  }
  return table;
}

// Caches that are alike in level, size and sharers in one row.
Table cache_table(const Machine& machine) {
  Table table{"caches",
              "Caches",
              Audience::all,
              {{"level", "level"},
               {"bytes", "size of one", true},
               {"instances", "instances", true},
               {"threads_each", "threads each", true, 3},
               {"cores_each", "cores used each", true, 2},
               {"total_bytes", "together", true, 1},
               {"cpus", "CPUs", false, 4},
               {"note", "", false, 5}}};
  using Likeness = std::tuple<std::string, std::uint64_t, int, std::size_t>;
  std::vector<std::pair<Likeness, std::vector<const Cache*>>> groups;  // in the caches' order
  for (const Cache& cache : machine.caches) {
    const Likeness likeness{cache.level, cache.bytes, cache.sharers, cache.units.size()};
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& known) { return known.first == likeness; });
    if (group == groups.end()) group = groups.insert(groups.end(), {likeness, {}});
    group->second.push_back(&cache);
  }
  for (const auto& [likeness, caches] : groups) {
    const Cache& one = *caches.front();
    std::vector<int> cpus;
    for (const Cache* cache : caches) {
      for (const int cpu : cpus_of(machine, cache->units)) cpus.push_back(cpu);
    }
    table.rows.push_back({{text_cell(one.level),
                           bytes_cell(one.bytes),
                           count_cell(caches.size()),
                           count_cell(one.sharers),
                           count_cell(one.units.size()),
                           bytes_cell(one.bytes * caches.size()),
                           text_cell(cpu_list(cpus)),
                           {"", one.note}}});
  }
  if (table.rows.empty()) table.below.emplace_back("Caches: unknown, the system does not tell.");
  return table;
}

Table node_table(const Machine& machine) {
  Table table{"memory_nodes",
              "Memory nodes",
              Audience::all,
              {{"node", "node"},
               {"kind", "kind"},
               {"bytes", "size", true},
               {"cores", "cores near", true},
               {"use", "use"}}};
  for (const MemoryNode& node : machine.nodes) {
    const char* use = !node.allowed ? "not allowed" : node.far ? "usable, far" : "usable";
    table.rows.push_back(
        {{text_cell("node" + std::to_string(node.os_index)), text_cell(node.kind),
          bytes_cell(node.bytes), count_cell(node.local_units.size()), text_cell(use)}});
  }
  return table;
}

Table environment_table(const ceilings::EnvironmentRecord& environment) {
  Table table{"environment", "Surroundings", Audience::all, {{"fact", "fact"}, {"value", "value"}}};
  for (const auto& [fact, value] : environment.facts) {
    table.rows.push_back({{text_cell(fact), text_cell(value)}});
  }
  return table;
}

}  // namespace

Document machine_document(const Machine& machine, const ceilings::DeviceRecord& device,
                          const ceilings::EnvironmentRecord& environment, const GpusThere& gpus) {
  Document document;
  document.facts = facts_of(machine, device);
  if (gpus.presence) {
    document.facts.push_back({"gpu_obstacle", "", text_cell(gpus.presence->message)});
  }
  document.tables = {kind_table(machine), cache_table(machine), node_table(machine),
                     gpu_table(gpus), environment_table(environment)};
  document.main_table = "caches";
  Table notes{"notes", "Notes", Audience::programs, {{"note", "note"}}};
  // An environment's notes begin with the machine's.
  for (const std::string& note : environment.facts.empty() ? machine.notes : environment.notes) {
    notes.rows.push_back({{text_cell(note)}});
    document.closing.push_back("Note: " + note);
  }
  document.tables.push_back(notes);
  return document;
}

}  // namespace ridgeline::bench
