// See roofline.hpp.
#include "ceilings/roofline.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "ceilings/archive/ids.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

bool is_line(const Ceiling& ceiling) {
  return (ceiling.kind == "bandwidth" || ceiling.kind == "compute") && ceiling.value > 0 &&
         !is_failed(ceiling);
}

std::vector<Ceiling> lines_of(const Archive& archive) {
  std::vector<Ceiling> lines;
  for (const Ceiling& ceiling : archive.ceilings) {
    if (!is_line(ceiling)) continue;
    Ceiling& line = lines.emplace_back(ceiling);
    complete_from_id(line);  // archives made by hand may have no more
    if (line.scope == "chip" && line.units <= 1) line.units = archive.device.units;
  }
  return lines;
}

// Scopes in the order of their first line, with the number of lines.
std::vector<std::pair<std::string, int>> scopes_of(const std::vector<Ceiling>& lines) {
  std::vector<std::pair<std::string, int>> scopes;
  for (const Ceiling& line : lines) {
    const auto found = std::find_if(scopes.begin(), scopes.end(),
                                    [&](const auto& scope) { return scope.first == line.scope; });
    if (found == scopes.end()) {
      scopes.emplace_back(line.scope, 1);
    } else {
      ++found->second;
    }
  }
  return scopes;
}

std::string chosen_scope(const std::vector<Ceiling>& lines, const std::string& wanted) {
  const auto scopes = scopes_of(lines);
  const auto has = [&](const std::string& name) {
    return std::any_of(scopes.begin(), scopes.end(),
                       [&](const auto& scope) { return scope.first == name; });
  };
  if (!wanted.empty()) {
    if (has(wanted)) return wanted;
    std::string list;
    for (const auto& [name, count] : scopes) list += (list.empty() ? "" : ", ") + name;
    throw UsageError("the archive has no ceilings of the scope '" + wanted + "'; it has " +
                     (list.empty() ? "none of any" : list));
  }
  for (const char* whole : {"chip", "all"}) {
    if (has(whole)) return whole;
  }
  const auto most = std::max_element(
      scopes.begin(), scopes.end(),
      [](const auto& left, const auto& right) { return left.second < right.second; });
  return most == scopes.end() ? "" : most->first;
}

// How many times as much as the ceiling's own units the whole device does.
double scale_of(const Ceiling& ceiling, const std::string& scope, const Archive& archive) {
  if (ceiling.scope == scope || ceiling.scope != "sm") return 1;
  return static_cast<double>(std::max(1, archive.device.units)) /
         static_cast<double>(std::max(1, ceiling.units));
}

Line line_of(const Ceiling& ceiling, double scale) {
  Line line;
  line.ceiling = &ceiling;
  line.value = ceiling.value * scale;
  line.traffic = (ceiling.traffic > 0 ? ceiling.traffic : ceiling.value) * scale;
  const bool interval = ceiling.low > 0 && ceiling.high >= ceiling.low;
  line.low = interval ? ceiling.low * scale : line.value;
  line.high = interval ? ceiling.high * scale : line.value;
  return line;
}

// Nearest first; levels that are none of these stand behind, in the archive's order.
std::size_t distance_of(const std::string& level) {
  static constexpr std::array<const char*, 6> kOrder{"L1", "shared", "L2", "L3", "HBM", "DRAM"};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), level) - kOrder.begin());
}

// Lines of one SM stand in where the chip's roofline has none of their level.
std::vector<const Ceiling*> members(const std::vector<Ceiling>& lines, const std::string& scope) {
  std::vector<const Ceiling*> found;
  for (const Ceiling& line : lines) {
    if (line.scope == scope) found.push_back(&line);
  }
  if (scope != "chip") return found;
  const std::vector<const Ceiling*> whole = found;
  for (const Ceiling& line : lines) {
    if (line.kind != "bandwidth" || line.scope != "sm") continue;
    const bool beside = std::any_of(whole.begin(), whole.end(), [&](const Ceiling* other) {
      return other->kind == "bandwidth" && level_name(*other) == level_name(line);
    });
    if (!beside) found.push_back(&line);
  }
  return found;
}

void sort_lines(Roofline& roofline) {
  std::map<std::string, std::size_t> precisions;
  for (const Line& line : roofline.computes) {
    precisions.try_emplace(precision_name(*line.ceiling), precisions.size());
  }
  const auto level = [](const Line& line) {  // of variants "near" comes before "far"
    const std::string& node = line.ceiling->node;
    return std::tuple(distance_of(line.ceiling->level), node != "near", node);
  };
  std::stable_sort(roofline.bandwidths.begin(), roofline.bandwidths.end(),
                   [&](const Line& a, const Line& b) {
                     return level(a) != level(b) ? level(a) < level(b) : a.value > b.value;
                   });
  std::stable_sort(roofline.computes.begin(), roofline.computes.end(),
                   [&](const Line& a, const Line& b) {
                     const std::size_t left = precisions.at(precision_name(*a.ceiling));
                     const std::size_t right = precisions.at(precision_name(*b.ceiling));
                     return left != right ? left < right : a.value > b.value;
                   });
}

}  // namespace

std::string level_name(const Ceiling& ceiling) {
  return ceiling.node.empty() ? ceiling.level : ceiling.level + "@" + ceiling.node;
}

void complete_from_id(Ceiling& ceiling) {
  const Id id = parse_id(ceiling.id);
  for (const auto& [field, part] : {std::pair{&Ceiling::level, &Id::level},
                                    {&Ceiling::node, &Id::node},
                                    {&Ceiling::scope, &Id::scope},
                                    {&Ceiling::mix, &Id::mix},
                                    {&Ceiling::precision, &Id::precision},
                                    {&Ceiling::accumulate, &Id::accumulate},
                                    {&Ceiling::path, &Id::path}}) {
    if ((ceiling.*field).empty()) ceiling.*field = id.*part;
  }
}

std::string precision_name(const Ceiling& ceiling) {
  return ceiling.accumulate.empty() ? ceiling.precision
                                    : ceiling.precision + "->" + ceiling.accumulate;
}

bool is_floating(const std::string& precision) {
  return precision.starts_with("fp") || precision.starts_with("bf") ||
         precision.starts_with("tf") || precision.starts_with("mxf") ||
         precision.starts_with("nvf");
}

bool is_matrix_path(const std::string& path) {
  static constexpr std::array<const char*, 7> kWays{"mma",  "wgmma",  "tcgen05", "amx",
                                                    "gemm", "cublas", "tensor"};
  return std::any_of(kWays.begin(), kWays.end(),
                     [&](const char* way) { return path.starts_with(way); });
}

Roofline roofline_of(const Archive& archive, const std::string& scope) {
  Roofline roofline;
  roofline.ceilings = std::make_shared<const std::vector<Ceiling>>(lines_of(archive));
  roofline.scope = chosen_scope(*roofline.ceilings, scope);
  for (const Ceiling* ceiling : members(*roofline.ceilings, roofline.scope)) {
    const Line line = line_of(*ceiling, scale_of(*ceiling, roofline.scope, archive));
    (ceiling->kind == "bandwidth" ? roofline.bandwidths : roofline.computes).push_back(line);
  }
  sort_lines(roofline);
  return roofline;
}

std::vector<std::string> level_names(const Roofline& roofline) {
  std::vector<std::string> names;
  for (const Line& line : roofline.bandwidths) {
    const std::string name = level_name(*line.ceiling);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> precision_names(const Roofline& roofline) {
  std::vector<std::string> names;
  for (const Line& line : roofline.computes) {
    const std::string name = precision_name(*line.ceiling);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace ridgeline
