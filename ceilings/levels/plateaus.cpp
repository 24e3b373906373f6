// The staircase of a sweep, each stair's knee located, and its bandwidth.
#include "ceilings/levels/plateaus.hpp"

#include <algorithm>
#include <cmath>

#include "ceilings/levels/knee.hpp"
#include "ceilings/levels/log_sweep.hpp"
#include "ceilings/levels/staircase.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline::ceilings {
namespace {

// A point counts as still on the plateau if it lies no further above the capacity found than this
// share of a grid step, which is as close as capacities are found where levels differ little, ...
constexpr double kKneeTolerance = 0.2;
// ... and if not more than this share of its accesses miss, by a fall that noise does not make.
constexpr double kMostMissing = 0.2;
constexpr double kSureFall = 4;  // standard deviations
// A plateau's bandwidth is that of its inner sizes (where ceilings are measured too). Of the last
// plateau it is that of the largest two octaves: smaller sets in memory may be helped by caches,
// or by written data that rests in one (a fill of 16 MB that shows 2.05 TB/s, of 256 MB 1.69).
constexpr double kInnerFrom = 1.0 / 8, kInnerTo = 3.0 / 4;
constexpr double kMemoryPart = 1.0 / 4;
// Sizes below this share of the bandwidth still belong to the way up to the plateau.
constexpr double kOnPlateau = 0.9;

// Noise from what points differ from the stairs they are on, free of the steep parts, and from what
// was estimated before.
double noise_around(const LogSweep& curve, const std::vector<Stair>& stairs) {
  std::vector<double> all;
  for (const Stair& stair : stairs) {
    std::vector<double> deviations;
    for (std::size_t k = stair.first; k <= stair.last; ++k) {
      deviations.push_back(curve.rate[k] - stair.level[k - stair.first]);
    }
    const double middle = median(deviations);
    for (const double deviation : deviations) all.push_back(deviation - middle);
  }
  constexpr std::size_t kEnough = 8;
  if (all.size() < kEnough) return curve.noise;
  // Each alone is uncertain by a quarter, and too little noise finds plateaus rough.
  return (curve.noise + noise_from(std::move(all))) / 2;
}

// Index of the largest point that is still on a plateau with that knee.
std::size_t last_point(const LogSweep& curve, const Knee& knee, const Stair& stair,
                       const Stair& next) {
  std::size_t last = stair.first;
  while (last + 1 < next.first) {
    const double step = curve.octave[last + 1] - curve.octave[last];
    if (curve.octave[last + 1] > knee.octave + kKneeTolerance * step) break;
    ++last;
  }
  // Share of accesses that miss, from the times; a point below its successor is an outlier.
  const double above = stair.level.back();
  const auto missing = [&](std::size_t k) {
    const double rate = std::max(curve.rate[k], curve.rate[k + 1]);
    if (rate >= above - kSureFall * curve.noise) return 0.0;
    return std::expm1(above - rate) / std::expm1(above - next.level.front());
  };
  while (last > stair.first && missing(last) > kMostMissing) --last;
  return last;
}

// Median rate of the points [first, last] from `low` to `high` octaves; of all if there are none.
double bandwidth_of(const LogSweep& curve, std::size_t first, std::size_t last, double low,
                    double high) {
  std::vector<double> inner, all;
  for (std::size_t k = first; k <= last; ++k) {
    all.push_back(curve.bandwidth[k]);
    if (curve.octave[k] >= low && curve.octave[k] <= high) inner.push_back(all.back());
  }
  return median(inner.empty() ? all : inner);
}

Plateau plateau_of(const LogSweep& curve, std::size_t first, std::size_t last, bool open_ended) {
  const double end = curve.octave[last];
  const double low = end + std::log2(open_ended ? kMemoryPart : kInnerFrom);
  const double high = open_ended ? end : end + std::log2(kInnerTo);
  const double bandwidth = bandwidth_of(curve, first, last, low, high);
  while (first < last && curve.bandwidth[first] < kOnPlateau * bandwidth) ++first;
  return {curve.size[first], curve.size[last], bandwidth};
}

}  // namespace

std::vector<Plateau> find_plateaus(std::span<const SweepPoint> sweep) {
  LogSweep curve = log_sweep(sweep);
  if (curve.rate.empty()) return {};
  LogSweep lifted = without_dips(curve);
  curve.noise = lifted.noise = noise_around(curve, find_stairs(lifted));
  const std::vector<Stair> stairs = find_stairs(lifted);
  std::vector<Plateau> plateaus;
  for (std::size_t i = 0; i < stairs.size(); ++i) {
    const bool open_ended = i + 1 == stairs.size();
    const std::size_t last = open_ended
                                 ? stairs[i].last
                                 : last_point(curve, locate_knee(curve, stairs[i], stairs[i + 1]),
                                              stairs[i], stairs[i + 1]);
    plateaus.push_back(plateau_of(curve, stairs[i].first, last, open_ended));
  }
  return plateaus;
}

std::vector<Plateau> plateaus_of(const std::map<std::uint64_t, std::vector<double>>& rates) {
  std::vector<SweepPoint> points;
  for (const auto& [size, values] : rates) {
    const Summary summary = summarize(values);
    points.push_back({size, summary.median, summary.spread});
  }
  return find_plateaus(points);
}

}  // namespace ridgeline::ceilings
