// A report on disk: reports are replaced, and nothing else is.
#include "bench/report/report_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "bench/report/page_files.hpp"
#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

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

}  // namespace
}  // namespace ridgeline::bench
