// Verdicts on kernels whose answer is known, and that they hold when each number is 1 % off.
#include "ceilings/diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/diagnosis_cpu_cases.hpp"
#include "tests/diagnosis_gpu_cases.hpp"

namespace ridgeline {
namespace {

using cases::Case;
using cases::Kernel;

std::vector<Case> all_cases() {
  std::vector<Case> all = cases::roof_cases();
  for (const auto& more : {cases::low_cases(), cases::special_cases(), cases::cpu_cases()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

Diagnosis diagnosis_of(const KernelRun& run, const Archive& archive) {
  const Roofline roofline = roofline_of(archive);
  return diagnose(place(run, roofline), roofline, archive);
}

// The second half of what is expected: the ceiling, the missing technique, or a cause.
bool tells(const Diagnosis& diagnosis, const std::string& wanted) {
  const bool cause =
      std::any_of(diagnosis.causes.begin(), diagnosis.causes.end(),
                  [&](const std::string& text) { return text.find(wanted) != std::string::npos; });
  return wanted.empty() || cause || diagnosis.ceiling == wanted || diagnosis.technique == wanted;
}

void scale(std::optional<double>& value, double factor) {
  if (value) *value *= factor;
}

KernelRun changed(KernelRun run, double time, double work, double bytes, double facts) {
  scale(run.seconds, time);
  if (run.operations) {
    for (OperationCount& count : *run.operations) count.operations *= work;
  }
  for (LevelBytes& level : run.bytes) {
    level.bytes *= bytes;
    scale(level.read, bytes);
    scale(level.written, bytes);
  }
  LaunchFacts& known = run.facts;
  for (auto* fact : {&known.blocks, &known.occupancy, &known.sectors_per_request,
                     &known.active_lanes, &known.threads}) {
    scale(*fact, facts);
  }
  return run;
}

bool mentions(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(Diagnosis, KnownAnswers) {
  const std::vector<Case> all = all_cases();
  EXPECT_GE(all.size(), 70U);
  for (const Case& each : all) {
    const Archive archive = each.archive();
    const Diagnosis found = diagnosis_of(each.kernel.run, archive);
    EXPECT_STREQ(verdict_name(found.verdict), verdict_name(each.verdict))
        << each.kernel.run.name << ": " << each.why << "\n  " << found.text;
    EXPECT_TRUE(tells(found, each.tells)) << each.kernel.run.name << " should tell " << each.tells
                                          << "\n  " << found.text << "\n  " << found.ceiling;
  }
}

TEST(Diagnosis, EveryVerdictIsMet) {
  std::set<Verdict> met;
  for (const Case& each : all_cases()) met.insert(each.verdict);
  EXPECT_EQ(met.size(), 10U);
}

TEST(Diagnosis, OnePercentChangesNoVerdictAwayFromABoundary) {
  constexpr double kSteps[] = {0.99, 1, 1.01};
  for (const Case& each : all_cases()) {
    if (each.boundary) continue;
    const Archive archive = each.archive();
    for (int i = 0; i < 81; ++i) {
      const KernelRun run = changed(each.kernel.run, kSteps[i % 3], kSteps[i / 3 % 3],
                                    kSteps[i / 9 % 3], kSteps[i / 27]);
      const Diagnosis found = diagnosis_of(run, archive);
      ASSERT_EQ(found.verdict, each.verdict) << run.name << ", step " << i << ": " << found.text;
      ASSERT_TRUE(tells(found, each.tells)) << run.name << ", step " << i << ": " << found.text;
    }
  }
}

TEST(Diagnosis, BoundariesAreWhereTheySayTheyAre) {
  const auto verdict = [](double bytes) {
    return diagnosis_of(Kernel("copy").none().bytes("DRAM", bytes).run, cases::gpu()).verdict;
  };
  EXPECT_EQ(verdict(1.999 * kOnRoof * 1e9), Verdict::between);
  EXPECT_EQ(verdict(2.001 * kOnRoof * 1e9), Verdict::on_bandwidth);
  EXPECT_EQ(verdict(1.999 * kFarUnder * 1e9), Verdict::far_under);
  EXPECT_EQ(verdict(2.001 * kFarUnder * 1e9), Verdict::between);
  EXPECT_EQ(verdict(1.999 * kAboveRoof * 1e9), Verdict::on_bandwidth);
  EXPECT_EQ(verdict(2.001 * kAboveRoof * 1e9), Verdict::above_roof);
}

TEST(Diagnosis, WideIntervalsWidenTheRoofAndTheRidge) {
  Archive archive = cases::gpu();
  const Kernel copy = Kernel("copy").none().bytes("DRAM", 1.5e9);
  const Kernel near = Kernel("near").flop("fp32", 16.6e9, "fma").bytes("DRAM", 1.8e9);
  const Kernel fast = Kernel("fast").none().bytes("DRAM", 2.1e9);
  EXPECT_EQ(diagnosis_of(copy.run, archive).verdict, Verdict::between);
  EXPECT_EQ(diagnosis_of(near.run, archive).verdict, Verdict::on_bandwidth);
  EXPECT_EQ(diagnosis_of(fast.run, archive).verdict, Verdict::above_roof);
  for (Ceiling& ceiling : archive.ceilings) {
    if (!ceiling.roof || ceiling.level != "DRAM") continue;
    ceiling.low = 0.7 * ceiling.value;
    ceiling.high = 1.1 * ceiling.value;
  }
  EXPECT_EQ(diagnosis_of(copy.run, archive).verdict, Verdict::on_bandwidth);
  EXPECT_EQ(diagnosis_of(near.run, archive).verdict, Verdict::at_ridge);
  EXPECT_EQ(diagnosis_of(fast.run, archive).verdict, Verdict::on_bandwidth);
}

TEST(Diagnosis, LeftOfTheRidgeIsOnlyPotentiallyMemoryBound) {
  const KernelRun run = Kernel("k").flop("fp32", 0.1e9, "fma").bytes("DRAM", 0.1e9).run;
  const Diagnosis found = diagnosis_of(run, cases::gpu());
  EXPECT_TRUE(mentions(found.text, "Potentially memory-bound (left of the ridge at 10.0 FLOP/B"));
  EXPECT_TRUE(mentions(found.text, "latency-bound"));
  EXPECT_EQ(found.words, "latency-bound");
}

TEST(Diagnosis, AboveTheRoofIsLoudAndNamesTheFactor) {
  const KernelRun run = Kernel("k").hand().flop("", 1e15).bytes("DRAM", 1e9).run;
  const Diagnosis found = diagnosis_of(run, cases::gpu());
  EXPECT_TRUE(found.text.starts_with("ABOVE THE ROOF by a factor of 3205"));
  EXPECT_TRUE(mentions(found.text, "another device"));
  EXPECT_FALSE(mentions(found.text, "compute-bound"));
}

TEST(Diagnosis, ADeviceThatTheArchiveIsNotOfComesFirst) {
  KernelRun run = Kernel("k").flop("fp32", 40e9, "fma").run;
  run.device = "NVIDIA A100";
  EXPECT_TRUE(mentions(diagnosis_of(run, cases::gpu()).causes.front(), "NVIDIA A100"));
  run.device = "0";  // a number names no device
  EXPECT_FALSE(mentions(diagnosis_of(run, cases::gpu()).text, "it ran on"));
}

TEST(Diagnosis, HalfOfAComputeCeilingCountedByHandHintsAtMacs) {
  Kernel kernel = Kernel("k").flop("fp64", 5e9, "fma").bytes("DRAM", 0.1e9);
  EXPECT_FALSE(mentions(diagnosis_of(kernel.run, cases::gpu()).text, "multiply-adds"));
  EXPECT_TRUE(mentions(diagnosis_of(kernel.hand().run, cases::gpu()).text, "multiply-adds"));
}

TEST(Diagnosis, EveryVerdictHasWordsTextAndAdvice) {
  for (const Case& each : all_cases()) {
    const Diagnosis found = diagnosis_of(each.kernel.run, each.archive());
    EXPECT_FALSE(found.words.empty() || found.text.empty() || found.advice.empty())
        << each.kernel.run.name;
    for (const char* wrong : {"nan", "inf ", "? ", "  ", ".."}) {
      EXPECT_FALSE(mentions(found.text + " " + found.advice, wrong)) << found.text << found.advice;
    }
  }
}

TEST(Diagnosis, GainIsWhatRemovingTheLackCouldGiveAtMost) {
  const KernelRun unfused = Kernel("k").flop("fp32", 10e9, "mul-add").bytes("DRAM", 1.5e9).run;
  // Twice by FMA, but memory takes 0.75 of the 1 ms: 1.33.
  EXPECT_NEAR(diagnosis_of(unfused, cases::gpu()).gain.value_or(0), 1 / 0.75, 1e-9);
}

}  // namespace
}  // namespace ridgeline
