// Which documented limit a ceiling is compared with, and what it comes to at the ceiling's clock.
#include "ceilings/limits/limits.hpp"

#include <algorithm>

#include "ceilings/paths.hpp"

namespace ridgeline::ceilings {
namespace {

// "wgmma" of "wgmma-n256", "update" of "update-avx512"; but the whole "fma-add-avx512", which is no
// kind of "fma", nor is a single chain, whose limit is a latency.
std::string before_dash(const std::string& path) {
  if (path.starts_with("fma-one-chain")) return path;
  const std::string first = path.substr(0, path.find('-'));
  return isa_of(path).empty() || operation_of(path) == first ? first : path;
}

void add_bandwidth_keys(const std::string& level, const Ceiling& ceiling,
                        std::vector<std::string>& keys) {
  const std::string base = "bandwidth/" + level;
  const std::string mix = base + "/" + ceiling.mix;
  keys.push_back(mix + "/" + ceiling.path);
  keys.push_back(mix + "/" + before_dash(ceiling.path));
  keys.push_back(mix);
  keys.push_back(base);
}

// Keys from the most to the least specific one.
std::vector<std::string> keys_of(const Ceiling& ceiling) {
  std::vector<std::string> keys;
  if (ceiling.kind == "bandwidth") {
    if (!ceiling.node.empty())
      add_bandwidth_keys(ceiling.level + "@" + ceiling.node, ceiling, keys);
    add_bandwidth_keys(ceiling.level, ceiling, keys);
  } else if (ceiling.kind == "compute") {
    const std::string base =
        "compute/" + ceiling.precision +
        (ceiling.accumulate.empty() ? std::string{} : "->" + ceiling.accumulate);
    keys = {base + "/" + ceiling.path, base + "/" + before_dash(ceiling.path), base};
  } else if (ceiling.kind == "link") {
    keys = {ceiling.id, ceiling.id.substr(0, ceiling.id.rfind('/'))};
  }
  return keys;
}

}  // namespace

const Peak* peak_of(const Ceiling& ceiling, const DeviceRecord& device) {
  for (const std::string& key : keys_of(ceiling)) {
    const auto found = std::find_if(device.peaks.begin(), device.peaks.end(),
                                    [&](const Peak& peak) { return peak.key == key; });
    if (found != device.peaks.end()) return &*found;
  }
  return nullptr;
}

DocumentedLimit limit_of(const Ceiling& ceiling, const DeviceRecord& device) {
  const Peak* peak = peak_of(ceiling, device);
  if (peak == nullptr) return {};
  if (peak->per_cycle > 0 && ceiling.clock_hz > 0 && ceiling.units > 0) {
    return {peak->per_cycle * ceiling.clock_hz * ceiling.units, peak->source};
  }
  const bool whole_device = device.units <= 0 || ceiling.units >= device.units;
  if (peak->per_second > 0 && whole_device) return {peak->per_second, peak->source};
  return {};
}

}  // namespace ridgeline::ceilings
