// Files by name and by pattern: what a shell would make of them.
#include "bench/cli/input_files.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

class InputFiles : public testing::Test {
 protected:
  InputFiles()
      : folder_(testing::TempDir() + "ridgeline-input-files-" + std::to_string(getpid()) + "/") {
    std::filesystem::create_directories(folder_ + "folder.json");
    for (const char* name : {"b.json", "B.json", "a.json", "a,b.json", "x[1].json", ".hid.json"}) {
      std::ofstream(folder_ + name) << "{}";
    }
  }
  ~InputFiles() override { std::filesystem::remove_all(folder_); }

  std::string at(const std::string& name) const { return folder_ + name; }
  Arguments given(const std::string& value) const {
    Arguments arguments;
    arguments.values["on"] = value;
    return arguments;
  }

 private:
  std::string folder_;
};

using Strings = std::vector<std::string>;

TEST_F(InputFiles, FittingOnesInByteOrderWithoutFoldersAndHiddenOnes) {
  EXPECT_EQ(files_named(at("*.json")),
            (Strings{at("B.json"), at("a,b.json"), at("a.json"), at("b.json"), at("x[1].json")}));
  EXPECT_EQ(files_named(at("[ab].json")), (Strings{at("a.json"), at("b.json")}));
  EXPECT_EQ(files_named(at("?.json")).size(), 3U);
}

TEST_F(InputFiles, NamesAreThemselvesThereOrNot) {
  EXPECT_EQ(files_named(at("missing.json")), Strings{at("missing.json")});
  EXPECT_EQ(files_named(at("x[1].json")), Strings{at("x[1].json")})
      << "though it is a pattern, too";
  EXPECT_EQ(files_named(""), Strings{""});
}

TEST_F(InputFiles, APatternThatFitsNothingIsAnError) {
  for (const char* pattern : {"*.csv", "folder*", "[", "no/such/*.json"}) {
    try {
      files_named(at(pattern));
      ADD_FAILURE() << pattern;
    } catch (const ArchiveError& error) {
      EXPECT_NE(std::string(error.what()).find(at(pattern)), std::string::npos) << error.what();
    }
  }
}

TEST_F(InputFiles, AnOptionForOneFile) {
  EXPECT_EQ(input_file({}, "on"), "");
  EXPECT_EQ(input_file(given(at("B*")), "on"), at("B.json"));
  EXPECT_THROW(input_file(given(at("?.json")), "on"), UsageError);
}

TEST_F(InputFiles, AnOptionForSeveral) {
  EXPECT_EQ(input_files({}, "on"), Strings{});
  EXPECT_EQ(input_files(given(at("a,b.json")), "on"), Strings{at("a,b.json")});
  EXPECT_EQ(input_files(given(at("b.json") + "," + at("[aB].json")), "on"),
            (Strings{at("b.json"), at("B.json"), at("a.json")}));
}

}  // namespace
}  // namespace ridgeline::bench
