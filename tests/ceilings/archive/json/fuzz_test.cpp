// Thousands of damaged archives and benchmark files: only an ArchiveError of one line may come out,
// or an archive that can be written and read again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "ceilings/archive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/import/google_benchmark/import.hpp"
#include "tests/ceilings/archive/examples.hpp"
#include "tests/fuzz/mutate.hpp"

namespace ridgeline::ceilings {
namespace {

constexpr int kRounds = 2000;

// Both an unchanging seed, and a fresh one that failures name.
std::vector<std::uint64_t> seeds() { return {20261130, std::random_device{}()}; }

// Feeds damaged copies of `texts`; returns how many were still taken.
int feed(const std::vector<std::string>& texts, std::uint64_t seed,
         const std::function<Archive(const std::string&)>& read) {
  std::mt19937_64 random(seed);
  int taken = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = fuzz::mutated(texts[random() % texts.size()], random);
    const std::string where = "seed " + std::to_string(seed) + ", round " + std::to_string(round);
    try {
      const Archive archive = read(text);
      ++taken;
      const std::string written = to_json(archive);
      EXPECT_EQ(to_json(parse_archive(written, "written")), written) << where;
    } catch (const ArchiveError& error) {
      const std::string what = error.what();
      EXPECT_TRUE(what.starts_with("FUZZ: ")) << where << ": " << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << where << ": " << what;
    } catch (const std::exception& error) {
      ADD_FAILURE() << where << ": " << error.what();
    }
  }
  return taken;
}

TEST(ArchiveFuzz, ArchivesThatAreDamaged) {
  const std::vector<std::string> texts{to_json(examples::cpu()), to_json(examples::gpu())};
  for (const std::uint64_t seed : seeds()) {
    const int taken =
        feed(texts, seed, [](const std::string& text) { return parse_archive(text, "FUZZ"); });
    // Damage to a name or a number often leaves a valid archive; most of it does not.
    EXPECT_GT(taken, kRounds / 100);
    EXPECT_LT(taken, kRounds / 2);
  }
}

TEST(ArchiveFuzz, BenchmarkFilesThatAreDamaged) {
  std::vector<std::string> texts;
  const std::string folder = std::string(RIDGELINE_TEST_DATA) + "/benchmark_json";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    texts.push_back(text.str());
  }
  ASSERT_GE(texts.size(), 18u);
  for (const std::uint64_t seed : seeds()) {
    const int taken = feed(texts, seed, [](const std::string& text) {
      return import_benchmark_text(text, "FUZZ").archive;
    });
    EXPECT_GT(taken, kRounds / 10);
  }
}

}  // namespace
}  // namespace ridgeline::ceilings
