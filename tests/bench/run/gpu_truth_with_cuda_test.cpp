// Does a whole run find out what is true of a GPU? With this build's own kernels, on devices whose
// levels, rates and power are known: each ceiling within 2 %, the right shapes and instructions.
#include <gtest/gtest.h>

#include <set>

#include "kernels/cuda/compute_capability.hpp"
#include "kernels/registry.hpp"
#include "tests/bench/run/simulated_gpu.hpp"

namespace ridgeline::bench {
namespace {

constexpr double kTolerance = 0.02;

void expect_truth(const GpuRun& run) {
  EXPECT_TRUE(run.archive.complete) << run.archive.incomplete_reason;
  for (const ceilings::Sample& sample : run.archive.samples) {
    EXPECT_NE(sample.status, ceilings::Status::failed) << sample.name << ": " << sample.reason;
  }
  int ceilings = 0;
  for (const ceilings::Ceiling& ceiling : run.archive.ceilings) {
    ASSERT_FALSE(ceiling.evidence.empty());
    const auto found = run.cases.find(ceiling.evidence.front());
    ASSERT_NE(found, run.cases.end()) << ceiling.id << ": not from the confirm stage";
    EXPECT_NEAR(ceiling.value / truth_of(run, ceiling, found->second), 1, kTolerance)
        << ceiling.id << " of " << ceiling.repetitions << " repetitions, "
        << ceiling.evidence.front();
    for (const ceilings::Flag flag : ceiling.suspect) {
      EXPECT_EQ(flag, ceilings::Flag::power_limited)
          << ceiling.id << " " << ceilings::flag_name(flag);
    }
    ++ceilings;
  }
  EXPECT_GT(ceilings, 40);
  EXPECT_FALSE(run.archive.ridges.empty());
  EXPECT_FALSE(run.archive.empirical.empty());
}

// Every kernel that the device can run has a ceiling, lost a contest, or says why it was not run.
void expect_every_kernel(const GpuRun& run, std::uint16_t sm) {
  std::set<std::string> seen;
  for (const ceilings::Sample& sample : run.archive.samples) seen.insert(sample.kernel);
  for (const kernels::Kernel& kernel : kernels::cuda_kernels()) {
    if (kernels::runs_on(kernel.needs, sm) && kernel.family != kernels::Family::intensity) {
      EXPECT_EQ(seen.count(std::string(kernel.name)), 1u) << kernel.name;
    }
  }
}

std::set<std::string> levels_of_run(const GpuRun& run) {
  std::set<std::string> levels;
  for (const ceilings::Level& level : run.archive.levels) {
    levels.insert(level.scope + " " + level.name + (level.variant.empty() ? "" : "@") +
                  level.variant);
  }
  return levels;
}

TEST(GpuTruth, H200) {
  const GpuRun run = characterize_gpu("h200", "standard");
  expect_truth(run);
  expect_every_kernel(run, 90);
  EXPECT_EQ(levels_of_run(run), (std::set<std::string>{"sm L1", "sm shared", "chip L2@near",
                                                       "chip L2@far", "chip DRAM"}));
  EXPECT_LE(run.archive.predicted_seconds, 120);
  const ceilings::Ceiling *wgmma = nullptr, *constant = nullptr;
  for (const ceilings::Ceiling& ceiling : run.archive.ceilings) {
    if (ceiling.precision != "bf16" || !ceiling.path.starts_with("wgmma")) continue;
    const ceilings::Ceiling*& which = ceiling.path.ends_with("-constant") ? constant : wgmma;
    EXPECT_EQ(which, nullptr) << "one winner";
    which = &ceiling;
  }
  const ceilings::Ceiling* library = ceiling_of(run.archive, "compute/bf16->fp32/cublaslt/chip");
  ASSERT_TRUE(wgmma != nullptr && constant != nullptr && library != nullptr);
  EXPECT_TRUE(wgmma->roof && is_marked(*wgmma, ceilings::Flag::power_limited));
  EXPECT_FALSE(constant->roof || is_marked(*constant, ceilings::Flag::power_limited));
  EXPECT_GT(constant->value, 1.2 * wgmma->value);
  EXPECT_NEAR(constant->share, 0.968, 0.025);
  EXPECT_NEAR(wgmma->share, constant->share, 0.01) << "per cycle the power limit changes nothing";
  EXPECT_EQ(library->role, "secondary");
  for (const ceilings::Ceiling& ceiling : run.archive.ceilings) {
    if (ceiling.precision == "bf16" && ceiling.path.starts_with("mma-")) {
      EXPECT_EQ(ceiling.lacks, "wgmma") << ceiling.id;
    }
    EXPECT_EQ(ceiling.path.find("tcgen05"), std::string::npos);
  }
  const ceilings::Ceiling* link = ceiling_of(run.archive, "link/both-ways/copy-engine");
  ASSERT_NE(link, nullptr);
  EXPECT_EQ(link->unit, "B/s");
  for (const ceilings::Level& level : run.archive.levels) EXPECT_GT(level.latency, 0) << level.name;
  for (const ceilings::Sample& sample : run.archive.samples) {
    for (const ceilings::Repetition& each : sample.repetitions)
      ASSERT_GT(each.power, 0) << sample.name;
  }
}

// What tensor cores leave behind never reaches a sample of memory.
TEST(GpuTruth, TensorWorkHeatsNothingElse) {
  const GpuRun run = characterize_gpu("h200", "quick");
  expect_truth(run);
  EXPECT_LE(run.archive.predicted_seconds, 45);
  std::uint64_t last_of_memory = 0, first_sustained = UINT64_MAX;
  for (const ceilings::Sample& sample : run.archive.samples) {
    if (sample.stage != ceilings::Stage::confirm || sample.repetitions.empty()) continue;
    if (sample.family == "bandwidth" || sample.family == "link") {
      last_of_memory = std::max(last_of_memory, sample.repetitions.back().order);
    }
    const bool tensor = sample.path.find("mma") != std::string::npos;
    if (tensor && sample.mode == "sustained") {
      first_sustained = std::min(first_sustained, sample.repetitions.front().order);
    }
  }
  EXPECT_LT(last_of_memory, first_sustained);
}

TEST(GpuTruth, A100) {
  const GpuRun run = characterize_gpu("a100", "quick");
  expect_truth(run);
  expect_every_kernel(run, 80);
  EXPECT_EQ(levels_of_run(run),
            (std::set<std::string>{"sm L1", "sm shared", "chip L2", "chip DRAM"}));
  const ceilings::Ceiling* l2 = ceiling_of(run.archive, "bandwidth/L2/chip/1:0/ld16B");
  ASSERT_NE(l2, nullptr);
  EXPECT_NEAR(l2->limit / 1.41e9, 5120, 60) << "of the whole chip, documented for this one";
}

TEST(GpuTruth, Rtx4090) {
  const GpuRun run = characterize_gpu("rtx-4090", "quick");
  expect_truth(run);
  for (const ceilings::Sample& sample : run.archive.samples) {
    EXPECT_LE(sample.shape.blocks_per_unit * sample.shape.threads_per_block, 1536) << sample.name;
  }
  for (const ceilings::Ceiling& ceiling : run.archive.ceilings) {
    EXPECT_FALSE(is_marked(ceiling, ceilings::Flag::power_limited)) << ceiling.id;
  }
}

TEST(GpuTruth, ASliceOfAnH200) {
  const GpuRun run = characterize_gpu("h200-mig", "quick");
  EXPECT_EQ(run.archive.device.attributes.at("mig_profile"), "1g.18gb");
  const ceilings::Ceiling* l2 = nullptr;
  for (const ceilings::Ceiling& ceiling : run.archive.ceilings) {
    const bool read = ceiling.level == "L2" && ceiling.mix == "1:0" && ceiling.path == "ld16B";
    if (read) l2 = &ceiling;
  }
  ASSERT_NE(l2, nullptr);
  EXPECT_NEAR(l2->value / 1.25e12, 1, 0.08);  // its best shape is one of several
  EXPECT_TRUE(is_marked(*l2, ceilings::Flag::topology_disagrees)) << "told the whole chip's L2";
  const ceilings::Ceiling* memory = ceiling_of(run.archive, "bandwidth/DRAM/chip/1:0/ld16B");
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(memory->units, 16);
}

}  // namespace
}  // namespace ridgeline::bench
