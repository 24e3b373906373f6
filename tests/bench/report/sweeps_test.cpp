// What was seen over the working set: every point of a series, by size.
#include "bench/report/sweeps.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/bench/report/seen_samples.hpp"

namespace ridgeline::bench {
namespace {

using tests::seen;

TEST(SweepTable, HasThePointsOfEverySeriesBySize) {
  ceilings::Archive archive;
  for (const std::uint64_t size : {64U, 16U, 4U, 1U, 32U, 8U}) {
    archive.samples.push_back(seen("bandwidth/sweep/chip/1:0/ld16B", size * 1024, {}, 1e12));
  }
  archive.samples.push_back(seen("bandwidth/L2/chip/1:0/ld16B", 5000, {}, 1e12));
  archive.samples.back().level = "L2";  // one size, no sweep
  archive.samples.push_back(seen("bandwidth/sweep/chip/1:0/ld16B", 99999, {}, 1e12));
  archive.samples.back().status = ceilings::Status::failed;
  const Table table = sweep_table(archive);
  ASSERT_EQ(table.rows.size(), 6U);
  std::int64_t before = 0;
  for (const Row& row : table.rows) {
    const auto size = std::get<std::int64_t>(row.cells[4].raw);
    EXPECT_LT(before, size);
    before = size;
    EXPECT_NEAR(std::get<double>(row.cells[5].raw), 1e12, 1);
    EXPECT_NEAR(std::get<double>(row.cells[6].raw), 0.9e12, 1);
    EXPECT_NEAR(std::get<double>(row.cells[7].raw), 1.1e12, 1);
  }
}

}  // namespace
}  // namespace ridgeline::bench
