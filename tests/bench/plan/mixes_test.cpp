// Which mixes, instruction sets and page sizes a plan has, by profile and level.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/devices/topology/nominal_levels.hpp"
#include "bench/plan/plan.hpp"
#include "bench/plan/series.hpp"
#include "kernels/registry.hpp"
#include "tests/bench/plan/machines.hpp"

namespace ridgeline::bench {
namespace {

using machines::kGiB;
using machines::kKiB;
using machines::kMiB;

std::vector<Case> planned(ceilings::Stage stage, const std::string& profile) {
  Machine machine = machines::cores(2, 16 * kGiB);
  machines::add_caches(machine, "L1", 48 * kKiB, 1);
  machines::add_caches(machine, "L2", 2 * kMiB, 1);
  machines::add_caches(machine, "L3", 32 * kMiB, 2);
  PlanOptions options;
  options.profile = profile_named(profile);
  return plan(machine, kernels::cpu_kernels(), nominal_levels(machine), options, stage, {});
}

std::set<std::string> paths(const std::vector<Case>& cases, const std::string& level,
                            const std::string& scope) {
  std::set<std::string> found;
  for (const Case& c : cases) {
    const bool here = c.kernel->family == kernels::Family::bandwidth && c.level == level;
    if (!here || c.scope.name != scope || !c.skip.empty()) continue;
    found.insert(std::string(c.kernel->mix) + "/" + std::string(c.kernel->path));
  }
  return found;
}

// The mixes that the issue names, by the widest instruction set of the machines in these tests.
const std::set<std::string> kWidest = {"1:0/avx512",       "1:1/update-avx512",
                                       "1:1/copy-avx512",  "2:1/update-avx512",
                                       "2:1/triad-avx512", "0:1/write-avx512"};

TEST(PlanMixes, NonTemporalStoresInMemoryOnlyAndThereAlways) {
  for (const char* profile : {"quick", "standard", "thorough"}) {
    for (const Case& c : planned(ceilings::Stage::confirm, profile)) {
      EXPECT_TRUE(!c.kernel->streaming || c.level == "DRAM") << profile << " " << name_of(c);
    }
    for (const char* scope : {"core", "all"}) {
      const auto found = paths(planned(ceilings::Stage::confirm, profile), "DRAM", scope);
      for (const char* path :
           {"0:1/nt-write-avx512", "1:1/nt-copy-avx512", "2:1/nt-triad-avx512"}) {
        EXPECT_TRUE(found.contains(path)) << profile << " " << scope << " " << path;
      }
    }
  }
}

TEST(PlanMixes, EveryMixAtEveryLevelInEveryProfile) {
  for (const char* profile : {"quick", "standard", "thorough"}) {
    const std::vector<Case> cases = planned(ceilings::Stage::confirm, profile);
    for (const char* level : {"L1", "L2", "L3", "DRAM"}) {
      for (const char* scope : {"core", "all"}) {
        const auto found = paths(cases, level, scope);
        EXPECT_TRUE(std::includes(found.begin(), found.end(), kWidest.begin(), kWidest.end()))
            << profile << " " << level << " " << scope;
      }
    }
  }
}

TEST(PlanMixes, NarrowerInstructionSetsByProfile) {
  const auto quick = planned(ceilings::Stage::confirm, "quick"),
             standard = planned(ceilings::Stage::confirm, "standard");
  EXPECT_TRUE(paths(quick, "L2", "core").contains("1:0/sse"));
  EXPECT_FALSE(paths(quick, "L2", "core").contains("1:1/copy-sse"));
  EXPECT_FALSE(paths(quick, "L2", "all").contains("1:0/sse"));
  EXPECT_TRUE(paths(standard, "L2", "core").contains("1:1/copy-sse"));
  EXPECT_TRUE(paths(standard, "L2", "all").contains("1:0/sse"));
  EXPECT_FALSE(paths(standard, "L2", "all").contains("1:1/copy-sse"));
  EXPECT_TRUE(
      paths(planned(ceilings::Stage::confirm, "thorough"), "L2", "all").contains("1:1/copy-sse"));
}

TEST(PlanMixes, ArraysOfOneKernelShareTheWorkingSet) {
  for (const Case& c : planned(ceilings::Stage::confirm, "standard")) {
    if (c.kernel->family != kernels::Family::bandwidth || !c.skip.empty()) continue;
    const std::uint64_t arrays = c.kernel->arrays * c.scope.units.size();
    EXPECT_EQ(c.working_set % (arrays * 64), 0u) << name_of(c);
    const std::uint64_t most = c.level == "L1" ? 36 * kKiB : UINT64_MAX;
    EXPECT_LE(c.working_set / c.scope.units.size(), most) << name_of(c);
  }
}

TEST(PlanMixes, LatencyOnHugeAndOnSmallPages) {
  const auto chases = [](const char* profile, bool small) {
    std::set<std::string> levels;
    for (const Case& c : planned(ceilings::Stage::confirm, profile)) {
      const bool chase =
          c.kernel->family == kernels::Family::latency && c.kernel->small_pages == small;
      if (chase && c.skip.empty()) levels.insert(c.level);
    }
    return levels;
  };
  const std::set<std::string> all{"L1", "L2", "L3", "DRAM"};
  for (const char* profile : {"quick", "standard", "thorough"})
    EXPECT_EQ(chases(profile, false), all);
  for (const char* profile : {"standard", "thorough"}) EXPECT_EQ(chases(profile, true), all);
  EXPECT_TRUE(chases("quick", true).empty());
}

TEST(PlanMixes, AChaseSweepIsTheSecondWitness) {
  for (const char* profile : {"quick", "standard", "thorough"}) {
    std::uint64_t last = 0;
    std::set<std::string> series;
    for (const Case& c : planned(ceilings::Stage::explore, profile)) {
      series.insert(series_of(c));
      if (c.kernel->family != kernels::Family::latency) continue;
      EXPECT_EQ(id_of(c), "latency/sweep/core/chase");
      EXPECT_GT(c.working_set, last);
      EXPECT_LE(c.working_set, 3 * std::max<std::uint64_t>(last, 2 * kKiB)) << "a gap";
      EXPECT_EQ(c.passes, 1);
      last = c.working_set;
    }
    EXPECT_GE(last, 4 * 2 * kMiB) << "ends before the L2's knee can be seen";
    EXPECT_EQ(series.size(), 2u) << "reads and chases must not run by turns";
  }
}

}  // namespace
}  // namespace ridgeline::bench
