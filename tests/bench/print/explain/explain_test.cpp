// What `show --explain` says of a ceiling, and which ceilings it finds.
#include "bench/print/explain/explain.hpp"

#include <gtest/gtest.h>

#include "ceilings/derive/derive.hpp"
#include "tests/ceilings/hand_archives.hpp"

namespace ridgeline::bench {
namespace {

using namespace ceilings::hand;

ceilings::Archive copies() {
  ceilings::Archive archive = cpu();
  ceilings::Sample copy = bandwidth("DRAM", "1:1", "copy-avx512", 2048 * kMiB, six(11e9));
  copy.kernel = "copy_u64_avx512";
  copy.work.bytes_allocated = copy.work.bytes_read;
  archive.samples = {copy, bandwidth("L1", "1:0", "avx512", 16 * kKiB, six(250e9))};
  archive.device.peaks = {{"bandwidth/L1/1:0/avx512", 128, 0, "a manual"}};
  ceilings::derive(archive);
  return archive;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Explain, SaysValueWorkPlaceAndDoubt) {
  const ceilings::Archive archive = copies();
  const auto lines = explanation(*find(archive, "bandwidth/DRAM/core/1:1/copy-avx512"), archive);
  ASSERT_GE(lines.size(), 3u);
  ASSERT_LE(lines.size(), 4u);
  EXPECT_TRUE(contains(lines[0], "11.00 GB/s, the median of 6 repetitions; 95 % interval"));
  EXPECT_TRUE(contains(lines[1], "a = b by ordinary stores"));
  EXPECT_TRUE(contains(lines[1], "copy_u64_avx512"));
  EXPECT_TRUE(contains(lines[1], "with write-allocate 16.50 GB/s")) << lines[1];
  EXPECT_TRUE(contains(lines[2], "1 thread, working set 2GiB")) << lines[2];
  EXPECT_TRUE(contains(lines[2], "No limit is documented"));
}

TEST(Explain, GivesTheLimitWithItsSource) {
  const ceilings::Archive archive = copies();
  const auto lines = explanation(*find(archive, "bandwidth/L1/core/1:0/avx512"), archive);
  EXPECT_TRUE(contains(lines[2], "125.0 B a cycle and core")) << lines[2];
  EXPECT_TRUE(contains(lines[2], "97.7 % of the documented limit (a manual)")) << lines[2];
}

TEST(Explain, OfAPublishedFigureIsItsSource) {
  ceilings::Archive archive = copies();
  archive.ceilings.front().source = "a paper, table 2";
  archive.ceilings.front().repetitions = 0;
  const auto lines = explanation(archive.ceilings.front(), archive);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].ends_with(" GB/s, published: a paper, table 2.")) << lines[0];
}

TEST(Explain, NamesSuspicionInWords) {
  ceilings::Archive archive = copies();
  for (ceilings::Repetition& each : archive.samples[1].repetitions)
    each.flags = {ceilings::Flag::stolen_time};
  ceilings::derive(archive);
  const auto lines = explanation(*find(archive, "bandwidth/L1/core/1:0/avx512"), archive);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_TRUE(contains(lines[3], "Suspect: stolen-time (the hypervisor took"));
}

TEST(Explain, ExactIdsGlobsAndParts) {
  const ceilings::Archive archive = copies();
  EXPECT_EQ(ceilings_like(archive, "bandwidth/L1/core/1:0/avx512").size(), 1u);
  EXPECT_EQ(ceilings_like(archive, "avx512").size(), 2u);
  EXPECT_EQ(ceilings_like(archive, "bandwidth/DRAM/*").size(), 1u);
  EXPECT_TRUE(ceilings_like(archive, "L4").empty());
}

// A new path needs no words here to be explained: its name, its width and its numbers are there.
TEST(Explain, APathWithoutWordsIsNamed) {
  ceilings::Archive archive = cpu();
  archive.samples = {compute("fp64", "sqrt-avx512", six(5e9))};
  ceilings::derive(archive);
  const auto lines = explanation(archive.ceilings.at(0), archive);
  EXPECT_TRUE(contains(lines[1], "kernel path sqrt-avx512; 512 bits at a time")) << lines[1];
}

}  // namespace
}  // namespace ridgeline::bench
