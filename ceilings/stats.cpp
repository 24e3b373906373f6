// Order statistics of repetitions, and a test for throttling.
#include "ceilings/stats.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace ridgeline {
namespace {

// Trends are believed where chance makes them in less than this part of series.
constexpr double kTrendChance = 0.01;
// Short series can't reach that by ranks alone (five values fall strictly once in 120 series):
// there a weaker rank test suffices where a straight line passes Student's test at kTrendChance.
constexpr double kWeakTrendChance = 0.05;
constexpr double kTrendFall = 0.03;  // smaller falls are noise that nobody has to know of
// Student's t, one-sided 1 %, for 2 to 5 degrees of freedom (4 to 7 values).
constexpr std::array<double, 4> kStudent{6.965, 4.541, 3.747, 3.365};

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

double sorted_quantile(const std::vector<double>& values, double q) {
  if (values.empty()) return 0;
  const double rank = std::clamp(q, 0.0, 1.0) * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double part = rank - static_cast<double>(below);
  return values[below] + part * (values[above] - values[below]);
}

// How many values to leave out at each end so that the rest still covers the median with at least
// 95 %: the binomial distribution of how many of n values lie below it.
std::size_t interval_margin(std::size_t count) {
  double probability = std::pow(0.5, static_cast<double>(count));  // of none below
  double tail = probability;
  std::size_t margin = 0;
  while (margin + 1 < (count + 1) / 2) {
    probability *= static_cast<double>(count - margin) / static_cast<double>(margin + 1);
    if (probability == 0 || 2 * (tail + probability) > 0.05) break;
    tail += probability;
    ++margin;
  }
  return margin;
}

// The same from the normal approximation, for counts whose binomials leave the range of a double.
std::size_t large_interval_margin(std::size_t count) {
  const double n = static_cast<double>(count);
  return static_cast<std::size_t>(std::floor((n - 1.96 * std::sqrt(n)) / 2) - 1);
}

// Probability that a random order of n different values has at most `rising` rising pairs.
double chance_of_rising_pairs(std::size_t n, double rising) {
  const auto most = static_cast<std::size_t>(rising);
  std::vector<double> distribution(most + 1, 0);  // share of orders, by their rising pairs
  distribution[0] = 1;
  for (std::size_t placed = 1; placed < n; ++placed) {
    std::vector<double> next(most + 1, 0);
    for (std::size_t pairs = 0; pairs <= most; ++pairs) {
      for (std::size_t added = 0; added <= std::min(placed, pairs); ++added) {
        next[pairs] += distribution[pairs - added] / static_cast<double>(placed + 1);
      }
    }
    distribution = std::move(next);
  }
  double sum = 0;
  for (double share : distribution) sum += share;
  return sum;
}

// Mann-Kendall: the chance of so few rising pairs without a trend; a tie counts as half a rise,
// rounded up (which only ever raises the chance).
double chance_of_fall(std::span<const double> rates) {
  double rising = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    for (std::size_t j = i + 1; j < rates.size(); ++j) {
      if (rates[j] > rates[i]) rising += 1;
      if (rates[j] == rates[i]) rising += 0.5;
    }
  }
  const double n = static_cast<double>(rates.size());
  const double pairs = n * (n - 1) / 2;
  rising = std::ceil(rising);
  if (rising >= pairs / 2) return 1;
  if (rates.size() <= 30) return chance_of_rising_pairs(rates.size(), rising);
  const double deviation = std::sqrt(n * (n - 1) * (2 * n + 5) / 18);
  const double z = (pairs - 2 * rising - 1) / deviation;  // with the continuity correction
  return 0.5 * std::erfc(z / std::sqrt(2.0));
}

// Student's statistic of the falling slope of a straight line through the values.
double fall_statistic(std::span<const double> rates) {
  const double n = static_cast<double>(rates.size());
  double mean = 0;
  for (double rate : rates) mean += rate / n;
  double sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double x = static_cast<double>(i) - (n - 1) / 2;
    sxx += x * x;
    sxy += x * (rates[i] - mean);
    syy += (rates[i] - mean) * (rates[i] - mean);
  }
  const double residue = std::max(syy - sxy * sxy / sxx, 1e-30 * syy);
  return residue > 0 ? -sxy / std::sqrt(residue / (n - 2) * sxx) : 0;
}

bool significant_fall(std::span<const double> rates) {
  const double chance = chance_of_fall(rates);
  if (chance < kTrendChance) return true;
  const std::size_t freedom = rates.size() - 2;
  if (chance >= kWeakTrendChance || freedom < 2 || freedom - 2 >= kStudent.size()) return false;
  return fall_statistic(rates) > kStudent[freedom - 2];
}

}  // namespace

double median(std::span<const double> values) { return sorted_quantile(sorted(values), 0.5); }

double quantile(std::span<const double> values, double q) {
  return sorted_quantile(sorted(values), q);
}

Summary summarize(std::span<const double> rates) {
  Summary summary;
  if (rates.empty()) return summary;
  const std::vector<double> ordered = sorted(rates);
  const std::size_t count = ordered.size();
  const std::size_t margin = count <= 1000 ? interval_margin(count) : large_interval_margin(count);
  summary.count = static_cast<int>(count);
  summary.median = sorted_quantile(ordered, 0.5);
  summary.best = ordered.back();
  summary.worst = ordered.front();
  if (summary.median > 0) summary.spread = (summary.best - summary.worst) / summary.median;
  summary.low = ordered[margin];
  summary.high = ordered[count - 1 - margin];
  return summary;
}

bool falling_trend(std::span<const double> rates) {
  if (rates.size() < 4) return false;  // three values fall by chance once in six series
  const std::size_t third = (rates.size() + 1) / 3;
  const double before = median(rates.first(third));
  const double after = median(rates.last(third));
  return after < (1 - kTrendFall) * before && significant_fall(rates);
}

}  // namespace ridgeline
