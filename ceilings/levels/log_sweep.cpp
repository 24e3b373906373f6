// Prepares a sweep for the search for plateaus.
#include "ceilings/levels/log_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

#include "ceilings/stats.hpp"

namespace ridgeline::ceilings {
namespace {

// Smooth curves bend by as much as the lower bound inside a level; no sweep worth reading has more
// noise in its medians than the upper one.
constexpr double kLeastNoise = 0.015, kMostNoise = 0.04;
constexpr double kDeviations = 1.4826;  // standard deviation over median absolute deviation, normal

}  // namespace

double noise_from(std::vector<double> deviations) {
  for (double& deviation : deviations) deviation = std::abs(deviation);
  return std::clamp(kDeviations * median(deviations), kLeastNoise, kMostNoise);
}

LogSweep log_sweep(std::span<const SweepPoint> sweep) {
  std::map<std::uint64_t, std::vector<double>> by_size;
  for (const SweepPoint& point : sweep) {
    if (point.working_set > 0 && point.bandwidth > 0) {
      by_size[point.working_set].push_back(point.bandwidth);
    }
  }
  LogSweep curve;
  for (const auto& [size, rates] : by_size) {
    curve.size.push_back(size);
    curve.bandwidth.push_back(median(rates));
    curve.octave.push_back(std::log2(static_cast<double>(size)));
    curve.rate.push_back(std::log(curve.bandwidth.back()));
  }
  // What a point differs from the mean of its neighbours has 1.5 x the variance of the noise. On
  // steep parts it is larger, but they are the minority.
  std::vector<double> bends;
  for (std::size_t k = 1; k + 1 < curve.rate.size(); ++k) {
    const double mean = (curve.rate[k - 1] + curve.rate[k + 1]) / 2;
    bends.push_back((curve.rate[k] - mean) / std::sqrt(1.5));
  }
  curve.noise = noise_from(std::move(bends));
  return curve;
}

LogSweep without_dips(const LogSweep& sweep) {
  LogSweep lifted = sweep;
  const std::vector<double>& rate = sweep.rate;
  double reached = -std::numeric_limits<double>::infinity();
  for (std::size_t k = rate.size(); k-- > 0;) {
    // Three neighbours must reach it, so that noise doesn't count.
    if (k + 3 < rate.size()) {
      reached = std::max(reached, std::min({rate[k + 1], rate[k + 2], rate[k + 3]}));
    }
    lifted.rate[k] = std::max(rate[k], reached);
  }
  return lifted;
}

}  // namespace ridgeline::ceilings
