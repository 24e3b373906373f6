// By the file's entries, else near the documented limit.
#include "bench/devices/simulated/compute.hpp"

#include <array>
#include <cmath>

#include "bench/devices/enum_names.hpp"
#include "bench/devices/identity/hash.hpp"
#include "ceilings/limits/limits.hpp"
#include "ceilings/limits/nvidia.hpp"

namespace ridgeline::bench {
namespace {

bool can_be_resident(const SimulatedSpec& spec, const kernels::Shape& shape) {
  const int threads = int{shape.threads_per_block} * shape.blocks_per_unit;
  return (spec.threads_per_unit == 0 || threads <= spec.threads_per_unit) &&
         (spec.blocks_per_unit == 0 || shape.blocks_per_unit <= spec.blocks_per_unit);
}

// One of a built-in kernel's shapes, by its name, is the best; the others follow in turn.
double spread_efficiency(const SimulatedSpec& spec, const kernels::Kernel& kernel,
                         const kernels::Shape& shape) {
  std::vector<kernels::Shape> usable;
  for (const kernels::Shape& each : kernel.shapes) {
    if (can_be_resident(spec, each)) usable.push_back(each);
  }
  const auto own = std::find(usable.begin(), usable.end(), shape);
  if (own == usable.end()) return 1;
  const std::size_t best = stable_hash(kernel.name) % usable.size();
  const auto place = static_cast<std::size_t>(own - usable.begin());
  const std::size_t behind = (place + usable.size() - best) % usable.size();
  return 1 - spec.shape_spread * static_cast<double>(behind) / static_cast<double>(usable.size());
}

// The path itself, or its first words: "wgmma" stands for "wgmma-n64".
bool stands_for(const std::string& entry, const std::string& path) {
  return path == entry || (!entry.empty() && path.starts_with(entry + "-"));
}

double documented(const SimulatedSpec& spec, const kernels::Kernel& kernel,
                  const std::string& path) {
  ceilings::Ceiling ceiling;
  ceiling.kind = "compute";
  ceiling.precision = name_of(kernel.precision);
  ceiling.accumulate = kernel.accumulate == kernel.precision ? "" : name_of(kernel.accumulate);
  ceiling.path = path;
  ceilings::DeviceRecord device;
  device.peaks = ceilings::gpu_microarchitecture(spec.sm, spec.units).peaks;
  const ceilings::Peak* peak = ceilings::peak_of(ceiling, device);
  constexpr double kUndocumented = 64;  // operations a clock and unit
  return (peak == nullptr ? kUndocumented : peak->per_cycle) * spec.clock_hz;
}

const SimulatedCompute* entry_of(const SimulatedSpec& spec, const std::string& precision,
                                 const std::string& path) {
  const SimulatedCompute* best = nullptr;
  for (const SimulatedCompute& each : spec.compute) {
    const bool exact = each.path == path;
    if (!each.precision.empty() && each.precision != precision) continue;
    if (!exact && (each.share <= 0 || !stands_for(each.path, path))) continue;
    if (best == nullptr || each.path.size() > best->path.size()) best = &each;
  }
  return best;
}

}  // namespace

double together(const SimulatedSpec& spec, double units, double core, double all) {
  if (all <= 0) return units * core;
  return units >= spec.units ? all : std::min(units * core, all);
}

double shape_efficiency(const SimulatedSpec& spec, const kernels::Kernel& kernel,
                        const kernels::Shape& shape) {
  if (spec.built_in_kernels) return spread_efficiency(spec, kernel, shape);
  for (const SimulatedKernel& known : spec.kernels) {
    if (known.name != kernel.name) continue;
    for (const SimulatedShape& each : known.shapes) {
      if (each.shape == shape) return each.efficiency;
    }
  }
  return 1;
}

double compute_rate(const SimulatedSpec& spec, const Case& c) {
  const kernels::Kernel& kernel = *c.kernel;
  const std::string precision = name_of(kernel.precision);
  std::string path(kernel.path);
  if (kernel.family == kernels::Family::intensity) {
    path = spec.gpu ? "fma" : "fma-" + path.substr(path.rfind('-') + 1);
  }
  const double efficiency = shape_efficiency(spec, kernel, c.shape);
  const SimulatedCompute* entry = entry_of(spec, precision, path);
  if (entry != nullptr && entry->share <= 0) {
    return together(spec, units_of(c), entry->core, entry->all) * efficiency;
  }
  if (spec.gpu) {
    constexpr double kUsualShare = 0.97;
    const double share = entry == nullptr ? kUsualShare : entry->share;
    return documented(spec, kernel, path) * share * units_of(c) * efficiency;
  }
  const double bits = kernel.precision == kernels::Precision::fp64 ? 64 : 32;
  const double lanes = std::max(1.0, kernel.vector_bits / bits);
  return 4 * lanes * spec.clock_hz * units_of(c) * efficiency;
}

double operation_seconds(const SimulatedSpec& spec, const Operation& operation) {
  for (const SimulatedOperation& each : spec.operations) {
    if (each.id != operation.id) continue;
    return std::max(operation.work.read, operation.work.operations) / each.rate;
  }
  return 0;
}

void SimulatedHeat::pass(double seconds, double demand) {
  mean_ = demand + (mean_ - demand) * std::exp(-seconds / power_.seconds);
}

double SimulatedHeat::demand_of(const Case& c) const {
  const bool product = c.operation && c.operation->agent == Agent::library;
  if (c.operation) return product ? power_.random : power_.idle;
  if (!c.kernel->data_matters) return power_.usual;
  return c.data == DataKind::constant ? power_.constant : power_.random;
}

double SimulatedHeat::clock_share(double demand) const {
  if (power_.limit <= 0 || demand <= power_.limit || mean_ <= power_.limit) return 1;
  return (power_.limit - power_.idle) / (demand - power_.idle);
}

double SimulatedHeat::watts(double demand) const {
  return power_.limit <= 0 ? 0 : std::min(demand, power_.limit);
}

double SimulatedHeat::celsius() const {
  return power_.limit <= 0 ? 0 : 35 + 35 * std::min(1.0, mean_ / power_.limit);
}

}  // namespace ridgeline::bench
