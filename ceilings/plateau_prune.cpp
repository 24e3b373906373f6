// Backward elimination: as long as two plateaus are nearly as well one, or a plateau is nearly as
// well a part of the transition between its neighbours, that is what it is.
#include "ceilings/plateau_prune.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "ceilings/knee.hpp"

namespace ridgeline {
namespace {

// What a plateau must be worth, in squared standard deviations: it adds a level, a knee and the
// width of a transition to the description, and there are many places where it could be.
double kWorthMerge = getenv("WM") ? atof(getenv("WM")) : 20;
double kWorthDrop = getenv("WD") ? atof(getenv("WD")) : 20;
double kLeastDrop = getenv("LD") ? atof(getenv("LD")) : 0.17;
constexpr double kSurelyApart = 0.6;   // natural logarithm: no slope explains a fall by 1.8 x
constexpr double kSurelyWide = 1.8;    // octaves: no transition is flat that long

struct Option {
  double loss = std::numeric_limits<double>::infinity();  // of taking it, less what it may cost
  std::size_t stair = 0;
  bool merge = false;  // with the next one; else it is dropped
};

class Pruning {
 public:
  Pruning(const LogSweep& sweep, std::vector<Stair> stairs)
      : sweep_(sweep), stairs_(std::move(stairs)) {}
  std::vector<Stair> run();

 private:
  // Appends the curve of a chain of neighbours from the first's beginning to the last's end.
  std::vector<double> curve(std::initializer_list<const Stair*> chain) const;
  double cost(std::initializer_list<const Stair*> chain) const;
  double plain_cost(std::initializer_list<const Stair*> chain) const;
  double kinked_cost(std::size_t first, std::size_t last) const;
  double loss_of_merging(std::size_t i) const;
  double loss_of_dropping(std::size_t i) const;
  Option cheapest() const;

  const LogSweep& sweep_;
  std::vector<Stair> stairs_;
};

double level_at(const Stair& stair, std::size_t point) {
  return stair.level[std::clamp(point, stair.first, stair.last) - stair.first];
}

std::vector<double> Pruning::curve(std::initializer_list<const Stair*> chain) const {
  std::vector<double> rates;
  const Stair* const* stairs = chain.begin();
  std::size_t point = stairs[0]->first;
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    const Knee knee = locate_knee(sweep_, *stairs[i], *stairs[i + 1]);
    for (; point <= stairs[i + 1]->last && sweep_.octave[point] < knee.end; ++point) {
      const bool on = sweep_.octave[point] <= knee.octave;
      rates.push_back(on ? level_at(*stairs[i], point) : log_rate(knee, sweep_.octave[point]));
    }
  }
  const Stair& last = *stairs[chain.size() - 1];
  for (; point <= last.last; ++point) rates.push_back(level_at(last, point));
  return rates;
}

double Pruning::cost(std::initializer_list<const Stair*> chain) const {
  return curve_cost(sweep_, (*chain.begin())->first, curve(chain));
}

double Pruning::plain_cost(std::initializer_list<const Stair*> chain) const {
  const std::vector<double> rates = curve(chain);
  double sum = 0;
  for (std::size_t k = 0; k < rates.size(); ++k) {
    const double d = (sweep_.rate[(*chain.begin())->first + k] - rates[k]) / sweep_.noise;
    sum += std::min(d * d, d < 0 ? 16.0 : 60.0);
  }
  return sum;
}

// Cost of points [first, last] as one plateau: level up to some size, from there on falling by up
// to what a TLB's reach costs. Less pliant than a Stair, which may creep where it likes.
double Pruning::kinked_cost(std::size_t first, std::size_t last) const {
  double best = std::numeric_limits<double>::infinity();
  std::vector<double> straight(last - first + 1), curve(last - first + 1);
  for (const double slope : {0.0, 0.015, 0.03, 0.045, 0.055}) {
    double kink = sweep_.octave[first];
    do {
      for (std::size_t k = first; k <= last; ++k) {
        straight[k - first] = sweep_.rate[k] + slope * std::max(0.0, sweep_.octave[k] - kink);
      }
      std::vector<double> ordered = straight;
      std::sort(ordered.begin(), ordered.end());
      for (const double share : {0.3, 0.4, 0.5, 0.6, 0.7, 0.8}) {
        const double level = ordered[static_cast<std::size_t>(share * static_cast<double>(last - first))];
        for (std::size_t k = first; k <= last; ++k) {
          curve[k - first] = level - slope * std::max(0.0, sweep_.octave[k] - kink);
        }
        best = std::min(best, curve_cost(sweep_, first, curve));
      }
      kink += 1;
    } while (slope > 0 && kink < sweep_.octave[last]);
  }
  return best;
}

double Pruning::loss_of_merging(std::size_t i) const {
  const Stair &a = stairs_[i], &b = stairs_[i + 1];
  const double drop = a.level.back() - b.level.front();
  if (drop > kSurelyApart) return std::numeric_limits<double>::infinity();
  const Knee knee = locate_knee(sweep_, a, b);
  if (knee.above - knee.below < kLeastDrop) return -1e9;
  double between = 0;
  for (std::size_t k = a.last + 1; k < b.first; ++k) {
    between += point_cost((sweep_.rate[k] - log_rate(knee, sweep_.octave[k])) / sweep_.noise);
  }
  const double two = kinked_cost(a.first, a.last) + between + kinked_cost(b.first, b.last);
  const double one = kinked_cost(a.first, b.last);
  if (getenv("V")) printf("merge %zu: %.1f vs %.1f drop %.3f\n", i, one, two, knee.above - knee.below);
  return one - two - kWorthMerge;
}

double Pruning::loss_of_dropping(std::size_t i) const {
  const Stair &a = stairs_[i - 1], &b = stairs_[i], &c = stairs_[i + 1];
  if (sweep_.octave[b.last] - sweep_.octave[b.first] > kSurelyWide) {
    return std::numeric_limits<double>::infinity();
  }
  if (getenv("V")) printf("drop %zu: %.1f vs %.1f\n", i, cost({&a,&c}), cost({&a, &b,&c}));
  return plain_cost({&a, &c}) - plain_cost({&a, &b, &c}) - kWorthDrop;
}

Option Pruning::cheapest() const {
  Option best;
  for (std::size_t i = 0; i + 1 < stairs_.size(); ++i) {
    const double merging = loss_of_merging(i);
    if (merging < best.loss) best = {merging, i, true};
    if (i == 0) continue;
    const double dropping = loss_of_dropping(i);
    if (dropping < best.loss) best = {dropping, i, false};
  }
  return best;
}

std::vector<Stair> Pruning::run() {
  while (stairs_.size() > 1) {
    const Option option = cheapest();
    if (option.loss > 0) break;
    const auto at = stairs_.begin() + static_cast<std::ptrdiff_t>(option.stair);
    if (option.merge) {
      *at = fit_stair(sweep_, at->first, std::next(at)->last);
      stairs_.erase(std::next(at));
    } else {
      stairs_.erase(at);
    }
  }
  return std::move(stairs_);
}

}  // namespace

std::vector<Stair> prune_stairs(const LogSweep& sweep, std::vector<Stair> stairs) {
  return Pruning(sweep, std::move(stairs)).run();
}

}  // namespace ridgeline
