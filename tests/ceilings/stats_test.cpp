// Order statistics on none, one, even and odd counts; intervals against their definition; trends.
#include "ceilings/stats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

namespace ridgeline {
namespace {

using Values = std::vector<double>;

TEST(Median, IsTheMiddleOrTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median(Values{}), 0);
  EXPECT_EQ(median(Values{7}), 7);
  EXPECT_EQ(median(Values{3, 1}), 2);
  EXPECT_EQ(median(Values{9, 1, 4}), 4);
  EXPECT_EQ(median(Values{8, 2, 100, 4}), 6);
}

TEST(Quantile, IsLinearBetweenRanks) {
  EXPECT_EQ(quantile(Values{}, 0.5), 0);
  EXPECT_EQ(quantile(Values{5}, 0.9), 5);
  const Values values{40, 10, 30, 20, 50};
  EXPECT_EQ(quantile(values, 0), 10);
  EXPECT_EQ(quantile(values, 1), 50);
  EXPECT_EQ(quantile(values, 0.25), 20);
  EXPECT_DOUBLE_EQ(quantile(values, 0.9), 46);
  EXPECT_EQ(quantile(values, -1), 10);
  EXPECT_EQ(quantile(values, 2), 50);
}

TEST(Summary, OfNothingIsNothing) {
  const Summary summary = summarize(Values{});
  EXPECT_EQ(summary.count, 0);
  EXPECT_EQ(summary.median, 0);
  EXPECT_EQ(summary.spread, 0);
  EXPECT_EQ(summary.high, 0);
}

TEST(Summary, OfOneIsThatOne) {
  const Summary summary = summarize(Values{4});
  EXPECT_EQ(summary.count, 1);
  EXPECT_EQ(summary.median, 4);
  EXPECT_EQ(summary.best, 4);
  EXPECT_EQ(summary.worst, 4);
  EXPECT_EQ(summary.spread, 0);
  EXPECT_EQ(summary.low, 4);
  EXPECT_EQ(summary.high, 4);
}

TEST(Summary, SpreadIsRelativeToTheMedian) {
  const Summary summary = summarize(Values{8, 10, 12, 9, 11});
  EXPECT_EQ(summary.median, 10);
  EXPECT_EQ(summary.best, 12);
  EXPECT_EQ(summary.worst, 8);
  EXPECT_DOUBLE_EQ(summary.spread, 0.4);
}

TEST(Summary, OfZerosHasNoSpread) { EXPECT_EQ(summarize(Values{0, 0, 0}).spread, 0); }

// P(at most k of n fair coins show heads), by counting in exact integers.
double coins(int n, int k) {
  double sum = 0;
  for (int i = 0; i <= k; ++i) {
    double ways = 1;
    for (int j = 0; j < i; ++j) ways = ways * (n - j) / (j + 1);
    sum += ways;
  }
  return sum / std::pow(2.0, n);
}

// The interval covers the median with at least 95 %, and one rank less on both sides would not.
TEST(Summary, IntervalIsTheNarrowestThatCovers) {
  for (int n = 6; n <= 120; ++n) {
    Values ranks(static_cast<std::size_t>(n));
    std::iota(ranks.begin(), ranks.end(), 1.0);
    const Summary summary = summarize(ranks);
    const int margin = static_cast<int>(summary.low) - 1;
    EXPECT_EQ(summary.high, n - margin) << n;
    EXPECT_GE(1 - 2 * coins(n, margin), 0.95) << n;
    EXPECT_LT(1 - 2 * coins(n, margin + 1), 0.95) << n;
  }
}

TEST(Summary, IntervalOfKnownCounts) {
  const auto low_rank = [](int n) {
    Values ranks(static_cast<std::size_t>(n));
    std::iota(ranks.begin(), ranks.end(), 1.0);
    return summarize(ranks).low;
  };
  EXPECT_EQ(low_rank(5), 1);  // min and max, though they cover only 93.75 %
  EXPECT_EQ(low_rank(6), 1);
  EXPECT_EQ(low_rank(8), 1);
  EXPECT_EQ(low_rank(9), 2);
  EXPECT_EQ(low_rank(20), 6);
  EXPECT_NEAR(low_rank(1000), 469, 1);
  EXPECT_NEAR(low_rank(10000), 4902, 2);  // beyond the exact sums
}

// A throttled B200's TFLOP/s.
TEST(FallingTrend, WarnsOfThrottling) {
  EXPECT_TRUE(falling_trend(Values{1425, 1450, 1373, 1300, 1237}));
}

TEST(FallingTrend, OfTooFewIsNone) {
  EXPECT_FALSE(falling_trend(Values{}));
  EXPECT_FALSE(falling_trend(Values{100}));
  EXPECT_FALSE(falling_trend(Values{100, 50}));
  EXPECT_FALSE(falling_trend(Values{100, 70, 50}));
}

TEST(FallingTrend, NeedsFallAndOrder) {
  EXPECT_FALSE(falling_trend(Values{100, 100, 100, 100, 100, 100}));
  EXPECT_FALSE(falling_trend(Values{100, 103, 97, 101, 99, 102, 98, 100}));
  EXPECT_FALSE(falling_trend(Values{100, 99.9, 99.8, 99.7, 99.6, 99.5, 99.4}));  // below 3 %
  EXPECT_FALSE(falling_trend(Values{80, 85, 90, 95, 100, 105}));
  EXPECT_FALSE(falling_trend(Values{100, 50, 100, 50, 100, 50, 100, 50}));
  EXPECT_TRUE(falling_trend(Values{100, 98, 96, 94, 92, 90}));
  EXPECT_TRUE(falling_trend(Values{100, 60, 59, 58, 57, 56}));  // strictly: once in 720
}

TEST(FallingTrend, OneSlowRepetitionIsNone) {
  EXPECT_FALSE(falling_trend(Values{100, 101, 50, 100, 99, 100}));
  EXPECT_FALSE(falling_trend(Values{100, 101, 99, 100, 101, 50}));
}

TEST(FallingTrend, OfLongSeries) {
  Values falling, flat;
  std::mt19937_64 random(5);
  for (int i = 0; i < 60; ++i) {
    const double noise = static_cast<double>(random() % 1000) / 100;
    falling.push_back(100 - 0.3 * i + noise);
    flat.push_back(100 + noise);
  }
  EXPECT_TRUE(falling_trend(falling));
  EXPECT_FALSE(falling_trend(flat));
}

// Noise without a trend, as wide as it gets: a warning is rare at any length.
TEST(FallingTrend, RarelyWarnsOfNoise) {
  std::mt19937_64 random(11);
  for (const std::size_t count : {4, 5, 6, 7, 12, 40}) {
    int warnings = 0;
    for (int series = 0; series < 4000; ++series) {
      Values values;
      for (std::size_t i = 0; i < count; ++i) {
        values.push_back(90 + static_cast<double>(random() >> 11) * 0x1p-53 * 20);
      }
      warnings += falling_trend(values) ? 1 : 0;
    }
    EXPECT_LT(warnings, 80) << count << " values";  // 2 %
  }
}

}  // namespace
}  // namespace ridgeline
