// Dynamic programming over (point, level): each point is either on a plateau, whose level may creep
// down a little with size, or in a transition, which is short. Costs are in squared standard
// deviations (twice the negative logarithm of the likelihood).
#include "ceilings/levels/staircase.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>

namespace ridgeline::ceilings {
namespace {

// What the search charges, and how wide plateaus and transitions may be: chosen so that the curves
// of the tests' random devices come out right.
// A point beyond these (see point_cost) is off, no matter how far.
constexpr double kLowCap = 8;
constexpr double kHighCap = 60;
constexpr double kBin = 0.01;  // resolution of levels, natural logarithm
constexpr double kRange = 20;  // of levels, natural logarithm: more are not told apart
// Within a plateau the level may fall: TLB misses take up to 5 % an octave.
constexpr double kCreep = 0.06;      // at most, natural logarithm per octave
constexpr double kCreepCost = 0.25;  // of each bin
// Least fall between plateaus: 1.19 x, so that noise spares 1.3 x.
constexpr double kDrop = 0.17;
constexpr double kStairCost = 14;  // of each further plateau
// A point in a transition costs more than a point on a plateau does (about 1), by the more the
// fewer there are, so that an octave of plateau is always worth a stair. Transitions take up to 1.3
// octaves; farther off, a plateau in between must not be passed over.
constexpr double kBetweenCost = 1;
constexpr double kBetweenOctave = 18;  // shared by the points of one octave
constexpr double kLeastBetween = 2, kMostBetween = 7;
constexpr double kTransition = 1.3, kLongestTransition = 3;  // octaves
constexpr double kLateCost = 10;
// A sweep may end within a transition: its points then cost nearly what outliers do.
constexpr double kTrailingCost = 6;
constexpr double kHopeless = 200;  // a level this much dearer than the best one is given up
// A plateau is seen on three points over half an octave, or two points an octave apart: a cache 4 x
// larger than the last, reached by partial hits over one octave, shows one octave of its own.
constexpr double kLeastWidth = 0.5 - 1e-3;
constexpr double kLeastPairWidth = 1 - 1e-3;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::uint32_t narrow(std::size_t index) { return static_cast<std::uint32_t>(index); }

struct StairCell {
  double cost = kInfinity;
  bool begins = false;               // a plateau begins, right after a transition from (point, bin)
  std::uint32_t first = 0;           // of a plateau that begins: its first point
  std::uint32_t point = 0, bin = 0;  // predecessor
};

// `stair` was followed back to the point where it became wide enough.
void complete(Stair& stair, std::size_t first, double level) {
  stair.first = first;
  stair.level.resize(stair.last - first + 1, level);
  std::reverse(stair.level.begin(), stair.level.end());
}

class Staircase {
 public:
  explicit Staircase(const LogSweep& sweep);
  std::vector<Stair> solve();

 private:
  // A plateau's last point, with the cost up to there for each level from `lowest` on.
  struct Departure {
    std::size_t last = 0, lowest = 0;
    std::vector<double> cost;
  };

  double level(std::size_t bin) const { return base_ + kBin * static_cast<double>(bin); }
  std::size_t bin_of(double rate) const {
    return static_cast<std::size_t>(std::max(0.0, rate - base_) / kBin);
  }
  double& cost(std::size_t point, std::size_t bin) { return cost_[point * bins_ + bin]; }
  StairCell& cell(std::size_t point, std::size_t bin) { return cells_[point * bins_ + bin]; }
  std::size_t least_end(std::size_t first) const;
  double price_between(std::size_t point) const;
  void begin();
  void stay(std::size_t point);
  void depart(std::size_t last);
  Departure departure(std::size_t last);
  void arrive(const Departure& from, double price, std::size_t first);
  std::vector<Stair> trace();

  const LogSweep& sweep_;
  std::vector<std::size_t> least_end_;  // of a plateau that begins at a point
  std::size_t points_, bins_;
  double base_;
  std::vector<double> cost_;      // of each point on each level
  std::vector<StairCell> cells_;  // cheapest with the point on a plateau that is wide enough
  StairCell end_;  // the cheapest description as a whole: where its last plateau ends
};

Staircase::Staircase(const LogSweep& sweep) : sweep_(sweep), points_(sweep.rate.size()) {
  const auto [low, high] = std::minmax_element(sweep.rate.begin(), sweep.rate.end());
  base_ = std::max(*low, *high - kRange) - kBin;
  bins_ = static_cast<std::size_t>((*high - base_) / kBin) + 3;
  cells_.resize(points_ * bins_);
  for (std::size_t k = 0; k < points_; ++k) {
    least_end_.push_back(least_end(k));
    for (std::size_t bin = 0; bin < bins_; ++bin) {
      cost_.push_back(point_cost((sweep_.rate[k] - level(bin)) / sweep_.noise));
    }
  }
}

// Earliest point that a plateau from `first` may end on; points_ if there is none.
std::size_t Staircase::least_end(std::size_t first) const {
  std::size_t last = first + 1;
  const auto wide = [&] {
    const double width = sweep_.octave[last] - sweep_.octave[first];
    return width >= (last - first >= 2 ? kLeastWidth : kLeastPairWidth);
  };
  while (last < points_ && !wide()) ++last;
  return std::min(last, points_);
}

// The first plateau: from the sweep's beginning.
void Staircase::begin() {
  const std::size_t last = least_end_[0];
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
    StairCell& here = cell(point, bin);
    for (std::size_t fall = 0; fall <= creep && bin + fall < bins_; ++fall) {
      const double total = cell(point - 1, bin + fall).cost + cost(point, bin) +
                           kCreepCost * static_cast<double>(fall);
      if (total >= here.cost) continue;
      here = {total, false, 0, narrow(point - 1), narrow(bin + fall)};
    }
  }
}

double Staircase::price_between(std::size_t point) const {
  const double width = sweep_.octave[point] - sweep_.octave[point - 1];
  return std::clamp(kBetweenCost + kBetweenOctave * width, kLeastBetween, kMostBetween);
}

// Plateaus end at `last`; others begin after transitions of every length.
void Staircase::depart(std::size_t last) {
  const Departure from = departure(last);
  std::vector<double> left = from.cost;
  double price = 0;     // of the transition, whatever level it left
  double trailing = 0;  // the same if nothing follows
  for (std::size_t first = last + 1; first <= points_ && !left.empty(); ++first) {
    if (first > last + 1) {  // the point before `first` belongs to the transition
      const std::size_t point = first - 1;
      const double octaves = sweep_.octave[point] - sweep_.octave[last];
      if (octaves > kLongestTransition) return;
      price += octaves <= kTransition ? price_between(point) : kLateCost;
      trailing += kTrailingCost;
      for (std::size_t i = 0; i < left.size() && level(from.lowest + i) < sweep_.rate[point]; ++i) {
        left[i] += cost(point, from.lowest + i);
      }
    }
    if (first < points_) arrive({last, from.lowest, left}, price, first);
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] + trailing >= end_.cost) continue;
    end_ = {left[i] + trailing, false, 0, narrow(last), narrow(from.lowest + i)};
  }
}

// The levels on which a plateau may end at `last`: those that aren't hopelessly dear.
Staircase::Departure Staircase::departure(std::size_t last) {
  double least = kInfinity;
  for (std::size_t bin = 0; bin < bins_; ++bin) least = std::min(least, cell(last, bin).cost);
  Departure from{last, bins_, {}};
  std::size_t highest = 0;
  for (std::size_t bin = 0; bin < bins_ && least < kInfinity; ++bin) {
    if (cell(last, bin).cost > least + kHopeless) continue;
    from.lowest = std::min(from.lowest, bin);
    highest = bin + 1;
  }
  for (std::size_t b = from.lowest; b < highest; ++b) from.cost.push_back(cell(last, b).cost);
  return from;
}

// A plateau begins at `first`, on levels that its first points lie around.
void Staircase::arrive(const Departure& from, double price, std::size_t first) {
  const std::size_t enough = least_end_[first];
  const std::size_t top = from.lowest + from.cost.size();
  const auto drop = static_cast<std::size_t>(std::round(kDrop / kBin));
  if (enough == points_ || top < drop + 1) return;
  const std::span<const double> rates(sweep_.rate.data() + first, enough - first + 1);
  const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
  const std::size_t lowest = bin_of(*low);
  std::size_t bin = std::min(bin_of(*high) + 2, top - drop - 1) + 1;
  double best = kInfinity;  // of all levels that are high enough above `bin`
  std::size_t at = 0;
  std::size_t next = top;  // levels from here on were looked at
  while (bin-- > lowest) {
    for (; next > std::max(from.lowest, bin + drop); --next) {
      if (from.cost[next - 1 - from.lowest] >= best) continue;
      best = from.cost[next - 1 - from.lowest];
      at = next - 1;
    }
    double total = best + price + kStairCost;
    StairCell& target = cell(enough, bin);
    for (std::size_t k = first; k <= enough && total < target.cost; ++k) total += cost(k, bin);
    if (total >= target.cost) continue;
    target = {total, true, narrow(first), narrow(from.last), narrow(at)};
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
    return {{0, points_ - 1, sweep_.rate}};
  }
  std::vector<Stair> stairs;
  std::size_t point = end_.point, bin = end_.bin;
  for (bool inside = false;;) {
    const StairCell& here = cell(point, bin);
    if (!inside) stairs.push_back({point, point, {}});
    stairs.back().level.push_back(level(bin));
    inside = !here.begins;
    if (here.begins) complete(stairs.back(), here.first, level(bin));
    if (here.begins && here.first == 0) break;
    std::tie(point, bin) = std::pair<std::size_t, std::size_t>(here.point, here.bin);
  }
  std::reverse(stairs.begin(), stairs.end());
  return stairs;
}

}  // namespace

double point_cost(double deviation) {
  return std::min(deviation * deviation, deviation < 0 ? kLowCap : kHighCap);
}

std::vector<Stair> find_stairs(const LogSweep& sweep) {
  return sweep.rate.empty() ? std::vector<Stair>{} : Staircase(sweep).solve();
}

}  // namespace ridgeline::ceilings
