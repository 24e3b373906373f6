// What a kernel can attain under a roofline, and which lines are its roofs. See roofline.hpp.
#include <algorithm>
#include <cmath>

#include "ceilings/checks/quality.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline {
namespace {

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

}  // namespace ridgeline
