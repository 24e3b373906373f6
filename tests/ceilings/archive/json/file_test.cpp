// Archives as files: written whole or not at all, never over another, under safe names.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "ceilings/archive.hpp"
#include "ceilings/archive/json/file.hpp"
#include "ceilings/archive/path.hpp"
#include "ceilings/errors.hpp"
#include "tests/ceilings/archive/examples.hpp"

namespace ridgeline::ceilings {
namespace {

namespace fs = std::filesystem;

class ArchiveFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "ridgeline-archive-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::recursive_directory_iterator(folder_),
                                                  fs::recursive_directory_iterator()));
  }
  static Archive measured() {
    Archive archive = examples::cpu();
    archive.provenance = Provenance::measured;
    return archive;
  }
  static std::string refusal(const Archive& archive, const std::string& path) {
    try {
      write_archive(archive, path);
      return "";
    } catch (const ArchiveError& error) {
      return error.what();
    }
  }

  fs::path folder_;
};

TEST_F(ArchiveFile, IsReadAsWritten) {
  write_archive(examples::cpu(), path("a.json"));
  EXPECT_EQ(to_json(read_archive(path("a.json"))), to_json(examples::cpu()));
  EXPECT_EQ(files(), 1u) << "the temporary file is gone";
}

TEST_F(ArchiveFile, MakesMissingFolders) {
  write_archive(examples::cpu(), path("some/where/a.json"));
  EXPECT_TRUE(fs::exists(path("some/where/a.json")));
}

TEST_F(ArchiveFile, NeverReplacesAnything) {
  std::ofstream(path("a.json")) << "mine";
  const std::string error = refusal(examples::cpu(), path("a.json"));
  EXPECT_NE(error.find("a.json: exists already and is never overwritten"), std::string::npos)
      << error;
  std::string text;
  std::ifstream(path("a.json")) >> text;
  EXPECT_EQ(text, "mine");
  EXPECT_EQ(files(), 1u);
  // Not even a link that leads nowhere.
  fs::create_symlink("nowhere", path("link.json"));
  EXPECT_NE(refusal(examples::cpu(), path("link.json")), "");
  EXPECT_FALSE(fs::exists(path("nowhere")));
}

TEST_F(ArchiveFile, OneOfManyWritersWins) {
  for (int round = 0; round < 50; ++round) {
    const std::string name = path(std::to_string(round) + ".json");
    std::atomic<int> written{0};
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i) {
      writers.emplace_back([&] { written += refusal(examples::cpu(), name).empty(); });
    }
    for (std::thread& writer : writers) writer.join();
    EXPECT_EQ(written, 1);
    EXPECT_NO_THROW(read_archive(name));
  }
}

TEST_F(ArchiveFile, SimulatedOnesStayOutOfResults) {
  EXPECT_NE(refusal(examples::cpu(), path("results/a.json")).find("never written below"),
            std::string::npos);
  EXPECT_NE(refusal(examples::cpu(), path("results/deep/er/a.json")), "");
  EXPECT_NE(refusal(examples::cpu(), path("x/../results/a.json")), "");
  fs::create_directories(path("results/real"));
  fs::create_directory_symlink(path("results/real"), path("innocent"));
  EXPECT_NE(refusal(examples::cpu(), path("innocent/a.json")), "");
  EXPECT_EQ(refusal(examples::cpu(), path("results-of-mine/a.json")), "");
  EXPECT_EQ(refusal(measured(), path("results/a.json")), "");
  EXPECT_THROW(check_writable(path("results/b.json"), Provenance::simulated), ArchiveError);
}

TEST_F(ArchiveFile, BrokenOnesAreNotWritten) {
  Archive archive = examples::cpu();
  archive.samples[1].name = archive.samples[4].name;
  EXPECT_NE(refusal(archive, path("a.json")).find("comes twice"), std::string::npos);
  EXPECT_EQ(files(), 0u);
}

TEST_F(ArchiveFile, PlacesThatCanNotBeWrittenAreSeenBefore) {
  std::ofstream(path("file")) << "no folder";
  EXPECT_THROW(check_writable(path("file/a.json"), Provenance::measured), ArchiveError);
  EXPECT_THROW(check_writable("/proc/ridgeline/a.json", Provenance::measured), ArchiveError);
  EXPECT_THROW(check_writable(path("file"), Provenance::measured), ArchiveError);
  EXPECT_NE(refusal(examples::cpu(), path("file/a.json")), "");
  EXPECT_NO_THROW(check_writable(path("new/a.json"), Provenance::measured));
  EXPECT_FALSE(fs::exists(path("new/a.json")));
  EXPECT_EQ(files(), 2u) << "the file and the new folder, nothing else";
}

TEST_F(ArchiveFile, WhatCanNotBeReadIsNamed) {
  const auto refused = [](const std::string& name) -> std::string {
    try {
      read_archive(name);
      return "";
    } catch (const ArchiveError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refused(path("none.json")),
            path("none.json") + ": can't be read: No such file or directory");
  EXPECT_NE(refused(folder_.string()).find("Is a directory"), std::string::npos);
  EXPECT_NE(refused("/dev/zero").find("larger than 256 MiB"), std::string::npos);
  std::ofstream(path("empty.json"));
  EXPECT_NE(refused(path("empty.json")).find("empty"), std::string::npos);
}

std::string name_for(const std::string& vendor, const std::string& model,
                     const std::string& kind = "cpu") {
  Archive archive;
  archive.created = "2026-11-30T12:00:00Z";
  archive.device.vendor = vendor;
  archive.device.model = model;
  archive.device.kind = kind;
  return archive_path("results", archive);
}

TEST(ArchivePath, IsSafeWhateverTheDeviceIsCalled) {
  const std::string time = "/2026-11-30T12-00-00Z.json";
  EXPECT_EQ(name_for("GenuineIntel", "Intel(R) Xeon(R) Processor @ 2.60GHz  "),
            "results/intel-xeon-processor-2.60ghz" + time);
  EXPECT_EQ(name_for("AuthenticAMD", "AMD EPYC"), "results/amd-epyc" + time);
  EXPECT_EQ(name_for("NVIDIA", "NVIDIA H200", "gpu"), "results/nvidia-h200" + time);
  EXPECT_EQ(name_for("GenuineIntel", "Intel(R) Xeon(R) CPU           E5345  @ 2.33GHz"),
            "results/intel-xeon-cpu-e5345-2.33ghz" + time);
  EXPECT_EQ(name_for("", ""), "results/unknown-cpu" + time);
  EXPECT_EQ(name_for("", " \t", "gpu"), "results/unknown-gpu" + time);
  EXPECT_EQ(name_for("AuthenticAMD", "AMD"), "results/amd-unknown-cpu" + time);
  EXPECT_EQ(name_for("ARM", "a/b\\c:d*e?f\"g<h>i|j"), "results/arm-a-b-c-d-e-f-g-h-i-j" + time);
  EXPECT_EQ(name_for("..", "../../etc/passwd"), "results/etc-passwd" + time);
  EXPECT_EQ(name_for("", "\xAE\xFF r\xC3\xB6hre\n"), "results/r-hre" + time);
  EXPECT_LT(name_for("x", std::string(5000, 'y')).size(), 200u);
}

TEST(ArchivePath, TimesSortAndAreSafe) {
  Archive archive;
  archive.created = "";
  EXPECT_EQ(archive_path("r", archive), "r/unknown-cpu/unknown-time.json");
  archive.created = "1970-01-01T00:00:00Z";
  EXPECT_EQ(archive_path("r", archive), "r/unknown-cpu/1970-01-01T00-00-00Z.json");
  archive.created = "../../x";
  EXPECT_EQ(fs::path(archive_path("r", archive)).parent_path(), "r/unknown-cpu");
}

TEST_F(ArchiveFile, TakenNamesAreCountedUp) {
  const Archive archive = measured();
  std::vector<std::string> names;
  for (int i = 0; i < 3; ++i) {
    names.push_back(archive_path(path("results"), archive));
    write_archive(archive, names.back());
  }
  EXPECT_TRUE(names[0].ends_with("/2026-11-30T12-00-00Z.json")) << names[0];
  EXPECT_TRUE(names[1].ends_with("/2026-11-30T12-00-00Z-2.json")) << names[1];
  EXPECT_TRUE(names[2].ends_with("/2026-11-30T12-00-00Z-3.json")) << names[2];
}

}  // namespace
}  // namespace ridgeline::ceilings
