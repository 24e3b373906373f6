// Hundreds of damaged kernel files: only an ArchiveError of one line may come out, or runs with
// numbers that are numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ceilings/errors.hpp"
#include "ceilings/import/any.hpp"
#include "tests/fuzz/mutate.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr int kRounds = 1500;

std::vector<std::string> examples() {
  std::vector<std::string> texts;
  for (const char* folder : {"ncu", "kernels", "likwid", "perf"}) {
    const std::string path = std::string(RIDGELINE_TEST_DATA) + "/" + folder;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.path().extension() == ".md") continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      texts.push_back(text.str());
    }
  }
  return texts;
}

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

void check(const KernelRun& run, const std::string& where) {
  EXPECT_TRUE(!run.seconds || (is_amount(*run.seconds) && *run.seconds > 0)) << where;
  EXPECT_GE(run.launches, 1u) << where;
  for (const LevelBytes& level : run.bytes) EXPECT_TRUE(is_amount(level.bytes)) << where;
  for (const OperationCount& count : run.operations.value_or(std::vector<OperationCount>{})) {
    EXPECT_TRUE(is_amount(count.operations) && count.operations > 0) << where;
  }
}

TEST(ImportFuzz, FilesThatAreDamaged) {
  const std::vector<std::string> texts = examples();
  ASSERT_GE(texts.size(), 18u);
  for (const std::uint64_t seed :
       {std::uint64_t{20261130}, std::uint64_t{std::random_device{}()}}) {
    std::mt19937_64 random(seed);
    int taken = 0;
    for (int round = 0; round < kRounds; ++round) {
      const std::string text = fuzz::mutated(texts[random() % texts.size()], random);
      const std::string where = "seed " + std::to_string(seed) + ", round " + std::to_string(round);
      try {
        const KernelRuns runs = import_runs_text(text, "FUZZ");
        ++taken;
        EXPECT_FALSE(runs.runs.empty()) << where;
        for (const KernelRun& run : runs.runs) check(run, where);
      } catch (const ArchiveError& error) {
        const std::string what = error.what();
        EXPECT_TRUE(what.starts_with("FUZZ: ")) << where << ": " << what;
        EXPECT_EQ(what.find('\n'), std::string::npos) << where << ": " << what;
      } catch (const std::exception& error) {
        ADD_FAILURE() << where << ": " << error.what();
      }
    }
    EXPECT_GT(taken, kRounds / 4);
  }
}

}  // namespace
}  // namespace ridgeline::ceilings
