// Dynamic programming over (point, level): each point is either on a plateau, whose level may creep
// down a little with size, or on the way from one plateau to the next.
#include "ceilings/plateau_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

namespace ridgeline {
namespace {

// All costs are in units of squared standard deviations (twice the negative log likelihood).
// Medians fall low now and then (stolen time, one repetition in ten at half speed), in slow phases
// several in a row; they hardly ever come out high. So low points are forgiven early, high ones
// not.
constexpr double kLowCap = 8;
constexpr double kHighCap = 60;
constexpr double kBetweenCost = 6;  // of a point that is on no plateau
constexpr double kSlowCost = 8;     // of beginning a slow phase
constexpr std::size_t kSlowPoints = 5;  // at most
constexpr double kSlowPointCost = 3;  // of each further point of it
constexpr double kStairCost = 4;         // of each further plateau, at least ...
constexpr double kStairDensityCost = 1;  // ... or this for each point in an octave of it
constexpr double kCreepCost = 1;  // of falling by one bin within a plateau
constexpr double kBin = 0.01;       // resolution of levels, natural logarithm
constexpr double kCreep = 0.06;  // fall within a plateau, per octave: TLB reach (up to 5 %) + noise
constexpr double kDrop = 0.18;   // least fall between plateaus, ln 1.2: half way from 1.1 to 1.3
// A plateau is seen on three points over 0.6 octaves, or two points an octave apart: a cache 4 x
// larger than the last, reached by partial hits over one octave, shows one octave of its own.
constexpr double kLeastWidth = 0.6;
constexpr double kLeastPairWidth = 1.0 - 1e-9;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What a point is: on a plateau, low in a slow phase of it, on the way to the next one.
enum class From : std::uint8_t { plateau, slow, between, start };

struct Cell {
  double cost = kInfinity;
  From from = From::plateau;       // what the predecessor is
  std::size_t point = 0, bin = 0;  // predecessor
  bool begins = false;             // a plateau began right after the predecessor
};

class Staircase {
 public:
  explicit Staircase(const LogSweep& sweep);
  std::vector<Stair> solve();
  Stair solve_single();

 private:
  double level(std::size_t bin) const { return base_ + kBin * static_cast<double>(bin); }
  double cost(std::size_t point, std::size_t bin) const {
    return point_cost((sweep_.rate[point] - level(bin)) / sweep_.noise);
  }
  Cell& plateau(std::size_t point, std::size_t bin) { return plateau_[point * bins_ + bin]; }
  Cell& slow(std::size_t point, std::size_t bin) { return slow_[point * bins_ + bin]; }
  Cell& between(std::size_t point, std::size_t bin) { return between_[point * bins_ + bin]; }
  Cell& cell(From kind, std::size_t point, std::size_t bin) {
    return kind == From::plateau ? plateau(point, bin)
           : kind == From::slow  ? slow(point, bin)
                                 : between(point, bin);
  }
  std::size_t creep_to(std::size_t point) const;
  std::size_t least_end(std::size_t first) const;
  void enter(std::size_t first);
  void stay(std::size_t point);
  void leave(std::size_t point);
  std::vector<Stair> trace();
  void complete(Stair& stair, const Cell& entry, std::size_t bin) const;

  const LogSweep& sweep_;
  std::size_t points_, bins_;
  double base_;
  std::vector<Cell> plateau_;  // the point is on a plateau that is long enough to count
  std::vector<Cell> slow_;     // the point is in a slow phase of one
  std::vector<Cell> between_;  // the point is on none; the bin is that of the last plateau
};

Staircase::Staircase(const LogSweep& sweep) : sweep_(sweep), points_(sweep.rate.size()) {
  const auto [low, high] = std::minmax_element(sweep.rate.begin(), sweep.rate.end());
  base_ = *low - kBin;
  bins_ = static_cast<std::size_t>((*high - base_) / kBin) + 3;
  plateau_.resize(points_ * bins_);
  slow_.resize(points_ * bins_);
  between_.resize(points_ * bins_);
}

// Index of the earliest point that a plateau from `first` may end on; points_ if there is none.
std::size_t Staircase::least_end(std::size_t first) const {
  for (std::size_t last = first + 1; last < points_; ++last) {
    const double width = sweep_.octave[last] - sweep_.octave[first];
    if (width >= (last - first >= 2 ? kLeastWidth : kLeastPairWidth)) return last;
  }
  return points_;
}

// A plateau begins at `first`: as the sweep's beginning, or well below the plateau before.
void Staircase::enter(std::size_t first) {
  const std::size_t last = least_end(first);
  if (last == points_) return;
  const double density = static_cast<double>(last-first)/(sweep_.octave[last]-sweep_.octave[first]);
  const double stair=std::max(kStairCost,kStairDensityCost*density);
  const auto drop = static_cast<std::size_t>(std::round(kDrop / kBin));
  Cell best;  // of all that end before `first` on a level high enough
  for (std::size_t bin = bins_; bin-- > 0;) {
    if (first > 0 && bin + drop < bins_) {
      const std::size_t above = bin + drop;
      const double on = plateau(first - 1, above).cost, off = between(first - 1, above).cost;
      if (std::min(on, off) < best.cost) {
        best = {std::min(on, off), on <= off ? From::plateau : From::between, first - 1, above, true};
      }
    }
    const double before = first == 0 ? 0 : best.cost + stair;
    if (before >= plateau(last, bin).cost && before >= slow(last, bin).cost) continue;
    Cell entry = best;
    if (first == 0) entry = {0, From::start, 0, bin, true};
    double on = before + cost(first, bin), low = before + kSlowCost;
    for (std::size_t k = first + 1; k <= last; ++k) {
      const double own = cost(k, bin);
      const double above = sweep_.rate[k] > level(bin) ? own : 0;
      const double next_low = std::min(on + kSlowCost, low + kSlowPointCost) + above;
      on = (own < kLowCap ? std::min(on, low) : on) + own;
      low = next_low;
    }
    if (on < plateau(last, bin).cost) {
      entry.cost = on;
      plateau(last, bin) = entry;
    }
    if (low < slow(last, bin).cost) {
      entry.cost = low;
      slow(last, bin) = entry;
    }
  }
}

// Bins that a plateau may fall by from the point before: the allowed slope, rounded so that the
// roundings of a long plateau do not add up.
std::size_t Staircase::creep_to(std::size_t point) const {
  const auto bins = [this](std::size_t k) {
    return std::floor(kCreep * (sweep_.octave[k] - sweep_.octave[0]) / kBin);
  };
  return static_cast<std::size_t>(bins(point) - bins(point - 1));
}

// The point lies on the plateau of the point before, or in a slow phase of it.
void Staircase::stay(std::size_t point) {
  const std::size_t creep = creep_to(point);
  for (std::size_t bin = 0; bin < bins_; ++bin) {
    Cell& on = plateau(point, bin);
    Cell& low = slow(point, bin);
    const double own = cost(point, bin);
    const double above = point_cost(std::max(0.0, sweep_.rate[point] - level(bin)) / sweep_.noise);
    for (std::size_t fall = 0; fall <= creep && bin + fall < bins_; ++fall) {
      const double price = kCreepCost * static_cast<double>(fall);
      const double from_on = plateau(point - 1, bin + fall).cost + price;
      const double from_low = slow(point - 1, bin + fall).cost + price;
      if (from_on + own < on.cost) on = {from_on + own, From::plateau, point - 1, bin + fall, false};
      // A slow phase is over when a point is back on the plateau; it can't be its end.
      if (own < kLowCap && from_low + own < on.cost) {
        on = {from_low + own, From::slow, point - 1, bin + fall, false};
      }
      if (from_on + kSlowCost + above < low.cost) {
        low = {from_on + kSlowCost + above, From::plateau, point - 1, bin + fall, false};
      }
      if (from_low + kSlowPointCost + above < low.cost) {
        low = {from_low + kSlowPointCost + above, From::slow, point - 1, bin + fall, false};
      }
    }
  }
}

void Staircase::leave(std::size_t point) {
  for (std::size_t bin = 0; bin < bins_; ++bin) {
    const double on = plateau(point - 1, bin).cost, off = between(point - 1, bin).cost;
    const double above = std::max(0.0, sweep_.rate[point] - level(bin)) / sweep_.noise;
    between(point, bin) = {std::min(on, off) + kBetweenCost + point_cost(above),
                           on <= off ? From::plateau : From::between, point - 1, bin, false};
  }
}

std::vector<Stair> Staircase::solve() {
  enter(0);
  for (std::size_t point = 1; point < points_; ++point) {
    stay(point);
    leave(point);
    enter(point);
  }
  return trace();
}

// All points on one plateau, however short.
Stair Staircase::solve_single() {
  for (std::size_t bin = 0; bin < bins_; ++bin) {
    plateau(0, bin) = {cost(0, bin), From::start, 0, bin, true};
  }
  for (std::size_t point = 1; point < points_; ++point) stay(point);
  return trace().front();
}

// Follows the cheapest path back from the last point.
std::vector<Stair> Staircase::trace() {
  From at = From::plateau;
  std::size_t point = points_ - 1, bin = 0;
  double best = kInfinity;
  for (std::size_t b = 0; b < bins_; ++b) {
    for (const From end : {From::plateau, From::between}) {
      const double total = cell(end, point, b).cost;
      if (total < best) std::tie(best, at, bin) = std::tuple(total, end, b);
    }
  }
  std::vector<Stair> stairs;
  bool inside = false;  // of the stair at the back
  while (best < kInfinity && at != From::start) {
    const Cell here = cell(at, point, bin);
    if (at != From::between && !inside) stairs.push_back({point, point, {}});
    if (at != From::between) stairs.back().level.push_back(level(bin));
    inside = at != From::between && !here.begins;
    if (here.begins) complete(stairs.back(), here, bin);
    at = here.from;
    point = here.point;
    bin = here.bin;
  }
  std::reverse(stairs.begin(), stairs.end());
  return stairs;
}

// `stair` was followed back to the point where it became long enough; `entry` knows its beginning.
void Staircase::complete(Stair& stair, const Cell& entry, std::size_t bin) const {
  stair.first = entry.from == From::start ? 0 : entry.point + 1;
  stair.level.resize(stair.last - stair.first + 1, level(bin));
  std::reverse(stair.level.begin(), stair.level.end());
}

}  // namespace

double point_cost(double deviation) {
  return std::min(deviation * deviation, deviation < 0 ? kLowCap : kHighCap);
}

std::vector<Stair> find_stairs(const LogSweep& sweep) {
  if (sweep.rate.empty()) return {};
  return Staircase(sweep).solve();
}

Stair fit_stair(const LogSweep& sweep, std::size_t first, std::size_t last) {
  LogSweep part;
  const auto begin = static_cast<std::ptrdiff_t>(first), end = static_cast<std::ptrdiff_t>(last) + 1;
  part.octave.assign(sweep.octave.begin() + begin, sweep.octave.begin() + end);
  part.rate.assign(sweep.rate.begin() + begin, sweep.rate.begin() + end);
  part.noise = sweep.noise;
  Stair stair = Staircase(part).solve_single();
  stair.first = first;
  stair.last = last;
  return stair;
}

double curve_cost(const LogSweep& sweep, std::size_t first, std::span<const double> curve) {
  double on = 0;  // cheapest with the point before on the curve
  std::array<double, kSlowPoints> low;  // ... in a slow phase of 1, 2, ... points so far
  low.fill(kInfinity);
  for (std::size_t k = 0; k < curve.size(); ++k) {
    const double deviation = (sweep.rate[first + k] - curve[k]) / sweep.noise;
    const double own = point_cost(deviation);
    const double above = deviation > 0 ? own : 0;
    const double back = own < kLowCap ? *std::min_element(low.begin(), low.end()) : kInfinity;
    for (std::size_t i = kSlowPoints; i-- > 1;) low[i] = low[i - 1] + kSlowPointCost + above;
    low[0] = on + kSlowCost + above;
    on = std::min(on, back) + own;
  }
  return on;
}

}  // namespace ridgeline
