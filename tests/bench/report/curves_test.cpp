// Rates over what was varied: in flight, threads, bank conflicts.
#include "bench/report/curves.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/bench/report/seen_samples.hpp"

namespace ridgeline::bench {
namespace {

using tests::seen;

TEST(CurveTable, HasWhatWasVariedInAtLeastThreeSteps) {
  ceilings::Archive archive;
  for (const int chains : {1, 2, 4, 8}) {
    archive.samples.push_back(seen("compute/fp32/fma/chip", 0, {8, 256, chains}, 1e12 * chains));
  }
  archive.samples.push_back(seen("compute/fp32/fma/chip", 0, {4, 256, 4}, 1e12));
  archive.samples.push_back(seen("compute/fp32/fma/chip", 0, {2, 256, 4}, 1e12));
  std::vector<std::pair<std::string, double>> points;
  for (const Row& row : curve_table(archive).rows) {
    points.emplace_back(std::get<std::string>(row.cells[0].raw),
                        std::get<double>(row.cells[4].raw));
  }
  const std::vector<std::pair<std::string, double>> expected{
      {"in flight", 1},   {"in flight", 2},    {"in flight", 4},   {"in flight", 8},
      {"occupancy", 512}, {"occupancy", 1024}, {"occupancy", 2048}};
  EXPECT_EQ(points, expected);
}

TEST(CurveTable, BankConflictsBeginWithNone) {
  ceilings::Archive archive;
  for (const auto& [path, value] : {std::pair<std::string, double>{"ld4B-32way", 1e12},
                                    {"ld4B-2way", 16e12},
                                    {"ld4B", 32e12},
                                    {"ld4B-strided", 3e12}}) {
    ceilings::Ceiling ceiling;
    ceiling.kind = "bandwidth";
    ceiling.level = "shared";
    ceiling.scope = "sm";
    ceiling.mix = "1:0";
    ceiling.path = path;
    ceiling.unit = "B/s";
    ceiling.value = value;
    archive.ceilings.push_back(ceiling);
  }
  std::vector<double> ways;
  for (const Row& row : curve_table(archive).rows) {
    if (std::get<std::string>(row.cells[0].raw) == "bank conflicts") {
      ways.push_back(std::get<double>(row.cells[4].raw));
    }
  }
  EXPECT_EQ(ways, (std::vector<double>{1, 2, 32}));
}

}  // namespace
}  // namespace ridgeline::bench
