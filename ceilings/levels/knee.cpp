// Fits the transition between two plateaus: up to the capacity C everything hits, from some size on
// nothing does, in between the share of hits falls and the times of hits and misses add up. How it
// falls differs from cache to cache, so several shapes are fitted and C is their mean, each
// weighted by its likelihood.
#include "ceilings/levels/knee.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ridgeline::ceilings {
namespace {

constexpr double kStep = 1.0 / 48;         // octaves, of the search for C
constexpr double kLevelStep = 0.01;        // natural logarithm, of the search for the two levels
constexpr int kLevelSteps = 4;             // to both sides
constexpr int kRounds = 3;                 // of alternating between C and the levels
constexpr double kBefore = 3, kAfter = 2;  // octaves of the plateaus that take part
constexpr double kMostSlope = 0.055;       // natural logarithm per octave, of a plateau
constexpr double kRise = 3;                // standard deviations that are taken for one
constexpr double kSlopeOctaves = 0.9;      // what is needed to measure a slope

// Where the hits begin and cease to fall, in octaves from C, and whether linearly in the size or in
// its logarithm. Strict replacement makes a sharp edge; pseudo-random replacement, hashed sets and
// pages in random places spread it over an octave and let it begin a little early.
// `prior` weighs how common a shape is: for levels that hardly differ, noise leaves it open.
struct TransitionShape {
  double begin, end;
  bool logarithmic;
  double prior;
};
constexpr std::array<TransitionShape, 6> kShapes{{{0, 0, false, 1},
                                                  {0, 0.58, false, 1},
                                                  {0, 1, false, 4},
                                                  {0, 1, true, 4},
                                                  {-0.234, 1, false, 1},
                                                  {-0.12, 0.7, false, 1}}};

struct Window {
  std::size_t begin = 0, end = 0;  // points [begin, end)
};

// A transition being fitted.
struct TransitionFit {
  TransitionShape shape{};
  double octave = 0;            // log2 C
  double above = 0, below = 0;  // log rates
};

double log_rate(const TransitionFit& fit, double octave) {
  const double begin = fit.octave + fit.shape.begin, end = fit.octave + fit.shape.end;
  if (octave <= begin) return fit.above;
  if (octave >= end) return fit.below;
  const double missing = fit.shape.logarithmic
                             ? (octave - begin) / (end - begin)
                             : (std::exp2(octave - begin) - 1) / (std::exp2(end - begin) - 1);
  return fit.above - std::log1p(missing * std::expm1(fit.above - fit.below));
}

double cost(const LogSweep& sweep, const Window& window, const TransitionFit& fit) {
  double sum = 0;
  for (std::size_t k = window.begin; k < window.end; ++k) {
    sum += point_cost((sweep.rate[k] - log_rate(fit, sweep.octave[k])) / sweep.noise);
  }
  return sum;
}

// Sets one number of the fit to the best of from, from + step, ...
void search(const LogSweep& sweep, const Window& window, TransitionFit& fit,
            double TransitionFit::*number, double from, int count, double step) {
  double best = std::numeric_limits<double>::infinity();
  double found = fit.*number;
  for (int i = 0; i < count; ++i) {
    fit.*number = from + step * i;
    const double here = cost(sweep, window, fit);
    if (here < best) {
      best = here;
      found = fit.*number;
    }
  }
  fit.*number = found;
}

// Fall per octave of a plateau, measured on its part that no transition can have touched.
double slope_of(const LogSweep& sweep, const Stair& stair, std::size_t begin, std::size_t end) {
  const double octaves = sweep.octave[end] - sweep.octave[begin];
  if (octaves < kSlopeOctaves) return 0;
  const double fall = stair.level[begin - stair.first] - stair.level[end - stair.first];
  return std::clamp(fall / octaves, 0.0, kMostSlope);
}

// Last point that is really on the plateau: its end may be a low outlier.
std::size_t last_on(const LogSweep& sweep, const Stair& stair) {
  std::size_t last = stair.last;
  while (last > stair.first &&
         sweep.rate[last] < stair.level[last - stair.first] - 3 * sweep.noise) {
    --last;
  }
  return last;
}

// The points of the window with both plateaus' slopes taken out.
LogSweep levelled(const LogSweep& sweep, const Window& window, const Stair& before,
                  const Stair& after) {
  std::size_t calm = before.last;  // last point that is well before the transition
  while (calm > window.begin && sweep.octave[calm] > sweep.octave[before.last] - 0.5) --calm;
  const double fall_before = slope_of(sweep, before, window.begin, calm);
  const double fall_after = slope_of(sweep, after, after.first, window.end - 1);
  LogSweep level = sweep;
  for (std::size_t k = window.begin; k < window.end; ++k) {
    const double ahead = sweep.octave[before.last] - sweep.octave[k];
    const double beyond = sweep.octave[k] - sweep.octave[after.first];
    level.rate[k] += fall_after * std::max(0.0, beyond) - fall_before * std::max(0.0, ahead);
  }
  return level;
}

// A plateau may begin with a rise. Then the curve's lowest stretch between both plateaus, which two
// neighbours reach, is the level that the transition leads to, and all that comes after it counts
// as that level. Returns the level.
double land(LogSweep& sweep, const Stair& before, const Stair& after) {
  const std::size_t on = last_on(sweep, before);
  double floor = after.level.front();
  const double highest = floor - kRise * sweep.noise;
  for (std::size_t k = on + 2; k < after.first; ++k) {
    const double pair = std::max(sweep.rate[k - 1], sweep.rate[k]);
    if (pair < highest) floor = std::min(floor, pair);
  }
  if (floor >= highest) return floor;
  std::size_t landing = on + 1;
  while (sweep.rate[landing] > floor + sweep.noise) ++landing;
  std::fill(sweep.rate.begin() + static_cast<std::ptrdiff_t>(landing), sweep.rate.end(), floor);
  return floor;
}

}  // namespace

Knee locate_knee(const LogSweep& sweep, const Stair& before, const Stair& after) {
  const std::vector<double>& octave = sweep.octave;
  Window window{before.first, after.last + 1};
  while (octave[window.begin] < octave[before.last] - kBefore) ++window.begin;
  while (octave[window.end - 1] > octave[after.first] + kAfter) --window.end;
  LogSweep level = levelled(sweep, window, before, after);
  const double lower = land(level, before, after);
  const double from = std::max(octave[before.first], octave[before.last] - 1);
  const int count = static_cast<int>((octave[after.first] - from) / kStep) + 1;
  std::vector<std::pair<double, double>> candidates;  // log2 C, cost
  for (const TransitionShape& shape : kShapes) {
    const double above = before.level.back(), below = lower;
    TransitionFit fit{shape, octave[before.last], above, below};
    for (int round = 0; round < kRounds; ++round) {
      search(level, window, fit, &TransitionFit::octave, from, count, kStep);
      search(level, window, fit, &TransitionFit::above, above - kLevelSteps * kLevelStep,
             2 * kLevelSteps + 1, kLevelStep);
      search(level, window, fit, &TransitionFit::below, below - kLevelSteps * kLevelStep,
             2 * kLevelSteps + 1, kLevelStep);
    }
    for (int i = 0; i < count; ++i) {
      fit.octave = from + kStep * i;
      candidates.emplace_back(fit.octave, cost(level, window, fit) - 2 * std::log(shape.prior));
    }
  }
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [c, price] : candidates) least = std::min(least, price);
  double sum = 0, weights = 0;
  for (const auto& [c, price] : candidates) {
    const double weight = std::exp((least - price) / 2);
    sum += weight * c;
    weights += weight;
  }
  return {sum / weights};
}

}  // namespace ridgeline::ceilings
