// The plan for real GPUs with this build's kernels: how long it takes, and that names do not clash.
#include <gtest/gtest.h>

#include <set>

#include "bench/plan/plan.hpp"
#include "bench/plan/sizing/cost.hpp"
#include "ceilings/archive/ids.hpp"
#include "kernels/registry.hpp"
#include "tests/bench/plan/gpu_machines.hpp"

namespace ridgeline::bench {
namespace {

const std::vector<Machine>& machines() {
  using gpus::kGiB;
  using gpus::kKiB;
  using gpus::kMiB;
  static const std::vector<Machine> all{
      gpus::h200(),
      gpus::t4(),
      gpus::rtx_3060_ti(),
      gpus::machine({80, 108, 2048, 32, 163 * kKiB, 192 * kKiB, 40 * kMiB, 80 * kGiB}),
      gpus::machine({89, 128, 1536, 24, 99 * kKiB, 128 * kKiB, 72 * kMiB, 24 * kGiB}),
      gpus::machine({100, 148, 2048, 32, 227 * kKiB, 256 * kKiB, 126 * kMiB, 180 * kGiB}),
      gpus::machine({103, 148, 2048, 32, 227 * kKiB, 256 * kKiB, 126 * kMiB, 270 * kGiB}),
      gpus::machine({120, 170, 1536, 24, 99 * kKiB, 128 * kKiB, 96 * kMiB, 32 * kGiB})};
  return all;
}

std::vector<Case> planned(const Machine& gpu, ceilings::Stage stage, const PlanOptions& options) {
  return plan(gpu, kernels::cuda_kernels(), gpus::levels(gpu), options, stage, {});
}

TEST(GpuPlan, NamesAreUniqueAndIdsValid) {
  for (const Machine& gpu : machines()) {
    for (const ceilings::Stage stage :
         {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
      std::set<std::string> names;
      for (const Case& c : planned(gpu, stage, {})) {
        EXPECT_TRUE(names.insert(name_of(c)).second) << "sm_" << gpu.sm << " " << name_of(c);
        EXPECT_FALSE(ceilings::sample_id_fault(id_of(c))) << id_of(c);
      }
    }
  }
}

TEST(GpuPlan, LengthOnAnH200) {
  const auto seconds = [](const char* profile) {
    PlanOptions options;
    options.profile = profile_named(profile);
    std::vector<Case> all;
    for (const ceilings::Stage stage :
         {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
      for (Case& c : planned(gpus::h200(), stage, options)) all.push_back(std::move(c));
    }
    return predicted_seconds(all, options);
  };
  EXPECT_LE(seconds("standard"), 110);  // and ten links
  EXPECT_LE(seconds("quick"), 40);
  EXPECT_GT(seconds("thorough"), seconds("standard"));
}

TEST(GpuPlan, EveryGenericCeilingOfACardThatIsNotKnownYet) {
  Machine later = gpus::h200();
  later.sm = 150;
  std::set<std::string> ids;
  for (const Case& c : planned(later, ceilings::Stage::confirm, {})) {
    if (c.skip.empty()) ids.insert(id_of(c));
  }
  for (const char* id : {"bandwidth/L1/sm/1:0/ld16B", "bandwidth/shared/chip/1:0/ld16B",
                         "bandwidth/L2/chip/1:0/ld16B", "bandwidth/DRAM/chip/2:1/triad",
                         "bandwidth/DRAM/chip/1:0/bulk", "latency/DRAM/sm/chase",
                         "compute/fp32/fma/chip", "compute/fp64/fma/chip"}) {
    EXPECT_EQ(ids.count(id), 1u) << id;
  }
  for (const std::string& id : ids) {
    EXPECT_EQ(id.find("wgmma"), std::string::npos) << id;
    EXPECT_EQ(id.find("tcgen05"), std::string::npos) << id;
  }
}

TEST(GpuPlan, EveryKernelIsPlannedOrSaysWhyNot) {
  for (const Machine& gpu : machines()) {
    std::set<std::string_view> seen;
    for (const ceilings::Stage stage :
         {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
      for (const Case& c : planned(gpu, stage, {})) seen.insert(c.kernel->name);
    }
    for (const kernels::Kernel& kernel : kernels::cuda_kernels()) {
      const bool left_out =
          kernel.family == kernels::Family::intensity || kernel.family == kernels::Family::latency;
      if (!left_out) {
        EXPECT_EQ(seen.count(kernel.name), 1u) << "sm_" << gpu.sm << " " << kernel.name;
      }
    }
  }
}

}  // namespace
}  // namespace ridgeline::bench
