// The time model: partial hits above each capacity, times added up (rates blend harmonically), a
// slope where address translation runs out, and compute beside memory.
#include "bench/devices/simulated/model.hpp"

#include <algorithm>
#include <cmath>

#include "bench/devices/simulated/compute.hpp"

namespace ridgeline::bench {
namespace {

double factor_of(const std::map<std::string, double>& factors, const std::string& key) {
  const auto found = factors.find(key);
  return found == factors.end() ? 1 : found->second;
}

// "update-avx512" is looked up whole, then as "avx512".
double path_factor(const std::map<std::string, double>& factors, const std::string& path) {
  if (factors.contains(path)) return factors.at(path);
  return factor_of(factors, path.substr(path.rfind('-') + 1));
}

// Instructions of narrow host paths move no more than their share of the nearest level's rate.
double instruction_limit(const SimulatedSpec& spec, const Case& c) {
  if (spec.gpu || c.kernel->family == kernels::Family::latency) return INFINITY;
  const double widest = 512;
  return units_of(c) * spec.levels.front().core_bandwidth * c.kernel->vector_bits / widest;
}

double level_rate(const SimulatedSpec& spec, const SimulatedLevel& level, const Case& c) {
  const double rate = together(spec, units_of(c), level.core_bandwidth, level.all_bandwidth) *
                      factor_of(level.mixes, std::string(c.kernel->mix)) *
                      path_factor(level.paths, std::string(c.kernel->path));
  return std::min(rate, instruction_limit(spec, c)) * shape_efficiency(spec, *c.kernel, c.shape);
}

// Levels that the kernel can reach, nearest first.
std::vector<const SimulatedLevel*> reach_of(const SimulatedSpec& spec, const Case& c) {
  std::vector<const SimulatedLevel*> reach;
  const std::string own(c.kernel->level);
  for (const SimulatedLevel& level : spec.levels) {
    if (!own.empty() && level.name == own) reach.push_back(&level);
    if (level.domain.empty()) reach.push_back(&level);
  }
  return reach;
}

// Bytes of the working set that fall to one instance of a level.
double part_of(const SimulatedSpec& spec, const SimulatedLevel& level, const Case& c) {
  const double sharers = level.units_per_instance > 0 ? level.units_per_instance : spec.units;
  const double units = units_of(c);
  return static_cast<double>(c.working_set) * std::min(units, sharers) / units;
}

// The share of accesses that a level serves of those that reach it.
double hits_of(const SimulatedSpec& spec, const SimulatedLevel& level, const Case& c) {
  if (level.bytes == 0) return 1;
  auto bytes = static_cast<double>(level.bytes);
  // What is set apart as shared memory is no L1.
  if (spec.gpu && level.name == "L1" && c.carve_out > 0) bytes *= 1 - c.carve_out / 100.0;
  const double ratio = part_of(spec, level, c) / std::max(bytes, 1.0);
  if (ratio <= 1) return 1;
  const double width = std::max(spec.transition_octaves, 1e-6);
  const double missing =
      spec.transition_logarithmic ? std::log2(ratio) / width : (ratio - 1) / (std::exp2(width) - 1);
  return std::max(0.0, 1 - missing);
}

// Sum over the levels of the share each one serves x its cost.
template <class Cost>
double served(const SimulatedSpec& spec, const Case& c, Cost cost) {
  double left = 1, sum = 0;
  for (const SimulatedLevel* level : reach_of(spec, c)) {
    const double share = left * hits_of(spec, *level, c);
    if (share > 0) sum += share * cost(*level);
    left -= share;
    if (left <= 1e-12) break;
  }
  return sum;
}

double tlb_factor(const SimulatedSpec& spec, const Case& c) {
  const auto bytes = static_cast<double>(c.working_set);
  if (spec.tlb_from <= 0 || bytes <= spec.tlb_from) return 1;
  return 1 + spec.tlb_slope * std::log2(bytes / spec.tlb_from);
}

double curve_rate(const SimulatedSpec& spec, double bytes) {
  const auto above = std::find_if(spec.curve.begin(), spec.curve.end(),
                                  [&](const auto& point) { return point.first >= bytes; });
  if (above == spec.curve.begin()) return above->second;
  if (above == spec.curve.end()) return spec.curve.back().second;
  const auto below = std::prev(above);
  const double part = std::log(bytes / below->first) / std::log(above->first / below->first);
  return below->second * std::pow(above->second / below->second, part);
}

double elements_of(const Case& c) {
  const kernels::Kernel& kernel = *c.kernel;
  if (kernel.family == kernels::Family::compute) {
    const double chains =
        1.0 * c.shape.blocks_per_unit * c.shape.threads_per_block * c.shape.in_flight;
    return kernel.quantum * units_of(c) * (kernel.per_chain ? chains : 1);
  }
  return static_cast<double>(c.working_set) / (1.0 * kernel.arrays * kernel.element_bytes);
}

double program_bytes(const Case& c) {
  return elements_of(c) * (c.kernel->work.read + c.kernel->work.written);
}

double memory_seconds(const SimulatedSpec& spec, const Case& c) {
  const double bytes = program_bytes(c);
  if (!spec.curve.empty() && c.kernel->level.empty() && units_of(c) >= spec.units) {
    return bytes / (curve_rate(spec, static_cast<double>(c.working_set)) *
                    shape_efficiency(spec, *c.kernel, c.shape));
  }
  const auto cost = [&](const SimulatedLevel& level) { return 1 / level_rate(spec, level, c); };
  return bytes * served(spec, c, cost) * tlb_factor(spec, c);
}

}  // namespace

double true_pass_seconds(const SimulatedSpec& spec, const Case& c) {
  if (c.operation) return operation_seconds(spec, *c.operation);
  const kernels::Kernel& kernel = *c.kernel;
  const double operations = elements_of(c) * kernel.work.operations;
  switch (kernel.family) {
    case kernels::Family::bandwidth:
      return spec.pass_overhead + memory_seconds(spec, c);
    case kernels::Family::compute:
      return spec.pass_overhead + operations / compute_rate(spec, c);
    case kernels::Family::latency: {
      const auto cost = [](const SimulatedLevel& level) { return level.latency; };
      return spec.pass_overhead +
             operations / units_of(c) * served(spec, c, cost) * tlb_factor(spec, c);
    }
    case kernels::Family::intensity: {
      // Both overlap nearly perfectly; the higher the power, the sharper the ridge.
      constexpr double kSharpness = 8;
      const double memory = memory_seconds(spec, c);
      const double compute = operations / compute_rate(spec, c);
      return spec.pass_overhead +
             std::pow(std::pow(memory, kSharpness) + std::pow(compute, kSharpness), 1 / kSharpness);
    }
  }
  return 0;
}

double true_rate(const SimulatedSpec& spec, const Case& c) {
  const double seconds = true_pass_seconds(spec, c);
  if (c.operation) {
    return std::max(c.operation->work.read, c.operation->work.operations) / seconds;
  }
  const double operations = elements_of(c) * c.kernel->work.operations;
  if (c.kernel->family == kernels::Family::latency) return seconds / (operations / units_of(c));
  if (c.kernel->family == kernels::Family::bandwidth) return program_bytes(c) / seconds;
  return operations / seconds;
}

}  // namespace ridgeline::bench
