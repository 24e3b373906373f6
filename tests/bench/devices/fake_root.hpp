// A folder that stands for "/" in tests of code that reads /proc and /sys.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace ridgeline::bench {

class FakeRoot {
 public:
  FakeRoot() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ridgeline-root-XXXXXX");
    if (mkdtemp(pattern.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
    path_ = pattern;
  }
  ~FakeRoot() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  FakeRoot(const FakeRoot&) = delete;
  FakeRoot& operator=(const FakeRoot&) = delete;

  const std::string& path() const { return path_; }

  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path whole = path_ + file;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }

 private:
  std::string path_;
};

}  // namespace ridgeline::bench
