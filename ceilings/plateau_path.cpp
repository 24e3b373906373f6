// Dynamic programming over (point, level): each point is either on a plateau, whose level may creep
// down a little with size, or in a transition, which is short. Costs are in squared standard
// deviations (twice the negative logarithm of the likelihood).
#include "ceilings/plateau_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstdint>
#include <limits>

namespace ridgeline {
namespace {

static double env(const char*n,double d){const char*v=getenv(n);return v?atof(v):d;}
constexpr double kLowCap = 8;
constexpr double kHighCap = 60;
double kStairCost = env("SC",14);   // of each further plateau
double kCreepCost = env("CC",0.5);  // of falling by one bin within a plateau
constexpr double kBin = 0.01;       // resolution of levels, natural logarithm
constexpr double kCreep = 0.06;     // most fall within a plateau per octave: TLB misses take up to 0.05
constexpr double kDrop = 0.18;      // least fall between plateaus, ln 1.2: half way from 1.1 to 1.3
// A point in a transition costs little for the octave and a half that transitions take, partial
// hits and grid included, and much beyond: the levels between far-off plateaus can't be passed over.
double kBetweenCost = env("BC",2.5);
double kLateCost = env("LC",10);
constexpr double kTransition = 1.5, kLongestTransition = 3;  // octaves
// A sweep may end within a transition: its points then cost nearly what outliers do.
constexpr double kTrailingCost = 6;
// A plateau is seen on three points over half an octave, or two points an octave apart: a cache 4 x
// larger than the last, reached by partial hits over one octave, shows one octave of its own.
double kLeastWidth = env("LW",0.5) - 1e-3;
constexpr double kLeastPairWidth = 1 - 1e-3;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Cell {
  double cost = kInfinity;
  bool begins = false;             // a plateau begins, right after a transition from (point, bin)
  std::uint32_t first = 0;         // of a plateau that begins: its first point
  std::uint32_t point = 0, bin = 0;  // predecessor
};

class Staircase {
 public:
  explicit Staircase(const LogSweep& sweep);
  std::vector<Stair> solve();

 private:
  double level(std::size_t bin) const { return base_ + kBin * static_cast<double>(bin); }
  double& cost(std::size_t point, std::size_t bin) { return cost_[point * bins_ + bin]; }
  Cell& cell(std::size_t point, std::size_t bin) { return cells_[point * bins_ + bin]; }
  std::size_t least_end(std::size_t first) const;
  void begin();
  void stay(std::size_t point);
  void depart(std::size_t last);
  void arrive(std::size_t last, std::size_t first, const std::vector<double>& left);
  std::vector<Stair> trace();

  const LogSweep& sweep_;
  std::size_t points_, bins_;
  double base_;
  std::vector<double> cost_;   // of each point on each level
  std::vector<Cell> cells_;    // cheapest with the point on a plateau that is wide enough to count
  Cell end_;                   // the cheapest whole description: where its last plateau ends
};

Staircase::Staircase(const LogSweep& sweep) : sweep_(sweep), points_(sweep.rate.size()) {
  const auto [low, high] = std::minmax_element(sweep.rate.begin(), sweep.rate.end());
  base_ = *low - kBin;
  bins_ = static_cast<std::size_t>((*high - base_) / kBin) + 3;
  cells_.resize(points_ * bins_);
  cost_.resize(points_ * bins_);
  for (std::size_t k = 0; k < points_; ++k) {
    for (std::size_t bin = 0; bin < bins_; ++bin) {
      cost(k, bin) = point_cost((sweep_.rate[k] - level(bin)) / sweep_.noise);
    }
  }
}

// Index of the earliest point that a plateau from `first` may end on; points_ if there is none.
std::size_t Staircase::least_end(std::size_t first) const {
  for (std::size_t last = first + 1; last < points_; ++last) {
    const double width = sweep_.octave[last] - sweep_.octave[first];
    if (width >= (last - first >= 2 ? kLeastWidth : kLeastPairWidth)) return last;
  }
  return points_;
}

// The first plateau: from the sweep's beginning.
void Staircase::begin() {
  const std::size_t last = least_end(0);
  for (std::size_t bin = 0; last < points_ && bin < bins_; ++bin) {
    double total = 0;
    for (std::size_t k = 0; k <= last; ++k) total += cost(k, bin);
    cell(last, bin) = {total, true, 0, 0, 0};
  }
}

// The point lies on the plateau of the point before. The roundings of the allowed slope do not add
// up along a long plateau.
void Staircase::stay(std::size_t point) {
  const auto fallen = [this](std::size_t k) {
    return std::floor(kCreep * (sweep_.octave[k] - sweep_.octave[0]) / kBin);
  };
  const auto creep = static_cast<std::size_t>(fallen(point) - fallen(point - 1));
  for (std::size_t bin = 0; bin < bins_; ++bin) {
    Cell& here = cell(point, bin);
    for (std::size_t fall = 0; fall <= creep && bin + fall < bins_; ++fall) {
      const double total = cell(point - 1, bin + fall).cost + cost(point, bin) +
                           kCreepCost * static_cast<double>(fall);
      if (total >= here.cost) continue;
      here = {total, false, 0, static_cast<std::uint32_t>(point - 1),
              static_cast<std::uint32_t>(bin + fall)};
    }
  }
}

// Plateaus end at `last`; others begin after transitions of every length.
void Staircase::depart(std::size_t last) {
  std::vector<double> left(bins_);  // cost up to and with the transition, by the level left
  for (std::size_t bin = 0; bin < bins_; ++bin) left[bin] = cell(last, bin).cost;
  double trailing = 0;
  for (std::size_t first = last + 1; first <= points_; ++first) {
    if (first > last + 1) {  // the point before `first` belongs to the transition
      const double octaves = sweep_.octave[first - 1] - sweep_.octave[last];
      const double price = octaves <= kTransition ? kBetweenCost : kLateCost;
      for (std::size_t bin = 0; bin < bins_; ++bin) {
        left[bin] += price + (sweep_.rate[first - 1] > level(bin) ? cost(first - 1, bin) : 0);
      }
      trailing += kTrailingCost - price;
      if (octaves > kLongestTransition) return;
    }
    if (first < points_) arrive(last, first, left);
  }
  for (std::size_t bin = 0; bin < bins_; ++bin) {
    if (left[bin] + trailing >= end_.cost) continue;
    end_ = {left[bin] + trailing, false, 0, static_cast<std::uint32_t>(last),
            static_cast<std::uint32_t>(bin)};
  }
}

void Staircase::arrive(std::size_t last, std::size_t first, const std::vector<double>& left) {
  const std::size_t enough = least_end(first);
  const auto drop = static_cast<std::size_t>(std::round(kDrop / kBin));
  if (enough == points_) return;
  double best = kInfinity;  // of all levels that are high enough above `bin`
  std::size_t from = 0;
  for (std::size_t bin = bins_ - std::min(drop, bins_); bin-- > 0;) {
    if (left[bin + drop] < best) {
      best = left[bin + drop];
      from = bin + drop;
    }
    double total = best + kStairCost;
    Cell& target = cell(enough, bin);
    for (std::size_t k = first; k <= enough && total < target.cost; ++k) total += cost(k, bin);
    if (total >= target.cost) continue;
    target = {total, true, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last),
              static_cast<std::uint32_t>(from)};
  }
}

std::vector<Stair> Staircase::solve() {
  begin();
  for (std::size_t point = 0; point < points_; ++point) {
    if (point > 0) stay(point);
    depart(point);
  }
  return trace();
}

// Follows the cheapest description back from the end of its last plateau.
std::vector<Stair> Staircase::trace() {
  if (end_.cost == kInfinity) {  // too few points to tell anything apart
    return {{0, points_ - 1, std::vector<double>(sweep_.rate.begin(), sweep_.rate.end())}};
  }
  std::vector<Stair> stairs;
  std::size_t point = end_.point, bin = end_.bin;
  for (bool inside = false;;) {
    const Cell here = cell(point, bin);
    if (!inside) stairs.push_back({point, point, {}});
    Stair& stair = stairs.back();
    stair.level.push_back(level(bin));
    inside = !here.begins;
    if (here.begins) {
      stair.first = here.first;
      stair.level.resize(stair.last - stair.first + 1, level(bin));
      std::reverse(stair.level.begin(), stair.level.end());
      if (here.first == 0) break;
    }
    point = here.point;
    bin = here.bin;
  }
  std::reverse(stairs.begin(), stairs.end());
  return stairs;
}

}  // namespace

double point_cost(double deviation) {
  return std::min(deviation * deviation, deviation < 0 ? kLowCap : kHighCap);
}

std::vector<Stair> find_stairs(const LogSweep& sweep) {
  if (sweep.rate.empty()) return {};
  return Staircase(sweep).solve();
}

}  // namespace ridgeline
