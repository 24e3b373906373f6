// The file's facts where a real device has its own.
#include "bench/devices/simulated/machine.hpp"

#include <algorithm>
#include <numeric>

#include "ceilings/archive/ids.hpp"
#include "ceilings/limits/nvidia.hpp"
#include "kernels/registry.hpp"

namespace ridgeline::bench {
namespace {

const std::vector<SimulatedLevel>& known_levels(const SimulatedSpec& spec) {
  return spec.nominal ? *spec.nominal : spec.levels;
}

int sharers_of(const SimulatedSpec& spec, const SimulatedLevel& level) {
  return level.units_per_instance > 0 ? std::min(level.units_per_instance, spec.units) : spec.units;
}

std::vector<Cache> caches_of(const SimulatedSpec& spec) {
  std::vector<Cache> caches;
  for (const SimulatedLevel& level : known_levels(spec)) {
    if (level.bytes == 0 || level.name == "shared") continue;
    const int sharers = sharers_of(spec, level);
    for (int first = 0; first < spec.units; first += sharers) {
      Cache cache;
      cache.level = level.name;
      cache.bytes = level.bytes;
      cache.units.resize(static_cast<std::size_t>(std::min(sharers, spec.units - first)));
      std::iota(cache.units.begin(), cache.units.end(), first);
      cache.sharers = sharers;
      caches.push_back(std::move(cache));
    }
  }
  return caches;
}

kernels::Precision precision_named(const std::string& text) {
  constexpr std::array kNames{"",    "fp64", "fp32", "tf32",  "fp16", "bf16",
                              "fp8", "fp6",  "fp4",  "int32", "int8"};
  const auto found = std::find(kNames.begin(), kNames.end(), text);
  return found == kNames.end()
             ? kernels::Precision::none
             : static_cast<kernels::Precision>(std::distance(kNames.begin(), found));
}

kernels::Family family_named(const std::string& text) {
  if (text == "compute") return kernels::Family::compute;
  if (text == "intensity") return kernels::Family::intensity;
  return text == "latency" ? kernels::Family::latency : kernels::Family::bandwidth;
}

// Bytes read and written by an element of 16 bytes an array: "2:1" has two arrays read, one
// written. An update in place ("1:1" with one array) counts as a copy.
void set_traffic(kernels::Kernel& kernel, const std::string& mix) {
  const std::size_t colon = mix.find(':');
  const int loads = colon == std::string::npos ? 1 : std::stoi(mix.substr(0, colon));
  const int stores = colon == std::string::npos ? 0 : std::stoi(mix.substr(colon + 1));
  kernel.element_bytes = 16;
  kernel.arrays = static_cast<std::uint16_t>(std::clamp(loads + stores, 1, 4));
  kernel.work.read = 16.0 * loads;
  kernel.work.written = 16.0 * stores;
}

}  // namespace

std::vector<ceilings::NominalLevel> simulated_nominal(const SimulatedSpec& spec) {
  std::vector<ceilings::NominalLevel> levels;
  for (const SimulatedLevel& level : known_levels(spec)) {
    ceilings::NominalLevel nominal;
    nominal.name = level.name;
    nominal.domain = level.domain;
    nominal.bytes = level.bytes;
    nominal.units_per_instance = sharers_of(spec, level);
    nominal.instances = (spec.units + nominal.units_per_instance - 1) / nominal.units_per_instance;
    if (level.bytes == 0) {
      nominal.bytes = spec.memory_bytes;
      if (!spec.gpu) nominal.node = "node0";
    }
    levels.push_back(std::move(nominal));
  }
  return levels;
}

Machine simulated_machine(const SimulatedSpec& spec, const std::string& source) {
  Machine machine;
  machine.gpu = spec.gpu;
  machine.unit_name = spec.gpu ? "SM" : "core";
  std::vector<int> everyone;
  for (int i = 0; i < spec.units; ++i) {
    machine.units.push_back({i, i, 0, 0, 0});
    everyone.push_back(i);
  }
  machine.caches = caches_of(spec);
  machine.nodes = {{0, "DRAM", spec.memory_bytes, everyone, true}};
  machine.memory = {spec.memory_bytes, "simulated memory"};
  machine.cpu_features = spec.gpu ? 0 : spec.cpu_features;
  machine.sm = spec.gpu ? static_cast<std::uint16_t>(spec.sm) : std::uint16_t{0};
  machine.threads_per_unit = spec.threads_per_unit;
  machine.blocks_per_unit = spec.blocks_per_unit;
  machine.shared_per_block = spec.shared_per_block;
  machine.hardware_threads = machine.cores_present = spec.units;
  machine.source = source;
  if (machine.caches.empty()) machine.notes.push_back("cache sizes unknown");
  return machine;
}

ceilings::DeviceRecord simulated_record(const SimulatedSpec& spec) {
  ceilings::DeviceRecord record;
  record.device_class = spec.device_class;
  record.kind = spec.gpu ? "gpu" : "cpu";
  record.backend = "simulated";
  record.vendor = spec.vendor;
  record.model = spec.model;
  record.architecture = spec.architecture;
  record.unit_name = spec.gpu ? "SM" : "core";
  record.units = spec.units;
  record.memory_bytes = spec.memory_bytes;
  record.levels = simulated_nominal(spec);
  record.peaks = spec.peaks;
  if (record.peaks.empty() && spec.gpu) {
    record.peaks = ceilings::gpu_microarchitecture(spec.sm, spec.units).peaks;
  }
  record.attributes = spec.attributes;
  return record;
}

std::vector<Operation> SimulatedKernels::operations(const SimulatedSpec& spec) {
  std::vector<Operation> all;
  for (const SimulatedOperation& each : spec.operations) {
    const ceilings::Id id = ceilings::parse_id(each.id);
    Operation operation;
    operation.id = each.id;
    operation.agent = id.kind == "link" ? Agent::copy_engine : Agent::library;
    operation.to_device = each.to_device;
    operation.from_device = each.from_device;
    operation.precision = precision_named(id.precision);
    operation.accumulate = precision_named(id.accumulate);
    operation.role = each.lacks.empty() ? kernels::Role::primary : kernels::Role::secondary;
    operation.lacks = each.lacks;
    operation.work.operations = each.operations;
    all.push_back(operation);
  }
  return all;
}

SimulatedKernels::SimulatedKernels(const SimulatedSpec& spec) : texts_(spec.kernels) {
  if (spec.built_in_kernels) {
    kernels_ = kernels::cuda_kernels();
    return;
  }
  shapes_.reserve(texts_.size());
  for (const SimulatedKernel& text : texts_) {
    std::vector<kernels::Shape>& shapes = shapes_.emplace_back();
    for (const SimulatedShape& each : text.shapes) shapes.push_back(each.shape);
    kernels::Kernel kernel;
    kernel.name = text.name;
    kernel.family = family_named(text.family);
    kernel.mix = text.mix;
    kernel.path = text.path;
    kernel.level = text.level;
    kernel.precision = precision_named(text.precision);
    kernel.accumulate = precision_named(text.accumulate);
    kernel.vector_bits = static_cast<std::uint16_t>(text.vector_bits);
    kernel.role = text.lacks.empty() ? kernels::Role::primary : kernels::Role::secondary;
    kernel.lacks = text.lacks;
    kernel.needs.sms = text.sms;
    kernel.shapes = shapes;
    if (kernel.family == kernels::Family::bandwidth) set_traffic(kernel, text.mix);
    if (kernel.family == kernels::Family::compute)
      kernel.work.operations = 1e6;  // a pass of one SM
    if (kernel.family == kernels::Family::latency) {
      kernel.element_bytes = 128;  // one cache line of a GPU
      kernel.work = {.read = 8, .operations = 1};
    }
    kernels_.push_back(kernel);
  }
}

}  // namespace ridgeline::bench
