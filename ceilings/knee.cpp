// Fits the transition between two plateaus: up to the capacity C everything hits, from w x C on
// nothing does, in between the share of hits falls linearly with size and the times add up.
#include "ceilings/knee.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ridgeline {
namespace {

constexpr double kStep = 1.0 / 48;         // octaves, of the search for C
constexpr double kLevelStep = 0.01;        // natural logarithm, of the search for the two levels
constexpr int kLevelSteps = 4;             // to both sides
constexpr int kRounds = 3;                 // of alternating between C and the levels
constexpr double kBefore = 2, kAfter = 1;  // octaves of the plateaus that take part
constexpr double kMostSlope = 0.055;       // natural logarithm per octave, of a plateau
constexpr double kSlopeOctaves = 0.9;      // what is needed to judge a slope
// log2 of w: a sharp edge; half an octave; the octave that a cyclic walk through a set-associative
// cache with pseudo-random replacement takes.
constexpr std::array<double, 3> kWidths{0.0, 0.5, 1.0};

struct Window {
  std::size_t begin = 0, end = 0;  // points [begin, end)
};

double cost(const LogSweep& sweep, const Window& window, const Knee& knee) {
  double sum = 0;
  for (std::size_t k = window.begin; k < window.end; ++k) {
    sum += point_cost((sweep.rate[k] - log_rate(knee, sweep.octave[k])) / sweep.noise);
  }
  return sum;
}

// Best value of one of the knee's numbers among from, from + step, ...
double search(const LogSweep& sweep, const Window& window, Knee& knee, double Knee::*number,
              double from, int count, double step) {
  double best = std::numeric_limits<double>::infinity();
  double found = knee.*number;
  for (int i = 0; i < count; ++i) {
    knee.*number = from + step * i;
    const double here = cost(sweep, window, knee);
    if (here < best) {
      best = here;
      found = knee.*number;
    }
  }
  knee.*number = found;
  return best;
}

// Fall per octave of a plateau, judged by its part that no transition can have touched.
double slope_of(const LogSweep& sweep, const Stair& stair, std::size_t begin, std::size_t end) {
  const double octaves = sweep.octave[end] - sweep.octave[begin];
  if (octaves < kSlopeOctaves) return 0;
  const double fall = stair.level[begin - stair.first] - stair.level[end - stair.first];
  return std::clamp(fall / octaves, 0.0, kMostSlope);
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

double search_capacity(const LogSweep& sweep, const Window& window, Knee& knee, double width,
                       double from, double to) {
  double best = std::numeric_limits<double>::infinity();
  Knee found = knee;
  for (double octave = from; octave <= to + kStep / 2; octave += kStep) {
    knee.octave = octave;
    knee.end = octave + width;
    const double here = cost(sweep, window, knee);
    if (here < best) {
      best = here;
      found = knee;
    }
  }
  knee = found;
  return best;
}

}  // namespace

double log_rate(const Knee& knee, double octave) {
  if (octave <= knee.octave) return knee.above;
  if (octave >= knee.end) return knee.below;
  const double size = std::exp2(octave - knee.octave);
  const double missing = (size - 1) / (std::exp2(knee.end - knee.octave) - 1);
  return knee.above - std::log1p(missing * std::expm1(knee.above - knee.below));
}

Knee locate_knee(const LogSweep& raw, const Stair& before, const Stair& after) {
  const std::vector<double>& octave = raw.octave;
  Window window{before.first, after.last + 1};
  while (octave[window.begin] < octave[before.last] - kBefore) ++window.begin;
  while (octave[window.end - 1] > octave[after.first] + kAfter) --window.end;
  const LogSweep sweep = levelled(raw, window, before, after);
  Knee best;
  double least = std::numeric_limits<double>::infinity();
  for (const double width : kWidths) {
    Knee knee{octave[before.last], octave[before.last] + width, before.level.back(),
              after.level.front()};
    const double above = knee.above, below = knee.below;
    const double from = std::max(octave[before.first], octave[before.last] - 1);
    double total = 0;
    for (int round = 0; round < kRounds; ++round) {
      search_capacity(sweep, window, knee, width, from, octave[after.first]);
      search(sweep, window, knee, &Knee::above, above - kLevelSteps * kLevelStep,
             2 * kLevelSteps + 1, kLevelStep);
      total = search(sweep, window, knee, &Knee::below, below - kLevelSteps * kLevelStep,
                     2 * kLevelSteps + 1, kLevelStep);
    }
    if (total < least) {
      least = total;
      best = knee;
    }
  }
  return best;
}

}  // namespace ridgeline
