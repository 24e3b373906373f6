// The roofline in characters: what is drawn, that it fits, and that nothing is written over.
#include "bench/print/chart/chart.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "ceilings/errors.hpp"
#include "ceilings/text/text.hpp"
#include "tests/ceilings/plain_roofline.hpp"

namespace ridgeline::bench {
namespace {

using ceilings::plain::roof;

std::vector<std::string> drawn(const ceilings::Archive& archive, std::size_t width, bool ascii) {
  Terminal terminal;
  terminal.width = width;
  terminal.ascii = ascii;
  return roofline_chart(archive, ceilings::roofline_of(archive), terminal);
}

std::string text_of(const std::vector<std::string>& rows) {
  std::string text;
  for (const std::string& row : rows) text += row + "\n";
  return text;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// Four levels and eleven precisions.
ceilings::Archive many() {
  ceilings::Archive archive = ceilings::plain::archive("gpu", {});
  double bandwidth = 40e12, rate = 9e15;
  for (const char* level : {"L1", "shared", "L2", "DRAM"}) {
    archive.ceilings.push_back(
        roof("bandwidth/" + std::string(level) + "/chip/1:0/ld16B", bandwidth));
    bandwidth /= 2;
  }
  for (const char* precision : {"fp4->fp32", "fp8->fp32", "fp16->fp32", "bf16->fp32", "tf32->fp32",
                                "fp16", "fp64->fp64", "fp32", "bf16", "fp64", "fp6->fp32"}) {
    archive.ceilings.push_back(roof("compute/" + std::string(precision) + "/fma/chip", rate));
    rate /= 1.9;
  }
  return archive;
}

// 2 TB/s meet 312 TFLOP/s at 156 FLOP/B: with AI from 10 to 1000 the slope ends in the second
// decade.
TEST(Chart, DrawsTheRoofWhereItIs) {
  const auto rows = drawn(ceilings::plain::accelerator(), 60, true);
  const std::string text = text_of(rows);
  EXPECT_EQ(rows.front(), "   FLOP/s");
  EXPECT_EQ(times(text, "DRAM 2.000 TB/s (read)"), 1u) << text;
  EXPECT_EQ(times(text, "fp16->fp32 312.0 TFLOP/s (mma-m16n8k16)"), 1u) << text;
  EXPECT_NE(text.find("100 T |"), std::string::npos) << text;
  const auto ticks = std::find_if(rows.begin(), rows.end(),
                                  [](const std::string& row) { return row.starts_with("FLOP/B"); });
  ASSERT_NE(ticks, rows.end());
  const std::size_t hundred = ticks->find("100 "), thousand = ticks->find("1000");
  const auto flat = std::find_if(rows.begin(), rows.end(), [](const std::string& row) {
    return row.find("-----") != std::string::npos;
  });
  const std::size_t knee = flat->find("---");
  EXPECT_GT(knee, hundred) << text;
  EXPECT_LT(knee, thousand) << text;
}

TEST(Chart, FitsAnyTerminal) {
  for (const std::size_t width : {1u, 40u, 79u, 80u, 132u, 300u}) {
    for (const bool ascii : {false, true}) {
      for (const ceilings::Archive& archive : {ceilings::plain::accelerator(), many()}) {
        for (const std::string& row : drawn(archive, width, ascii)) {
          EXPECT_LE(columns_of(row), std::max<std::size_t>(width, 40)) << row;
        }
      }
    }
  }
}

TEST(Chart, AsciiIsAscii) {
  for (const std::string& row : drawn(many(), 90, true)) {
    EXPECT_TRUE(std::all_of(row.begin(), row.end(), [](char c) { return c >= ' ' && c <= '~'; }));
  }
}

// Words never share a cell: each is there whole, or not at all, and the legend has all of them.
TEST(Chart, WordsAreWholeWithFifteenCeilings) {
  for (const std::size_t width : {60u, 80u, 120u}) {
    const ceilings::Archive archive = many();
    const std::string text = text_of(drawn(archive, width, false));
    for (const char* level : {"L1", "shared", "L2", "DRAM"}) {
      EXPECT_EQ(times(text, level), 2u) << level << "\n" << text;  // on its slope, and below
    }
    EXPECT_EQ(times(text, "FLOP/s"), 1u + 11u) << text;  // the axis, and each peak
  }
}

TEST(Chart, PointsOfTheScopeAreMarked) {
  ceilings::Archive archive = ceilings::plain::accelerator();
  ceilings::EmpiricalPoint point;
  point.scope = "chip";
  point.intensity = 30;
  point.rate = 55e12;
  archive.empirical = {point};
  EXPECT_EQ(times(text_of(drawn(archive, 80, false)), "●"), 2u);
  archive.empirical[0].scope = "sm";
  EXPECT_EQ(times(text_of(drawn(archive, 80, false)), "●"), 0u);
}

TEST(Chart, WithoutLinesThereIsNothingToDraw) {
  EXPECT_THROW(drawn(ceilings::plain::archive("gpu", {}), 80, true), UsageError);
  ceilings::Archive integers = ceilings::plain::accelerator();
  integers.ceilings.back() = roof("compute/int32/mad/chip", 1e12);
  EXPECT_THROW(drawn(integers, 80, true), UsageError);
}

}  // namespace
}  // namespace ridgeline::bench
