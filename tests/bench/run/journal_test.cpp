// The journal: what was measured comes back, also when its last line was cut.
#include "bench/run/journal.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

std::string fresh_path(const std::string& name) {
  const std::string path =
      testing::TempDir() + "ridgeline-" + std::to_string(getpid()) + "-" + name;
  std::filesystem::remove(path);
  return path;
}

ceilings::Archive head() {
  ceilings::Archive archive;
  archive.created = "2026-11-30T12:00:00Z";
  archive.profile = "quick";
  archive.provenance = ceilings::Provenance::simulated;
  archive.device.device_class = "test";
  return archive;
}

ceilings::Sample sample_named(const std::string& name) {
  ceilings::Sample sample;
  sample.name = name;
  sample.id = "compute/fp64/fma-avx2/core";
  sample.family = "compute";
  sample.kernel = "fma_f64_avx2";
  sample.scope = "core";
  sample.precision = "fp64";
  sample.path = "fma-avx2";
  sample.stage = ceilings::Stage::confirm;
  sample.work.operations = 1280;
  return sample;
}

TEST(Journal, RepetitionsComeBackWithTheirFlags) {
  const std::string path = fresh_path("whole");
  const ceilings::Sample sample = sample_named("compute/fp64/fma-avx2/core");
  {
    Journal journal(path, head());
    journal.begin(sample);
    journal.append(sample.name, sample.stage, {1e-3, 1e4, 4e9, 0, {ceilings::Flag::stolen_time}});
    journal.append(sample.name, sample.stage, {1.1e-3, 1e4, 4e9, 1, {}, 0, 0, 651.5, 58});
    EXPECT_EQ(journal.repetitions(), 2U);
  }
  const ceilings::Archive archive = read_journal(path);
  EXPECT_FALSE(archive.complete);
  ASSERT_EQ(archive.samples.size(), 1U);
  ASSERT_EQ(archive.samples[0].repetitions.size(), 2U);
  EXPECT_EQ(archive.samples[0].repetitions[0].flags,
            std::vector<ceilings::Flag>{ceilings::Flag::stolen_time});
  EXPECT_EQ(archive.samples[0].repetitions[1].seconds, 1.1e-3);
  EXPECT_EQ(archive.samples[0].repetitions[0].power, 0);
  EXPECT_EQ(archive.samples[0].repetitions[1].power, 651.5);
  EXPECT_EQ(archive.samples[0].repetitions[1].temperature, 58);
  EXPECT_EQ(archive.profile, "quick");
  std::filesystem::remove(path);
}

TEST(Journal, ASecondBeginUpdatesTheStatusAndKeepsTheRepetitions) {
  const std::string path = fresh_path("failed");
  ceilings::Sample sample = sample_named("compute/fp64/fma-avx2/core");
  Journal journal(path, head());
  journal.begin(sample);
  journal.append(sample.name, sample.stage, {1e-3, 1e4, 4e9, 0, {}});
  sample.status = ceilings::Status::failed;
  sample.reason = "the device was lost";
  journal.begin(sample);
  const ceilings::Archive archive = read_journal(path);
  ASSERT_EQ(archive.samples.size(), 1U);
  EXPECT_EQ(archive.samples[0].status, ceilings::Status::failed);
  EXPECT_EQ(archive.samples[0].reason, "the device was lost");
  EXPECT_EQ(archive.samples[0].repetitions.size(), 1U);
  journal.remove();
  EXPECT_FALSE(std::filesystem::exists(path));
}

// A run that was killed leaves a journal cut anywhere: every cut reads, and loses one line at most.
TEST(Journal, CutAnywhereItStillReads) {
  const std::string path = fresh_path("cut");
  const ceilings::Sample sample = sample_named("compute/fp64/fma-avx2/core");
  {
    Journal journal(path, head());
    journal.begin(sample);
    for (std::uint64_t i = 0; i < 5; ++i) {
      journal.append(sample.name, sample.stage, {1e-3, 1e4, 4e9, i, {}});
    }
  }
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  const std::string whole = text.str();
  const std::size_t head_end = whole.find('\n') + 1;
  const std::string cut_path = fresh_path("cut-copy");
  for (std::size_t end = head_end; end < whole.size(); ++end) {
    std::ofstream(cut_path) << whole.substr(0, end);
    const ceilings::Archive archive = read_journal(cut_path);
    const std::size_t read = archive.samples.empty() ? 0 : archive.samples[0].repetitions.size();
    std::size_t written = 0;
    for (std::size_t at = whole.find("\"rep\""); at < end; at = whole.find("\"rep\"", at + 1)) {
      ++written;
    }
    EXPECT_LE(read, written) << end;
    EXPECT_GE(read + 1, written) << end;
  }
  std::filesystem::remove(path);
  std::filesystem::remove(cut_path);
}

TEST(Journal, NoJournalAndNoFolderAreClearErrors) {
  EXPECT_THROW(read_journal(fresh_path("absent")), ArchiveError);
  const std::string path = fresh_path("noise");
  std::ofstream(path) << "no journal at all\n";
  EXPECT_THROW(read_journal(path), ArchiveError);
  std::filesystem::remove(path);
  EXPECT_THROW(Journal("/nonexistent/folder/x.journal.jsonl", head()), DeviceError);
}

}  // namespace
}  // namespace ridgeline::bench
