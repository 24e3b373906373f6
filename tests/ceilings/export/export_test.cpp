// The forms of other tools, compared with how those tools read them.
#include "ceilings/export/carm.hpp"
#include "ceilings/export/ert.hpp"
#include "ceilings/export/ncu.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "ceilings/errors.hpp"
#include "tests/ceilings/plain_roofline.hpp"

namespace ridgeline::ceilings {
namespace {

using plain::ceiling;
using plain::roof;

Archive processor() {
  Archive archive = plain::archive(
      "cpu",
      {roof("bandwidth/L1/core/1:0/avx2", 180e9),
       ceiling("bandwidth/L1/core/2:1/triad-avx2", 290e9),
       ceiling("bandwidth/L1/core/2:1/update-avx2", 280e9),
       ceiling("bandwidth/DRAM/core/2:1/update-avx2", 20e9),
       roof("bandwidth/DRAM/core/1:0/avx2", 14e9), roof("compute/fp64/fma-avx2/core", 46.4e9),
       ceiling("compute/fp64/add-avx2/core", 23.2e9), ceiling("compute/fp64/fma-sse/core", 20e9)});
  for (Ceiling& each : archive.ceilings) each.clock_hz = 2.9e9;
  archive.ceilings[0].limit = 185.6e9;
  archive.device.model = "A \"quoted\", name";
  archive.device.levels = {{"L1", "", 49152, 2, 1, "", ""}, {"L2", "", 2097152, 2, 1, "", ""}};
  return archive;
}

TEST(Export, ErtReadsPairsOfNamesAndGigas) {
  const auto document = nlohmann::json::parse(ert_json(processor(), {}));
  const auto& empirical = document.at("empirical");
  EXPECT_EQ(empirical.at("gflops").at("data"), nlohmann::json::parse(R"([["GFLOPs", 46.4]])"));
  EXPECT_EQ(empirical.at("gbytes").at("data"),
            nlohmann::json::parse(R"([["L1", 180.0], ["DRAM", 14.0]])"));
  EXPECT_EQ(document.at("spec").at("gbytes").at("data"),
            nlohmann::json::parse(R"([["L1", 185.6]])"));
  EXPECT_TRUE(document.at("spec").at("gflops").at("data").empty());
}

TEST(Export, ErtOfAnotherPrecisionOrLine) {
  Archive archive = plain::accelerator();
  archive.ceilings.push_back(ceiling("bandwidth/DRAM/chip/0:1/st16B", 2.5e12));
  std::swap(archive.ceilings.back().roof, archive.ceilings.front().roof);
  const auto gigabytes = [&](ExportLine line) {
    return nlohmann::json::parse(
        ert_json(archive, {"", "fp16", line}))["empirical"]["gbytes"]["data"][0][1];
  };
  EXPECT_EQ(gigabytes(ExportLine::roof), 2500);
  EXPECT_EQ(gigabytes(ExportLine::reference), 2000);
  EXPECT_THROW(ert_json(archive, {"", "fp64", ExportLine::roof}), UsageError);
  EXPECT_THROW(ert_json(plain::archive("gpu", {}), {}), ArchiveError);
}

// What the CARM Tool's reader does: commas, two head lines, numbers at fixed places.
TEST(Export, CarmReadsFixedColumns) {
  std::istringstream text(carm_csv(processor()));
  std::string name, head, row, more;
  std::getline(text, name);
  std::getline(text, head);
  std::getline(text, row);
  EXPECT_FALSE(std::getline(text, more)) << "only AVX2 has all that a row needs: " << more;
  EXPECT_TRUE(
      name.starts_with("Name:,\"A \"\"quoted\"\", name\",L1 Size:,48,L2 Size:,2048,L3 Size:,0,"))
      << name;
  EXPECT_EQ(std::count(head.begin(), head.end(), ','), 20);
  EXPECT_EQ(row,
            "2026-11-30 12:00:00,avx2,dp,1,2,1,No,0,add,290.00,3.12,0,0,0,0,20.00,0.22,"
            "23.20,2.00,46.40,2.00\r");
}

// A scalar load of 4 B gets half of what was measured with 8 B: no row of fp32.
TEST(Export, CarmHasNoScalarSingles) {
  Archive archive = processor();
  archive.ceilings.push_back(ceiling("bandwidth/L1/core/1:0/scalar", 69.6e9));
  archive.ceilings.push_back(ceiling("compute/fp64/fma-scalar/core", 11.6e9));
  archive.ceilings.push_back(ceiling("compute/fp32/fma-scalar/core", 11.6e9));
  const std::string text = carm_csv(archive);
  EXPECT_NE(text.find(",scalar,dp,1,1,0,"), std::string::npos) << text;
  EXPECT_EQ(text.find(",scalar,sp,"), std::string::npos) << text;
}

TEST(Export, WhatWasNotMeasuredSaysSo) {
  Archive cpu = processor();
  cpu.provenance = Provenance::simulated;
  EXPECT_NE(carm_csv(cpu).find(", name (simulated)\""), std::string::npos);
  Archive card = plain::accelerator();
  const std::string measured = "DisplayName: \"Measured Roofline";
  const auto section = [&] { return ncu_section(card, {}); };
  card.ceilings.push_back(roof("compute/fp64/fma/chip", 10e12));
  EXPECT_NE(section().find(measured), std::string::npos);
  card.provenance = Provenance::published;
  EXPECT_EQ(section().find("Measured"), std::string::npos);
  EXPECT_NE(section().find("DisplayName: \"Published Roofline"), std::string::npos);
}

TEST(Export, CarmHasNoPlaceForGpus) {
  EXPECT_THROW(carm_csv(plain::accelerator()), ArchiveError);
  EXPECT_THROW(carm_csv(plain::archive("cpu", {})), ArchiveError);
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Export, NsightsSectionIsBalancedAndItsMetricsAreDefined) {
  Archive archive = plain::accelerator();
  archive.ceilings.push_back(roof("compute/fp32/fma/chip", 19.2e12));
  archive.ceilings.push_back(roof("bandwidth/L2/chip/1:0/ld16B", 5e12));
  archive.device.model = "Evil \"name\" }\n{ \xff";
  const std::string text = ncu_section(archive, {});
  EXPECT_EQ(times(text, "RooflineChart {"), 2u);  // fp32 and fp16->fp32
  EXPECT_EQ(times(text, "Rooflines {"), 4u);      // of DRAM and L2
  EXPECT_EQ(times(text, "AchievedValues {"), 4u);
  for (const char* field : {"PeakWork", "PeakTraffic", "AchievedWork", "AchievedTraffic"}) {
    EXPECT_EQ(times(text, "        " + std::string(field) + " {\n"), 4u) << field;
  }
  EXPECT_EQ(times(text, "Expression: \"19200000000000 * 1\""), 1u);
  EXPECT_EQ(times(text, "Expression: \"2000000000000 * 1\""), 1u);
  int depth = 0;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '#' && !inside) i = text.find('\n', i);
    if (text[i] == '"' && text[i - 1] != '\\') inside = !inside;
    EXPECT_FALSE(inside && text[i] == '\n') << "a quoted text breaks at " << i;
    if (!inside) depth += (text[i] == '{') - (text[i] == '}');
    EXPECT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("Name: \"derived__");
    if (at == std::string::npos) continue;
    const std::string metric = line.substr(at);
    EXPECT_GE(times(text, "MetricDefinitions {\n    " + metric + "\n"), 1u) << metric;
  }
}

TEST(Export, NsightProfilesNoCpu) { EXPECT_THROW(ncu_section(processor(), {}), ArchiveError); }

}  // namespace
}  // namespace ridgeline::ceilings
