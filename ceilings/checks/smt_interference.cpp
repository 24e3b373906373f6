// Additions a cycle to disturbed and undisturbed repetitions.
#include "ceilings/checks/smt_interference.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "ceilings/stats.hpp"

namespace ridgeline::ceilings {
namespace {

// Undisturbed readings scatter by 1 to 2 %, a busy neighbour takes 5 to 45 % (seen on Raptor Cove).
constexpr double kUndisturbed = 0.95;
constexpr double kExceeded = 0.98;  // quantile
constexpr std::size_t kEnough = 20;
// A search only locates, and one undisturbed reading says more than any number of disturbed ones,
// which would look like a level of their own.
constexpr std::ptrdiff_t kLeastLeftSearch = 1;

bool is_core(const std::string& scope) { return scope == "core" || scope.starts_with("core."); }

std::map<std::string, double> widths_by_kind(const Archive& archive) {
  std::map<std::string, std::vector<double>> all;
  for (const Sample& sample : archive.samples) {
    if (!is_core(sample.scope)) continue;
    for (const Repetition& each : sample.repetitions) {
      if (each.width > 0) all[sample.scope].push_back(each.width);
    }
  }
  std::map<std::string, double> full;
  for (const auto& [scope, widths] : all) {
    const double width = full_width(widths);
    if (width > 0) full[scope] = width;
  }
  return full;
}

// Of several kinds together the narrowest counts, since the least width of all threads is kept.
double width_of(const std::map<std::string, double>& full, const std::string& scope) {
  const auto own = full.find(scope);
  if (own != full.end()) return own->second;
  if (is_core(scope) || full.empty()) return 0;
  return std::min_element(full.begin(), full.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->second;
}

}  // namespace

bool is_disturbed(const Repetition& repetition, double full_width) {
  return repetition.width > 0 && repetition.width < kUndisturbed * full_width;
}

double full_width(std::span<const double> widths) {
  return widths.size() < kEnough ? 0 : quantile(widths, kExceeded);
}

void set_disturbed_aside(Archive& archive) {
  const std::map<std::string, double> full = widths_by_kind(archive);
  for (Sample& sample : archive.samples) {
    const double width = width_of(full, sample.scope);
    const auto disturbed = [width](const Repetition& each) { return is_disturbed(each, width); };
    const std::ptrdiff_t all = std::ssize(sample.repetitions);
    const std::ptrdiff_t count = std::ranges::count_if(sample.repetitions, disturbed);
    if (count == 0) continue;
    if (all - count >= (sample.stage == Stage::explore ? kLeastLeftSearch : kLeastUndisturbed)) {
      std::erase_if(sample.repetitions, disturbed);
      sample.reason = std::to_string(count) + " of " + std::to_string(all) +
                      " repetitions: set aside, since something else used the core";
      continue;
    }
    for (Repetition& each : sample.repetitions) {
      if (disturbed(each)) each.flags.push_back(Flag::shared_core);
    }
  }
}

}  // namespace ridgeline::ceilings
