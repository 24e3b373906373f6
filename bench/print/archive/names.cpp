// See names.hpp.
#include "bench/print/archive/names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "ceilings/roofline.hpp"
#include "ceilings/text/text.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {

std::string mix_text(const std::string& mix, const std::string& path) {
  if (mix == "1:0") return "read";
  if (mix == "nt") return "non-temporal write";
  const bool streaming = path.starts_with("nt-");
  const std::string operation = streaming ? path.substr(3) : path;
  const std::string prefix = streaming ? "non-temporal " : "";
  if (operation.starts_with("triad")) return prefix + "triad";
  if (operation.starts_with("copy")) return prefix + "copy";
  for (const char* own : {"scale", "add"}) {  // a GPU's
    if (operation == own) return own;
  }
  if (mix == "0:1") return prefix + "write";
  if (mix == "1:1") return "update";
  return operation.starts_with("update") ? mix + " update" : mix;
}

std::string ceiling_text(const ceilings::Ceiling& ceiling) {
  std::string path = ceiling.path;
  if (ceiling.kind == "bandwidth") {
    // The path's first word is said by the operation already: "nt-copy-avx2" leaves "avx2".
    for (const char* said : {"nt-", "copy-", "update-", "triad-", "write-"}) {
      if (path.starts_with(said)) path.erase(0, std::string(said).size());
    }
    const std::string operation = mix_text(ceiling.mix, ceiling.path);
    if (path == operation) path.clear();  // "copy", "triad": paths of GPUs
    return ceilings::level_name(ceiling) + " " + operation + (path.empty() ? "" : ", " + path);
  }
  path = path.empty() ? "" : ", " + path;
  if (ceiling.kind == "latency") return ceilings::level_name(ceiling) + " latency" + path;
  if (ceiling.kind == "compute") {
    return ceiling.precision + (ceiling.accumulate.empty() ? "" : "->" + ceiling.accumulate) + path;
  }
  // "link/host-device/copy-engine": "host-device, copy-engine"
  const std::size_t first = ceiling.id.find('/'), last = ceiling.id.rfind('/');
  if (ceiling.kind != "link" || first == last) return ceiling.id;
  return ceiling.id.substr(first + 1, last - first - 1) + ", " + ceiling.id.substr(last + 1);
}

std::string flag_names(const std::vector<ceilings::Flag>& flags, const std::string& separator) {
  std::vector<std::string> names;
  for (const ceilings::Flag flag : flags) names.emplace_back(ceilings::flag_name(flag));
  return joined(names, separator);
}

std::string units_text(const std::string& scope, int units, const ceilings::DeviceRecord& device) {
  if (units == 0) return "all units";  // of a chip whose units nobody counted
  // On a CPU one thread runs on each core used, and threads are what users count.
  const std::string noun = device.kind == "cpu" ? "thread" : device.unit_name;
  const std::string text = counted(static_cast<std::size_t>(std::max(0, units)), noun);
  const bool usual =
      scope.empty() || scope == "core" || scope == "all" || scope == "sm" || scope == "chip";
  return usual ? text : text + " (" + scope + ")";
}

std::string plain_text(double value) {
  std::array<char, 32> text{};
  // Four significant digits, with no exponent for anything that a ridge or a cycle's work can be.
  const int decimals = value >= 1000 ? 0 : value >= 100 ? 1 : value >= 1 ? 2 : 4;
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

std::string value_text(double value, const std::string& unit) {
  return unit == "s" ? format_seconds(value) : format_rate(value, unit);
}

const ceilings::Ceiling* find_ceiling(const ceilings::Archive& archive, const std::string& id) {
  const auto found = std::find_if(archive.ceilings.begin(), archive.ceilings.end(),
                                  [&](const ceilings::Ceiling& c) { return c.id == id; });
  return found == archive.ceilings.end() ? nullptr : &*found;
}

std::vector<const ceilings::Sample*> evidence_of(const ceilings::Ceiling& ceiling,
                                                 const ceilings::Archive& archive) {
  std::vector<const ceilings::Sample*> found;
  for (const ceilings::Sample& sample : archive.samples) {
    const bool named = std::find(ceiling.evidence.begin(), ceiling.evidence.end(), sample.name) !=
                       ceiling.evidence.end();
    if (named && sample.stage == ceilings::Stage::confirm) found.push_back(&sample);
  }
  return found;
}

std::string working_sets_text(const std::vector<const ceilings::Sample*>& samples) {
  std::uint64_t least = 0, most = 0;
  for (const ceilings::Sample* sample : samples) {
    if (sample->family == "compute" || sample->working_set == 0) continue;
    least = least == 0 ? sample->working_set : std::min(least, sample->working_set);
    most = std::max(most, sample->working_set);
  }
  if (most == 0) return "";
  return format_bytes(least) + (least == most ? "" : " to " + format_bytes(most));
}

}  // namespace ridgeline::bench
