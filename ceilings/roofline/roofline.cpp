// See roofline.hpp.
#include "ceilings/roofline.hpp"
#include "ceilings/archive/level_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "ceilings/archive/ids.hpp"
#include "ceilings/checks/quality.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/paths.hpp"

namespace ridgeline::ceilings {
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
    return std::tuple(level_rank(line.ceiling->level), node != "near", node);
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

// Ceilings of exactly that name, or else of any variant ("L2" of "L2@near") or accumulator ("fp16"
// of "fp16->fp32").
auto of_level(const Roofline& roofline, const std::string& level) {
  const bool exact =
      std::any_of(roofline.bandwidths.begin(), roofline.bandwidths.end(),
                  [&](const Line& line) { return level_name(*line.ceiling) == level; });
  return [exact, level](const Ceiling& ceiling) {
    return exact ? level_name(ceiling) == level : ceiling.level == level;
  };
}

auto of_precision(const Roofline& roofline, const std::string& precision) {
  const bool exact =
      std::any_of(roofline.computes.begin(), roofline.computes.end(),
                  [&](const Line& line) { return precision_name(*line.ceiling) == precision; });
  return [exact, precision](const Ceiling& ceiling) {
    return exact ? precision_name(ceiling) == precision : ceiling.precision == precision;
  };
}

// Of the lines that fit: the highest that the archive marks; else the highest primary one; else the
// highest. Constant operands are marked as secondary, so that they never win.
template <typename Fits>
const Line* highest(const std::vector<Line>& lines, bool Ceiling::*mark, const Fits& fits) {
  const Line* best = nullptr;
  int best_standing = 0;
  for (const Line& line : lines) {
    if (!fits(*line.ceiling)) continue;
    const bool sound = !has_flag(*line.ceiling, Flag::cache_resident);
    const int standing =
        line.ceiling->*mark ? 4 : (line.ceiling->role == "primary" ? 2 : 0) + (sound ? 1 : 0);
    const bool better = best == nullptr || standing > best_standing ||
                        (standing == best_standing && line.value > best->value);
    if (better) best = &line, best_standing = standing;
  }
  return best;
}

template <typename Names>
[[noreturn]] void missing(const char* what, const std::string& wanted, const Names& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  throw UsageError("this roofline has no " + std::string(what) + " '" + wanted + "'; it has " +
                   (list.empty() ? "none" : list));
}

const Line* highest_floating(const Roofline& roofline) {
  return highest(roofline.computes, &Ceiling::roof,
                 [](const Ceiling& ceiling) { return is_floating(ceiling.precision); });
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

bool is_matrix_path(const std::string& path) { return tensor_path_of(path) != nullptr; }

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

const Line* bandwidth_roof(const Roofline& roofline, const std::string& level) {
  return highest(roofline.bandwidths, &Ceiling::roof, of_level(roofline, level));
}

const Line* compute_roof(const Roofline& roofline, const std::string& precision) {
  return highest(roofline.computes, &Ceiling::roof, of_precision(roofline, precision));
}

const Line* bandwidth_reference(const Roofline& roofline, const std::string& level) {
  const auto fits = of_level(roofline, level);
  const Line* line = highest(roofline.bandwidths, &Ceiling::reference,
                             [&](const Ceiling& c) { return c.reference && fits(c); });
  return line != nullptr ? line : bandwidth_roof(roofline, level);
}

const Line* compute_reference(const Roofline& roofline, const std::string& precision) {
  const auto fits = of_precision(roofline, precision);
  const Line* line = highest(roofline.computes, &Ceiling::reference,
                             [&](const Ceiling& c) { return c.reference && fits(c); });
  return line != nullptr ? line : compute_roof(roofline, precision);
}

Attainable attainable(const Roofline& roofline, double intensity, const std::string& level,
                      const std::string& precision) {
  if (!std::isfinite(intensity) || intensity <= 0) {
    throw UsageError("an arithmetic intensity must be a number above 0 FLOP/B, not " +
                     std::to_string(intensity));
  }
  Attainable answer;
  answer.bandwidth = bandwidth_roof(roofline, level);
  if (answer.bandwidth == nullptr) missing("memory level", level, level_names(roofline));
  answer.compute =
      precision.empty() ? highest_floating(roofline) : compute_roof(roofline, precision);
  if (answer.compute == nullptr) missing("precision", precision, precision_names(roofline));
  const double slanted = answer.bandwidth->value * intensity;
  answer.memory_bound = slanted < answer.compute->value;
  answer.rate = std::min(slanted, answer.compute->value);
  answer.ridge = answer.compute->value / answer.bandwidth->value;
  return answer;
}

}  // namespace ridgeline::ceilings
