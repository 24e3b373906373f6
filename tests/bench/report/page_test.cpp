// The report's page as text: its data, its policy, what it refuses. How it looks and works is seen
// in a browser (tests/page).
#include "bench/report/page.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/report/page_files.hpp"
#include "bench/report/view.hpp"
#include "ceilings/archive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/roofline.hpp"
#include "tests/ceilings/plain_roofline.hpp"

namespace ridgeline {
namespace {

using nlohmann::json;

Archive simulated_gpu() {
  return read_archive(std::string(RIDGELINE_TEST_DATA) + "/archives/simulated-h200-like.json");
}

json data_of(const std::vector<Reported>& archives) {
  return json::parse(report_data(archives, nullptr));
}

TEST(PolicyHash, IsBase64OfTheChecksum) {
  // FIPS 180-2 gives SHA-256 of "abc" and of the empty text; their base64 by RFC 4648.
  EXPECT_EQ(policy_hash("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(policy_hash("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

TEST(ReportData, HasTheTablesOfShowAndTheLinesOfEveryScope) {
  const Archive archive = simulated_gpu();
  const json data = data_of({reported("h200.json", archive)});
  ASSERT_EQ(data["archives"].size(), 1U);
  const json& one = data["archives"][0];
  EXPECT_EQ(one["file"], "h200.json");
  EXPECT_EQ(one["summary"]["ceilings"].size(), archive.ceilings.size());
  EXPECT_EQ(data["kernels"], nullptr);
  EXPECT_TRUE(data["crossovers"].empty());
  EXPECT_NE(one["view"]["banners"].dump().find("SIMULATED"), std::string::npos);
  const Roofline roofline = roofline_of(archive, "chip");
  std::size_t chip = 0, roofs = 0;
  for (const json& line : one["view"]["lines"]) {
    if (line["scope"] != "chip") continue;
    ++chip;
    if (line["kind"] == "bandwidth" && line["roof"]) {
      ++roofs;
      const Line* roof = bandwidth_roof(roofline, line["subject"]);
      EXPECT_EQ(line["id"], roof->ceiling->id);
      EXPECT_DOUBLE_EQ(line["value"].get<double>(), roof->value);
      EXPECT_EQ(line["name"].get<std::string>().find(line["subject"]), std::string::npos);
    }
  }
  EXPECT_EQ(chip, roofline.bandwidths.size() + roofline.computes.size());
  EXPECT_EQ(roofs, level_names(roofline).size());
}

TEST(ReportData, SaysOneUsualScope) {
  const json data = data_of({reported("a.json", simulated_gpu())});
  int usual = 0;
  for (const json& scope : data["archives"][0]["view"]["scopes"]) usual += scope["usual"] ? 1 : 0;
  EXPECT_EQ(usual, 1);
}

TEST(ReportData, AnArchiveWithoutLinesIsDataToo) {
  Archive empty;
  empty.device.device_class = "cpu-nothing";
  const json data = data_of({reported("empty.json", empty)});
  EXPECT_TRUE(data["archives"][0]["view"]["lines"].empty());
  EXPECT_TRUE(data["archives"][0]["view"]["scopes"].empty());
}

TEST(ReportData, EndsNoElement) {
  Archive archive = simulated_gpu();
  archive.device.model = "</script><script>alert(1)</script><!--";
  archive.ceilings.front().notes = {"<img src=x onerror=alert(1)>"};
  const std::string data = report_data({{"</script>.json", archive, archive}}, nullptr);
  EXPECT_EQ(data.find('<'), std::string::npos);
  const json read = json::parse(data);
  EXPECT_EQ(read["archives"][0]["summary"]["device"], archive.device.model);
  EXPECT_EQ(read["archives"][0]["file"], "</script>.json");
}

TEST(ReportData, CrossoverOfOneWithMoreBytesAndOneWithMoreArithmetic) {
  // Attainable min(P, B x AI): 1 TB/s and 100 TFLOP/s meet 2 TB/s and 50 TFLOP/s at AI 50.
  const auto card = [](double bytes, double flop) {
    return plain::archive("gpu", {plain::roof("bandwidth/DRAM/chip/1:0/ld16B", bytes),
                                  plain::roof("compute/fp32/fma/chip", flop)});
  };
  const Archive wide = card(1e12, 1e14), fast = card(2e12, 5e13);
  const json data = data_of({reported("a.json", wide), reported("b.json", fast)});
  ASSERT_EQ(data["crossovers"].size(), 1U);
  EXPECT_DOUBLE_EQ(data["crossovers"][0]["intensity"].get<double>(), 50.0);
  EXPECT_EQ(data["crossovers"][0]["other"], 1);
}

// Sizes and shapes of the explore stage, as samples.
Sample seen(const std::string& id, std::uint64_t size, SampleShape shape, double rate) {
  Sample sample;
  sample.id = id;
  sample.family = id.substr(0, id.find('/'));
  sample.scope = "chip";
  sample.precision = sample.family == "compute" ? "fp32" : "";
  sample.path = sample.family == "compute" ? "fma" : "ld16B";
  sample.level = sample.family == "compute" ? "" : "sweep";
  sample.mix = sample.family == "compute" ? "" : "1:0";
  sample.working_set = size;
  sample.shape = shape;
  sample.work.bytes_read = sample.family == "compute" ? 0 : 1e6;
  sample.work.operations = sample.family == "compute" ? 1e6 : 0;
  for (const double factor : {0.9, 1.0, 1.1}) {
    Repetition repetition;
    repetition.passes = 1000;
    repetition.seconds = 1e9 / (rate * factor);
    sample.repetitions.push_back(repetition);
  }
  return sample;
}

TEST(SweepTable, HasThePointsOfEverySeriesBySize) {
  Archive archive;
  for (const std::uint64_t size : {64U, 16U, 4U, 1U, 32U, 8U}) {
    archive.samples.push_back(seen("bandwidth/sweep/chip/1:0/ld16B", size * 1024, {}, 1e12));
  }
  archive.samples.push_back(seen("bandwidth/L2/chip/1:0/ld16B", 5000, {}, 1e12));
  archive.samples.back().level = "L2";  // one size, no sweep
  archive.samples.push_back(seen("bandwidth/sweep/chip/1:0/ld16B", 99999, {}, 1e12));
  archive.samples.back().status = Status::failed;
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

TEST(CurveTable, HasWhatWasVariedInAtLeastThreeSteps) {
  Archive archive;
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
  Archive archive;
  for (const auto& [path, value] : {std::pair<std::string, double>{"ld4B-32way", 1e12},
                                    {"ld4B-2way", 16e12},
                                    {"ld4B", 32e12},
                                    {"ld4B-strided", 3e12}}) {
    Ceiling ceiling;
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

class ReportFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("report-") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string text_of(const std::filesystem::path& path) const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::filesystem::path folder_;
};

TEST_F(ReportFile, ReplacesReportsAndNothingElse) {
  const std::string path = (folder_ / "r.html").string();
  const std::string page(page_template().text);
  write_report(path, page + "one");
  write_report(path, page + "two");
  EXPECT_EQ(text_of(path), page + "two");
  const std::string other = (folder_ / "notes.html").string();
  std::ofstream(other) << "my own";
  EXPECT_THROW(write_report(other, page), UsageError);
  EXPECT_EQ(text_of(other), "my own");
  EXPECT_THROW(write_report(folder_.string(), page), UsageError);
  EXPECT_THROW(write_report((folder_ / "no" / "r.html").string(), page), DeviceError);
  int files = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 2);
}

TEST(ReportPage, IsWholeOrSaysWhyThereIsNone) {
  if (!makes_reports()) {
    EXPECT_THROW(report_page({reported("a.json", simulated_gpu())}, nullptr), DeviceError);
    return;
  }
  Archive archive = simulated_gpu();
  archive.device.model = "<b>\"&{{data}}";
  const std::string page = report_page({reported("a.json", archive)}, nullptr);
  EXPECT_NE(page.find("<title>Roofline of &lt;b&gt;&quot;&amp;{{data}}</title>"),
            std::string::npos);
  EXPECT_NE(page.find(policy_hash(page_code().sha256)), std::string::npos);
  EXPECT_NE(page.find(page_code().text), std::string::npos);
  EXPECT_THROW(report_page({}, nullptr), UsageError);
}

}  // namespace
}  // namespace ridgeline
