// See settings.hpp.
#include "ceilings/compare/settings.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "ceilings/stats.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

using Settings = std::map<std::string, std::string>;

// What explains most, in the order in which an engineer asks.
constexpr std::array<const char*, 31> kFirst{"method version",
                                             "provenance",
                                             "complete",
                                             "profile",
                                             "data of the rates",
                                             "device class",
                                             "model",
                                             "architecture",
                                             "units used",
                                             "memory",
                                             "clock",
                                             "promised_clock_hz",
                                             "power_limit",
                                             "ecc",
                                             "mig",
                                             "mig_profile",
                                             "virtualised",
                                             "hypervisor",
                                             "driver",
                                             "runtime",
                                             "tool version",
                                             "tool commit",
                                             "compiler",
                                             "flags",
                                             "build type",
                                             "schema",
                                             "governor",
                                             "boost",
                                             "smt",
                                             "affinity",
                                             "cpu_quota"};

std::string number_text(double value) { return value > 0 ? format_hertz(value) : ""; }

// Which rates were made with constant operands, since those cost less power.
std::string data_text(const Archive& archive) {
  if (archive.ceilings.empty()) return "";
  const bool constant =
      std::any_of(archive.ceilings.begin(), archive.ceilings.end(),
                  [](const Ceiling& ceiling) { return ceiling.path.ends_with("-constant"); });
  return constant ? "random; constant where the path says so" : "random";
}

Settings settings_of(const Archive& archive) {
  const DeviceRecord& device = archive.device;
  Settings settings{
      {"method version", std::to_string(archive.tool.method)},
      {"provenance", provenance_name(archive.provenance)},
      {"complete", archive.complete ? "yes" : "no"},
      {"profile", archive.profile},
      {"device class", device.device_class},
      {"model", device.model},
      {"vendor", device.vendor},
      {"architecture", device.architecture},
      {"units used", device.units > 0 ? std::to_string(device.units) + " " + device.unit_name : ""},
      {"memory", device.memory_bytes > 0 ? format_bytes(device.memory_bytes) : ""},
      {"clock", number_text(clock_of(archive))},
      {"backend", device.backend},
      {"tool", archive.tool.name},
      {"tool version", archive.tool.version},
      {"tool commit", archive.tool.commit},
      {"compiler", archive.tool.compiler},
      {"flags", archive.tool.flags},
      {"build type", archive.tool.build_type},
      {"schema", archive.schema}};
  if (archive.provenance != Provenance::published) {
    settings["data of the rates"] = data_text(archive);
  }
  for (const auto& [name, value] : device.attributes) settings.try_emplace(name, value);
  for (const auto& [name, value] : archive.environment.facts) settings.try_emplace(name, value);
  return settings;
}

bool clocks_differ(const std::vector<const Archive*>& archives) {
  double least = 0, most = 0;
  for (const Archive* archive : archives) {
    const double clock = clock_of(*archive);
    if (clock <= 0) continue;
    least = least > 0 ? std::min(least, clock) : clock;
    most = std::max(most, clock);
  }
  return most > 1.005 * least;
}

}  // namespace

double clock_of(const Archive& archive) {
  std::vector<double> clocks;
  for (const Ceiling& ceiling : archive.ceilings) {
    if (ceiling.clock_hz > 0) clocks.push_back(ceiling.clock_hz);
  }
  return median(clocks);
}

std::vector<Setting> differing_settings(const std::vector<const Archive*>& archives) {
  std::vector<Settings> all;
  std::set<std::string> rest;
  for (const Archive* archive : archives) {
    all.push_back(settings_of(*archive));
    for (const auto& [name, value] : all.back()) rest.insert(name);
  }
  std::vector<std::string> names;
  for (const char* first : kFirst) {
    if (rest.erase(first) > 0) names.emplace_back(first);
  }
  names.insert(names.end(), rest.begin(), rest.end());
  std::vector<Setting> differing;
  for (const std::string& name : names) {
    Setting setting{name, {}};
    for (Settings& settings : all) setting.values.push_back(settings[name]);
    const bool same = std::all_of(setting.values.begin(), setting.values.end(),
                                  [&](const auto& value) { return value == setting.values[0]; });
    if (same || (name == "clock" && !clocks_differ(archives))) continue;
    differing.push_back(std::move(setting));
  }
  return differing;
}

}  // namespace ridgeline::ceilings
