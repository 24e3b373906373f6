// How compared archives and ratios are called.
#include "bench/print/compare/names.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ridgeline::bench {
namespace {

TEST(CompareNames, LettersGoOnBehindZ) {
  EXPECT_EQ(letter_of(0), "A");
  EXPECT_EQ(letter_of(25), "Z");
  EXPECT_EQ(letter_of(26), "AA");
  EXPECT_EQ(letter_of(26 + 25), "AZ");
  EXPECT_EQ(letter_of(26 + 26 * 26), "AAA");
}

TEST(CompareNames, HeadingsSayWhatWasNotMeasured) {
  EXPECT_EQ(heading_of(1, ceilings::Provenance::measured), "B");
  EXPECT_EQ(heading_of(1, ceilings::Provenance::published), "B published");
  EXPECT_EQ(heading_of(2, ceilings::Provenance::simulated), "C simulated");
}

TEST(CompareNames, RatiosHaveFourDigits) {
  EXPECT_EQ(ratio_text(1), "1.000");
  EXPECT_EQ(ratio_text(12.345678), "12.35");
  EXPECT_EQ(ratio_text(123.45678), "123.5");
  EXPECT_EQ(ratio_text(12345.678), "12346");
  EXPECT_EQ(ratio_text(0.00012), "1.20e-04");
  EXPECT_EQ(ratio_text(0), "-");
  EXPECT_EQ(ratio_text(std::numeric_limits<double>::infinity()), "-");
}

TEST(CompareNames, RatiosAreOfTheOtherToTheBaseline) {
  Comparison comparison;
  comparison.archives.resize(2);
  EXPECT_EQ(others_text(comparison), "B/A");
  comparison.baseline = 1;
  EXPECT_EQ(others_text(comparison), "A/B");
  comparison.archives.resize(3);
  EXPECT_EQ(others_text(comparison), "X/B");
}

}  // namespace
}  // namespace ridgeline::bench
