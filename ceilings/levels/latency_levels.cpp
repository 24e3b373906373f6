// Plateaus of latency, beside those of bandwidth.
#include "ceilings/levels/latency_levels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "ceilings/levels/plateaus.hpp"
#include "ceilings/samples/series.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr double kDistinct = 1.3;  // of two levels' latencies, as of their bandwidths
constexpr double kSameKnee = 2;    // knees of latency and bandwidth; partial hits take an octave
constexpr double kWellBeyond = 4;  // how far a sweep has to go to have seen a knee

// Plateaus of loads a second: latency rises as a bandwidth falls.
std::vector<Plateau> latency_plateaus(const Archive& archive, const std::string& scope) {
  std::map<std::uint64_t, std::vector<double>> rates;
  for (const Sample& sample : archive.samples) {
    if (sample.stage != Stage::explore || !is_latency(sample) || sample.scope != scope) continue;
    if (sample.status != Status::ok || sample.working_set == 0) continue;
    for (const double seconds : series_of(sample).values) {
      rates[sample.working_set].push_back(1 / seconds);
    }
  }
  return plateaus_of(rates);
}

double distance(std::uint64_t a, std::uint64_t b) {
  return std::abs(std::log2(static_cast<double>(a) / static_cast<double>(b)));
}

void add_knee(Level& level, const std::vector<Plateau>& plateaus) {
  if (level.knee == 0 || plateaus.empty()) return;
  const Plateau* best = nullptr;
  for (const Plateau& plateau : plateaus) {
    if (&plateau == &plateaus.back()) break;  // the last one has no end
    const bool nearer =
        best == nullptr || distance(plateau.last, level.knee) < distance(best->last, level.knee);
    if (nearer) best = &plateau;
  }
  if (best != nullptr && distance(best->last, level.knee) <= std::log2(kSameKnee)) {
    level.latency_knee = best->last;
    return;
  }
  const auto end = static_cast<double>(plateaus.back().last);
  if (end < kWellBeyond * static_cast<double>(level.knee)) return;
  level.notes.push_back("dependent loads show no knee near " + format_bytes(level.knee));
}

}  // namespace

void add_latency_knees(std::vector<Level>& levels, const Archive& archive) {
  std::map<std::string, std::vector<Plateau>> by_scope;
  for (Level& level : levels) {
    if (!level.domain.empty()) continue;
    const auto [at, is_new] = by_scope.try_emplace(level.scope);
    if (is_new) at->second = latency_plateaus(archive, level.scope);
    add_knee(level, at->second);
  }
}

void add_latencies(std::vector<Level>& levels, const std::vector<Ceiling>& ceilings) {
  const Level* before = nullptr;
  for (Level& level : levels) {
    for (const Ceiling& c : ceilings) {
      // A GPU's levels are swept by the whole chip and chased by one SM of it.
      const bool scope = c.scope == level.scope || (c.scope == "sm" && level.scope == "chip");
      const bool here = c.kind == "latency" && c.level == level.name && c.node == level.variant &&
                        scope && c.role == "primary";
      if (here) level.latency = c.value;
    }
    const bool neighbours = before != nullptr && before->scope == level.scope &&
                            before->domain == level.domain && before->latency > 0 &&
                            level.latency > 0;
    if (neighbours && level.latency < kDistinct * before->latency) {
      level.notes.push_back("dependent loads do not tell it from " + before->name + " (" +
                            format_seconds(before->latency) + " and " +
                            format_seconds(level.latency) + ")");
    }
    before = &level;
  }
}

}  // namespace ridgeline::ceilings
