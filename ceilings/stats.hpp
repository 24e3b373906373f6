// Statistics of repetitions: order statistics only, since the noise is one-sided.
#pragma once

#include <span>
#include <vector>

namespace ridgeline {

// Middle value; the mean of the middle two for even counts; 0 for none. Any order. In the unit of
// `values`.
double median(std::span<const double> values);

// Value below which the fraction q (0..1) lies, linear between ranks; 0 for none.
double quantile(std::span<const double> values, double q);

struct Summary {
  int count = 0;
  double median = 0, best = 0, worst = 0;  // best: the highest rate
  double spread = 0;                       // (best - worst) / median
  double low = 0, high = 0;  // distribution-free 95 % interval of the median, from ranks
};

// Summary of rates (higher is better). The interval is that of the binomial order statistics with
// at least 95 % coverage; for 6 values min and max cover 96.9 %; below 6 it is min and max too.
Summary summarize(std::span<const double> rates);

// True where the values, in the order they were taken, fall by more than 3 % from the first third
// to the last, and by a trend that chance makes in less than 1 of 100 series (Mann-Kendall, exact
// for short series). Four to seven values can hardly reach that by ranks alone: there 1 of 20
// suffices if a straight line's slope passes Student's test at 1 of 100. Never true below four
// values.
bool falling_trend(std::span<const double> rates);

}  // namespace ridgeline
