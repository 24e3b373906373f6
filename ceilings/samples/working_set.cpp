// Places working sets against plateaus and capacities.
#include "ceilings/samples/working_set.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <set>

#include "ceilings/archive/ids.hpp"
#include "ceilings/archive/level_names.hpp"

namespace ridgeline::ceilings {
namespace {

// A confirm size may have been planned as exactly 3/4 of a knee and then rounded to a quantum.
constexpr double kRounding = 1.01;

struct SetRange {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
};

// Capacity of the instances of a nominal level that `units` units reach. Instances may differ in
// size: all units reach them all, fewer are taken to sit at the largest.
double nominal_bytes(const std::string& name, const std::string& scope, int units,
                     const DeviceRecord& device) {
  double sum = 0;
  double largest = 0;
  const std::string kind = core_kind_of(scope);
  for (const NominalLevel& level : device.levels) {
    if (level.name != name || !level.node.empty()) continue;
    if (!kind.empty() && !level.core_kind.empty() && level.core_kind != kind) continue;
    const int sharers = std::max(1, level.units_per_instance);
    const int reached = std::min(std::max(1, level.instances), (units + sharers - 1) / sharers);
    // A cache as large as the memory is a hypervisor's invention: of unknown size.
    const bool absurd = device.memory_bytes > 0 && level.bytes >= device.memory_bytes;
    const double bytes = absurd ? 0 : static_cast<double>(level.bytes);
    sum += bytes * std::max(1, level.instances);
    largest = std::max(largest, bytes * reached);
  }
  return units >= device.units && device.units > 1 ? sum : largest;
}

bool is_nearest(const Level& level, const std::vector<Level>& levels) {
  return std::none_of(levels.begin(), levels.end(), [&](const Level& other) {
    return other.scope == level.scope && other.domain == level.domain && other.first < level.first;
  });
}

SetRange range_of(const Level& level, const std::vector<Level>& levels) {
  const double first = static_cast<double>(level.first);
  const double knee = static_cast<double>(level.knee);
  SetRange range;
  if (level.knee == 0) {  // the sweep ended inside this cache
    range.low = first;
    if (level.nominal > level.first) range.high = 0.75 * static_cast<double>(level.nominal);
    return range;
  }
  range = {knee / 8, 0.75 * knee};
  if (!is_nearest(level, levels)) range.low = std::max(range.low, std::min(first, knee / 2));
  return range;
}

// Plateau of a level that was swept in another scope only, grown by the instances reached.
SetRange scaled_range(const Sample& sample, const Level& swept, const DeviceRecord& device,
                      const std::vector<Level>& levels) {
  SetRange range = range_of(swept, levels);
  const double here = nominal_bytes(plain_level(sample.level), sample.scope, sample.units, device);
  const double there = static_cast<double>(swept.nominal);
  const double factor = here > 0 && there > 0 ? here / there : std::max(1, sample.units);
  return {range.low * factor, range.high * factor};
}

// "97.5 MiB": bounds are computed, so that their exact bytes would say less.
std::string about(double bytes) {
  constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < kUnits.size(); ++unit) bytes /= 1024;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g %s", bytes, kUnits[unit]);
  return text.data();
}

SizeFit outside(const Sample& sample, const SetRange& range) {
  const double size = static_cast<double>(sample.working_set);
  const bool small = size < range.low;
  return {false, false,
          about(size) +
              (small ? " is below " + about(range.low) : " is above " + about(range.high)) +
              ", outside the plateau of " + sample.level};
}

SizeFit fit_memory(const Sample& sample, const DeviceRecord& device,
                   const std::vector<Level>& levels) {
  const std::uint64_t caches = reached_cache_bytes(sample.scope, sample.units, device, levels);
  const double needed = 4 * static_cast<double>(caches);
  if (static_cast<double>(sample.working_set) * kRounding >= needed) return {};
  return {false, true,
          about(static_cast<double>(sample.working_set)) + " is below 4 x the " +
              about(needed / 4) + " of caches within reach"};
}

SizeFit fit_cache(const Sample& sample, const DeviceRecord& device,
                  const std::vector<Level>& levels) {
  const std::string name = plain_level(sample.level);
  SetRange range;
  bool swept_scope = false;
  const Level* elsewhere = nullptr;
  for (const Level& level : levels) {
    swept_scope = swept_scope || (level.scope == sample.scope && level.domain.empty());
    if (level.name != name || level.scope == sample.scope) continue;
    const bool same_part = level.variant == variant_of(sample.level);
    if (elsewhere == nullptr || same_part) elsewhere = &level;
  }
  const bool on_chip =
      std::any_of(device.levels.begin(), device.levels.end(),
                  [&](const NominalLevel& n) { return n.name == name && !n.domain.empty(); });
  const double nominal =
      nominal_bytes(plain_level(sample.level), sample.scope, sample.units, device);
  if (const Level* found = find_level(name, variant_of(sample.level), sample.scope, levels)) {
    range = range_of(*found, levels);
  } else if (swept_scope && !on_chip) {
    return {false, false, "the sweep of scope " + sample.scope + " found no " + sample.level};
  } else if (elsewhere != nullptr) {
    range = scaled_range(sample, *elsewhere, device, levels);
  } else if (on_chip && nominal > 0) {
    range.high = nominal * std::max(1, sample.units);
  } else if (nominal > 0) {
    range = {nominal / 8, 0.75 * nominal};
  }
  const double bytes = static_cast<double>(sample.working_set);
  if (bytes * kRounding >= range.low && bytes <= range.high * kRounding) return {};
  return outside(sample, range);
}

}  // namespace

bool is_disbelieved(std::uint64_t knee, std::uint64_t nominal) {
  if (knee == 0 || nominal == 0) return false;
  const double ratio = static_cast<double>(knee) / static_cast<double>(nominal);
  return ratio > 1.5 || ratio < 1 / 1.5;
}

const Level* find_level(const std::string& name, const std::string& variant,
                        const std::string& scope, const std::vector<Level>& levels) {
  const Level* nearest = nullptr;
  for (const Level& level : levels) {
    if (level.name != name || level.scope != scope) continue;
    if (level.variant == variant) return &level;
    if (nearest == nullptr) nearest = &level;
  }
  return nearest;
}

std::uint64_t reached_cache_bytes(const std::string& scope, int units, const DeviceRecord& device,
                                  const std::vector<Level>& levels) {
  std::set<std::string> names;
  for (const NominalLevel& nominal : device.levels) names.insert(nominal.name);
  for (const Level& level : levels) names.insert(level.name);
  double sum = 0;
  for (const std::string& name : names) {
    if (is_memory(name, device) || name == "shared") continue;
    std::uint64_t knee = 0;
    for (const Level& level : levels) {
      if (level.name == name && level.scope == scope) knee = std::max(knee, level.knee);
    }
    const double nominal = nominal_bytes(name, scope, units, device);
    const bool data_wins =
        nominal <= 0 || is_disbelieved(knee, static_cast<std::uint64_t>(nominal));
    sum += knee > 0 && data_wins ? static_cast<double>(knee) : nominal;
  }
  return static_cast<std::uint64_t>(sum);
}

SizeFit fit_of(const Sample& sample, const DeviceRecord& device, const std::vector<Level>& levels) {
  const bool by_size = sample.family == "bandwidth" || sample.family == "latency";
  if (!by_size || sample.working_set == 0) return {};
  if (is_memory(sample.level, device)) return fit_memory(sample, device, levels);
  return fit_cache(sample, device, levels);
}

}  // namespace ridgeline::ceilings
