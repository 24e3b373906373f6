// Numbers for people, and sizes by people.
#include "ceilings/units.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "ceilings/errors.hpp"

namespace ridgeline {
namespace {

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;

TEST(Units, SizesAreBinaryAndExact) {
  EXPECT_EQ(format_bytes(0), "0B");
  EXPECT_EQ(format_bytes(1), "1B");
  EXPECT_EQ(format_bytes(1000), "1000B");
  EXPECT_EQ(format_bytes(1024), "1KiB");
  EXPECT_EQ(format_bytes(48 * kKiB), "48KiB");
  EXPECT_EQ(format_bytes(kMiB + kMiB / 2), "1.5MiB");
  EXPECT_EQ(format_bytes(kMiB + kMiB / 8), "1.125MiB");
  EXPECT_EQ(format_bytes(2 * kKiB + kKiB / 4), "2.25KiB");
  EXPECT_EQ(format_bytes(1200 * kMiB), "1200MiB");
  EXPECT_EQ(format_bytes(24 * kGiB), "24GiB");
  EXPECT_EQ(format_bytes(1024 * kGiB), "1TiB");
  EXPECT_EQ(format_bytes(kMiB + 1), "1048577B");
  EXPECT_EQ(format_bytes(~std::uint64_t{0}), "18446744073709551615B");
}

TEST(Units, RatesAreDecimal) {
  EXPECT_EQ(format_rate(static_cast<double>(kGiB) / 1.0, "B/s"), "1.074 GB/s");  // 1 GiB in 1 s
  EXPECT_EQ(format_rate(1.372e11, "FLOP/s"), "137.2 GFLOP/s");
  EXPECT_EQ(format_rate(9.0512e14, "FLOP/s"), "905.1 TFLOP/s");
  EXPECT_EQ(format_rate(1.41e10, "B/s"), "14.10 GB/s");
  EXPECT_EQ(format_rate(999.94e9, "B/s"), "999.9 GB/s");
  EXPECT_EQ(format_rate(999.96e9, "B/s"), "1.000 TB/s");
  EXPECT_EQ(format_rate(1e10, "B/s"), "10.00 GB/s");
  EXPECT_EQ(format_rate(0, "B/s"), "0 B/s");
  EXPECT_EQ(format_rate(1, "B/s"), "1.000 B/s");
  EXPECT_EQ(format_rate(std::numeric_limits<double>::quiet_NaN(), "B/s"), "? B/s");
  EXPECT_EQ(format_rate(std::numeric_limits<double>::infinity(), "B/s"), "? B/s");
}

TEST(Units, Seconds) {
  EXPECT_EQ(format_seconds(4.1e-9), "4.1 ns");
  EXPECT_EQ(format_seconds(1.63e-7), "163 ns");
  EXPECT_EQ(format_seconds(1.2e-3), "1.2 ms");
  EXPECT_EQ(format_seconds(9.999e-4), "1.0 ms");
  EXPECT_EQ(format_seconds(13.2), "13.2 s");
  EXPECT_EQ(format_seconds(99.96), "1 min 40 s");
  EXPECT_EQ(format_seconds(125), "2 min 5 s");
  EXPECT_EQ(format_seconds(3725), "1 h 2 min");
  EXPECT_EQ(format_seconds(0), "0 s");
  EXPECT_EQ(format_seconds(std::numeric_limits<double>::infinity()), "? s");
}

TEST(Units, PercentAndHertz) {
  EXPECT_EQ(format_percent(0.987), "98.7 %");
  EXPECT_EQ(format_percent(0), "0.0 %");
  EXPECT_EQ(format_percent(1.05), "105.0 %");
  EXPECT_EQ(format_percent(std::numeric_limits<double>::quiet_NaN()), "? %");
  EXPECT_EQ(format_hertz(2.9e9), "2.90 GHz");
  EXPECT_EQ(format_hertz(1.755e9), "1.75 GHz");
  EXPECT_EQ(format_hertz(8e8), "800 MHz");
}

TEST(Units, SuffixesHaveOneMeaning) {
  EXPECT_EQ(parse_bytes("4096"), 4096u);
  EXPECT_EQ(parse_bytes("4096B"), 4096u);
  EXPECT_EQ(parse_bytes("0"), 0u);
  EXPECT_EQ(parse_bytes("48K"), 48 * kKiB);
  EXPECT_EQ(parse_bytes("48KiB"), 48 * kKiB);
  EXPECT_EQ(parse_bytes("48kib"), 48 * kKiB);
  EXPECT_EQ(parse_bytes("48kB"), 48'000u);
  EXPECT_EQ(parse_bytes("48KB"), 48'000u);
  EXPECT_EQ(parse_bytes("2M"), 2 * kMiB);
  EXPECT_EQ(parse_bytes("2MiB"), 2 * kMiB);
  EXPECT_EQ(parse_bytes("2MB"), 2'000'000u);
  EXPECT_EQ(parse_bytes("2G"), 2 * kGiB);
  EXPECT_EQ(parse_bytes("2GB"), 2'000'000'000u);
  EXPECT_EQ(parse_bytes("1 TiB"), 1024 * kGiB);
  EXPECT_EQ(parse_bytes("1TB"), 1'000'000'000'000u);
  EXPECT_EQ(parse_bytes("1.5MiB"), kMiB + kMiB / 2);
  EXPECT_EQ(parse_bytes("1.3GiB"), 1395864371u);
  EXPECT_EQ(parse_bytes("18446744073709551615"), ~std::uint64_t{0});
}

TEST(Units, OtherTextsAreNamed) {
  for (const char* text : {"",
                           "KiB",
                           "-1",
                           "-4KiB",
                           "1.5",
                           "0.5B",
                           "12XB",
                           "4Ki",
                           "4Kb/s",
                           "1e3",
                           "1,5MiB",
                           "0x10",
                           "nan",
                           "inf",
                           "infMiB",
                           "18446744073709551616",
                           "99999999999TiB",
                           "1e400",
                           "4 096",
                           " 4K"}) {
    try {
      parse_bytes(text);
      ADD_FAILURE() << "'" << text << "' was taken";
    } catch (const UsageError& error) {
      EXPECT_EQ(error.exit_code(), 2);
      const std::string what = error.what();
      EXPECT_NE(what.find("'" + std::string(text) + "'"), std::string::npos) << what;
    }
  }
}

TEST(Units, FormattedSizesAreReadBack) {
  std::mt19937_64 random(20261130);
  for (int i = 0; i < 20'000; ++i) {
    const auto shift = static_cast<int>(random() % 64);
    std::uint64_t bytes = random() >> shift;
    if (i % 2 == 0) bytes &= ~std::uint64_t{0} << (random() % 40);
    ASSERT_EQ(parse_bytes(format_bytes(bytes)), bytes) << format_bytes(bytes);
  }
}

}  // namespace
}  // namespace ridgeline
