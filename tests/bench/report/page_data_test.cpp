// What a report's page is given: tables, lines, crossings; and that no name can end its element.
#include "bench/report/page_data.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/report/page.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/roofline.hpp"
#include "tests/ceilings/plain_roofline.hpp"

namespace ridgeline::bench {
namespace {

using nlohmann::json;

ceilings::Archive simulated_gpu() {
  return ceilings::read_archive(std::string(RIDGELINE_TEST_DATA) +
                                "/archives/simulated-h200-like.json");
}

json data_of(const std::vector<Reported>& archives) {
  return json::parse(data_text(report_data(archives, nullptr)));
}

TEST(ReportData, HasTheTablesOfShowAndTheLinesOfEveryScope) {
  const ceilings::Archive archive = simulated_gpu();
  const json data = data_of({reported("h200.json", archive)});
  ASSERT_EQ(data["archives"].size(), 1U);
  const json& one = data["archives"][0];
  EXPECT_EQ(one["file"], "h200.json");
  EXPECT_EQ(one["summary"]["ceilings"].size(), archive.ceilings.size());
  EXPECT_EQ(data["kernels"], nullptr);
  EXPECT_TRUE(data["crossovers"].empty());
  EXPECT_NE(one["view"]["banners"].dump().find("SIMULATED"), std::string::npos);
  const ceilings::Roofline roofline = ceilings::roofline_of(archive, "chip");
  std::size_t chip = 0, roofs = 0;
  for (const json& line : one["view"]["lines"]) {
    if (line["scope"] != "chip") continue;
    ++chip;
    if (line["kind"] == "bandwidth" && line["roof"]) {
      ++roofs;
      const ceilings::Line* roof = ceilings::bandwidth_roof(roofline, line["subject"]);
      EXPECT_EQ(line["id"], roof->ceiling->id);
      EXPECT_DOUBLE_EQ(line["value"].get<double>(), roof->value);
      EXPECT_EQ(line["name"].get<std::string>().find(line["subject"]), std::string::npos);
    }
  }
  EXPECT_EQ(chip, roofline.bandwidths.size() + roofline.computes.size());
  EXPECT_EQ(roofs, ceilings::level_names(roofline).size());
}

TEST(ReportData, SaysOneUsualScope) {
  const json data = data_of({reported("a.json", simulated_gpu())});
  int usual = 0;
  for (const json& scope : data["archives"][0]["view"]["scopes"]) usual += scope["usual"] ? 1 : 0;
  EXPECT_EQ(usual, 1);
}

TEST(ReportData, AnArchiveWithoutLinesIsDataToo) {
  ceilings::Archive empty;
  empty.device.device_class = "cpu-nothing";
  const json data = data_of({reported("empty.json", empty)});
  EXPECT_TRUE(data["archives"][0]["view"]["lines"].empty());
  EXPECT_TRUE(data["archives"][0]["view"]["scopes"].empty());
}

TEST(ReportData, EndsNoElement) {
  ceilings::Archive archive = simulated_gpu();
  archive.device.model = "</script><script>alert(1)</script><!--";
  archive.ceilings.front().notes = {"<img src=x onerror=alert(1)>"};
  const std::string data = data_text(report_data({{"</script>.json", archive, archive}}, nullptr));
  EXPECT_EQ(data.find('<'), std::string::npos);
  const json read = json::parse(data);
  EXPECT_EQ(read["archives"][0]["summary"]["device"], archive.device.model);
  EXPECT_EQ(read["archives"][0]["file"], "</script>.json");
}

TEST(ReportData, CrossoverOfOneWithMoreBytesAndOneWithMoreArithmetic) {
  // Attainable min(P, B x AI): 1 TB/s and 100 TFLOP/s meet 2 TB/s and 50 TFLOP/s at AI 50.
  const auto card = [](double bytes, double flop) {
    return ceilings::plain::archive("gpu",
                                    {ceilings::plain::roof("bandwidth/DRAM/chip/1:0/ld16B", bytes),
                                     ceilings::plain::roof("compute/fp32/fma/chip", flop)});
  };
  const ceilings::Archive wide = card(1e12, 1e14), fast = card(2e12, 5e13);
  const json data = data_of({reported("a.json", wide), reported("b.json", fast)});
  ASSERT_EQ(data["crossovers"].size(), 1U);
  EXPECT_DOUBLE_EQ(data["crossovers"][0]["intensity"].get<double>(), 50.0);
  EXPECT_EQ(data["crossovers"][0]["other"], 1);
}

}  // namespace
}  // namespace ridgeline::bench
