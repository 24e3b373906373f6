// The lines that figures and reports draw: which are roofs, what short names mean, where they meet.
#include "bench/print/archive/lines.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "bench/print/archive/archive_document.hpp"
#include "ceilings/roofline.hpp"
#include "tests/ceilings/plain_roofline.hpp"

namespace ridgeline::bench {
namespace {

using nlohmann::json;

json shown(const ceilings::Archive& archive) {
  std::ostringstream out;
  write(out, archive_document(archive), Format::json, {});
  return json::parse(out.str());
}

// L2 in two variants, of which the far one is faster; double precision, and half precision by
// tensor cores alone.
ceilings::Archive card() {
  return ceilings::plain::archive("gpu",
                                  {ceilings::plain::roof("bandwidth/L2@near/chip/1:0/ld16B", 4e12),
                                   ceilings::plain::roof("bandwidth/L2@far/chip/1:0/ld16B", 5e12),
                                   ceilings::plain::roof("bandwidth/DRAM/chip/1:0/ld16B", 1e12),
                                   ceilings::plain::roof("compute/fp64/fma/chip", 2e13),
                                   ceilings::plain::roof("compute/fp16->fp32/mma/chip", 4e14),
                                   ceilings::plain::roof("compute/int32/mad/chip", 1e13)});
}

TEST(Lines, CarryThePartsOfTheirIds) {
  const json lines = shown(card())["lines"];
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines[0]["subject"], "L2@near");
  EXPECT_EQ(lines[0]["level"], "L2");
  EXPECT_EQ(lines[0]["node"], "near");
  EXPECT_EQ(lines[0]["mix"], "1:0");
  EXPECT_EQ(lines[0]["path"], "ld16B");
  EXPECT_EQ(lines[4]["precision"], "fp16");
  EXPECT_EQ(lines[4]["accumulate"], "fp32");
  EXPECT_EQ(lines[4]["matrix"], true);
  EXPECT_EQ(lines[4]["stand_in"], false);
  EXPECT_EQ(lines[4]["engine"], "tensor");
  EXPECT_TRUE(lines[3]["engine"].is_null());
}

TEST(Lines, ShortNamesStandForTheirVariants) {
  const json data = shown(card());
  std::map<std::string, json> roofs;
  for (const json& row : data["roofs"]) roofs[row["subject"]] = row["roof"];
  EXPECT_EQ(roofs.at("L2@near"), "bandwidth/L2@near/chip/1:0/ld16B");
  EXPECT_EQ(roofs.at("L2"), "bandwidth/L2@far/chip/1:0/ld16B");
  EXPECT_EQ(roofs.at("fp16"), "compute/fp16->fp32/mma/chip");
  EXPECT_EQ(roofs.size(), 8U);
}

TEST(Lines, MeetAtRidgePointsOfFloatingPointAlone) {
  const json points = shown(card())["ridge_points"];
  EXPECT_EQ(points.size(), 3U * 2U * 2U);
  for (const json& point : points) {
    if (point["level"] != "DRAM" || point["precision"] != "fp64") continue;
    EXPECT_DOUBLE_EQ(point["intensity"].get<double>(), 20.0);
    EXPECT_DOUBLE_EQ(point["rate"].get<double>(), 2e13);
    EXPECT_EQ(point["bandwidth"], "bandwidth/DRAM/chip/1:0/ld16B");
  }
}

TEST(Lines, ASecondaryCeilingWithoutAMarkIsAStandIn) {
  ceilings::Archive archive = card();
  archive.ceilings[2].roof = archive.ceilings[2].reference = false;
  archive.ceilings[2].role = "secondary";
  const json lines = shown(archive)["lines"];
  EXPECT_EQ(lines[2]["subject"], "DRAM");
  EXPECT_EQ(lines[2]["roof"], true);
  EXPECT_EQ(lines[2]["stand_in"], true);
}

TEST(Lines, AnArchiveWithoutCeilingsHasNone) {
  ceilings::Archive empty;
  empty.device.device_class = "cpu-nothing";
  const json none = shown(empty);
  for (const char* key : {"scopes", "lines", "roofs", "ridge_points"}) {
    EXPECT_TRUE(none[key].empty()) << key;
  }
}

}  // namespace
}  // namespace ridgeline::bench
