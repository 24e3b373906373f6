// find_plateaus: the staircase of a sweep, each stair's knee located, and its bandwidth.
#include <algorithm>
#include <cmath>
#include <map>

#include "ceilings/knee.hpp"
#include "ceilings/levels.hpp"
#include "ceilings/plateau_path.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline {
namespace {

// Bounds for the noise of a median: smooth curves bend by as much as the lower one inside a level,
// and no sweep worth reading has more than the upper one.
constexpr double kLeastNoise = 0.015, kMostNoise = 0.04;
// A point counts as still on the plateau if it lies no further above the capacity found than this
// share of a grid step, which is as close as capacities are found where levels differ little.
constexpr double kKneeTolerance = 0.3;
// Of the largest level only sizes within two octaves of the sweep's end count: smaller ones may be
// helped by caches or by data not yet written back.
constexpr double kMemoryOctaves = 2;

LogSweep log_sweep(std::span<const SweepPoint> sweep) {
  std::map<std::uint64_t, std::vector<double>> by_size;
  for (const SweepPoint& point : sweep) {
    if (point.working_set > 0 && point.bandwidth > 0) {
      by_size[point.working_set].push_back(point.bandwidth);
    }
  }
  LogSweep curve;
  for (const auto& [size, rates] : by_size) {
    curve.octave.push_back(std::log2(static_cast<double>(size)));
    curve.rate.push_back(std::log(median(rates)));
  }
  return curve;
}

// Robust standard deviation of a point around its curve, from what it differs from the mean of its
// neighbours: on steep parts that is larger, but they are the minority.
double noise_of(const std::vector<double>& rate) {
  std::vector<double> bends;
  for (std::size_t k = 1; k + 1 < rate.size(); ++k) {
    bends.push_back(std::abs(rate[k] - (rate[k - 1] + rate[k + 1]) / 2));
  }
  // 1.4826: median deviation to standard deviation; 1.5: variance of such a difference.
  const double noise = 1.4826 * median(bends) / std::sqrt(1.5);
  return std::clamp(noise, kLeastNoise, kMostNoise);
}

// The same from what points differ from the stairs that were found: free of the steep parts.
double noise_around(const LogSweep& curve, const std::vector<Stair>& stairs) {
  std::vector<double> deviations;
  for (const Stair& stair : stairs) {
    for (std::size_t k = stair.first; k <= stair.last; ++k) {
      deviations.push_back(std::abs(curve.rate[k] - stair.level[k - stair.first]));
    }
  }
  if (deviations.size() < 8) return curve.noise;
  return std::clamp(1.4826 * median(deviations), kLeastNoise, kMostNoise);
}

// Index of the largest point that is not above the knee, within `stair` and what follows it.
std::size_t last_point(const LogSweep& curve, const Knee& knee, std::size_t lowest,
                       std::size_t highest) {
  std::size_t last = lowest;
  while (last < highest) {
    const double step = curve.octave[last + 1] - curve.octave[last];
    if (curve.octave[last + 1] > knee.octave + kKneeTolerance * step) break;
    ++last;
  }
  return last;
}

}  // namespace

std::vector<Plateau> find_plateaus(std::span<const SweepPoint> sweep) {
  LogSweep curve = log_sweep(sweep);
  if (curve.rate.empty()) return {};
  curve.noise = noise_of(curve.rate);
  curve.noise = noise_around(curve, find_stairs(curve));
  std::vector<Stair> stairs = find_stairs(curve);
  (void)kMemoryOctaves;
  if (stairs.empty()) stairs.push_back({0, curve.rate.size() - 1, {}});
  std::vector<Plateau> plateaus;
  const auto size_at = [&](std::size_t k) {
    return static_cast<std::uint64_t>(std::llround(std::exp2(curve.octave[k])));
  };
  for (std::size_t i = 0; i < stairs.size(); ++i) {
    std::size_t last = stairs[i].last;
    if (i + 1 < stairs.size()) {
      const Knee knee = locate_knee(curve, stairs[i], stairs[i + 1]);
      last = last_point(curve, knee, stairs[i].first, stairs[i + 1].first - 1);
    }
    std::vector<double> rates;
    for (std::size_t k = stairs[i].first; k <= last; ++k) rates.push_back(std::exp(curve.rate[k]));
    plateaus.push_back({size_at(stairs[i].first), size_at(last), median(rates)});
  }
  return plateaus;
}

}  // namespace ridgeline
