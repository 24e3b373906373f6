// Verdicts on kernels whose answer is known, and that they hold when each number is 1 % off.
#include "ceilings/place/diagnosis/diagnosis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ceilings/place/diagnosis/thresholds.hpp"
#include "tests/ceilings/place/diagnosis/cpu_cases.hpp"
#include "tests/ceilings/place/diagnosis/gpu_cases.hpp"

namespace ridgeline::ceilings {
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
  EXPECT_EQ(found.label, "latency-bound");
}

TEST(Diagnosis, AboveTheRoofIsLoudAndNamesTheFactor) {
  const KernelRun run = Kernel("k").hand().flop("", 1e15).bytes("DRAM", 1e9).run;
  const Diagnosis found = diagnosis_of(run, cases::gpu());
  EXPECT_TRUE(found.text.starts_with("ABOVE THE ROOF by a factor of 3205"));
  EXPECT_TRUE(mentions(found.text, "another device"));
  EXPECT_FALSE(mentions(found.text, "compute-bound"));
}

TEST(Diagnosis, AboveTheRoofNamesTheRoofThatIsBroken) {
  // Unfused work binds longest at its own ceiling, and keeps below the FMA roof; DRAM does not.
  const KernelRun unfused = Kernel("k").flop("fp32", 18e9, "mul-add").bytes("DRAM", 3e9).run;
  const Diagnosis memory = diagnosis_of(unfused, cases::gpu());
  EXPECT_EQ(memory.verdict, Verdict::above_roof);
  EXPECT_EQ(memory.ceiling, "bandwidth/DRAM/chip/1:0/ld16B");
  EXPECT_TRUE(mentions(memory.text, "the roof of DRAM, 2.0"));
  // Tensor cores do none of what counted as FMA of the vector units.
  const KernelRun half = Kernel("k").flop("fp16", 60e9, "fma").bytes("DRAM", 0.1e9).run;
  const Diagnosis vector = diagnosis_of(half, cases::gpu());
  EXPECT_EQ(vector.verdict, Verdict::above_roof);
  EXPECT_EQ(vector.ceiling, "compute/fp16/fma-half2/chip");
  EXPECT_TRUE(mentions(vector.text, "a wrong path: it would fit under fp16->fp32 on tensor"));
  // Who says no path may mean the tensor cores.
  const KernelRun any = Kernel("k").flop("fp16", 300e9).bytes("DRAM", 0.1e9).run;
  EXPECT_EQ(diagnosis_of(any, cases::gpu()).verdict, Verdict::on_compute);
  const KernelRun both = Kernel("k").flop("fp32", 30e9, "fma").flop("fp64", 5e9, "fma").run;
  const Diagnosis mixed = diagnosis_of(both, cases::gpu());
  EXPECT_TRUE(mentions(mixed.text, "they need 2.0 ms, and it took 1.0 ms"));
  EXPECT_FALSE(mentions(mixed.text, "would fit"));
}

TEST(Diagnosis, VectorAndTensorUnitsMayOverlap) {
  const auto kernel = [](double part) {
    return Kernel("k").flop("fp32", part * 20e9, "fma").flop("fp16->fp32", 250e9, "matrix").run;
  };
  // 0.7 + 0.8 of the time, one after the other: possible only at the same time.
  const Diagnosis overlapped = diagnosis_of(kernel(0.7), cases::gpu());
  EXPECT_EQ(overlapped.verdict, Verdict::on_compute);
  EXPECT_TRUE(mentions(overlapped.text, "vector and tensor units overlap"));
  EXPECT_EQ(diagnosis_of(kernel(1.1), cases::gpu()).verdict, Verdict::above_roof);
}

TEST(Diagnosis, PlainStoresAndNarrowOnesAreToldApart) {
  Archive archive = cases::cpu();
  const auto technique = [&](double bytes, BytesFrom from) {
    KernelRun run = Kernel("copy", 1).none().mix("DRAM", bytes / 2, bytes / 2).run;
    run.bytes_from = from;
    return diagnosis_of(run, archive).technique;
  };
  // The copy line, 80 GB/s with plain stores, under an update line of 110.
  EXPECT_EQ(technique(80e9, BytesFrom::hand), "non-temporal stores");
  // As fast with half of the SIMD width: that is not what is missing.
  archive.ceilings.push_back(
      cases::ceiling("bandwidth/DRAM/all/1:1/copy-avx2", 79.9e9, "SIMD width"));
  EXPECT_EQ(technique(79.9e9, BytesFrom::hand), "non-temporal stores");
  archive.ceilings.back().value = 60e9;
  EXPECT_EQ(technique(60e9, BytesFrom::hand), "SIMD width");
  // 40 GB/s of plain stores are 80 of traffic, half of it read.
  Ceiling write = cases::ceiling("bandwidth/DRAM/all/0:1/avx512", 40e9);
  write.traffic = 80e9;
  archive.ceilings.push_back(write);
  EXPECT_EQ(technique(80e9, BytesFrom::counters), "non-temporal stores");
}

TEST(Diagnosis, BelowASlowPathsCeilingThePathIsNamedToo) {
  // 30 of 62.5 GFLOP/s of scalar code, where AVX-512 does 1000.
  for (const double flop : {30e9, 3e9}) {
    const KernelRun run = Kernel("k", 1).flop("fp64", flop, "scalar").bytes("DRAM", 1e8).run;
    const Diagnosis found = diagnosis_of(run, cases::cpu());
    EXPECT_TRUE(mentions(found.text,
                         "Its path lacks SIMD width: with that, its compute ceiling is "
                         "16.0 x as high"))
        << found.text;
    EXPECT_TRUE(found.advice.starts_with("Vectorise")) << found.advice;
  }
}

TEST(Diagnosis, OnlyWhatAKernelCanDoIsMissing) {
  Archive archive = cases::gpu();
  archive.ceilings.push_back(cases::ceiling("bandwidth/DRAM/chip/1:0/x", 1.1e12, "alignment"));
  const KernelRun run = Kernel("k").flop("fp32", 1e9, "fma").bytes("DRAM", 1.1e9).run;
  const Diagnosis found = diagnosis_of(run, archive);
  EXPECT_EQ(found.technique, "alignment");
  EXPECT_FALSE(found.advice.empty());
  archive.ceilings.back().lacks = "a measured clock";
  EXPECT_EQ(diagnosis_of(run, archive).verdict, Verdict::between);
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
    EXPECT_FALSE(found.label.empty() || found.text.empty() || found.advice.empty())
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
}  // namespace ridgeline::ceilings
