// Plans for odd machines: sizes, places, names, reasons. Nothing is run.
#include "bench/plan/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/devices/topology/nominal_levels.hpp"
#include "bench/plan/series.hpp"
#include "bench/plan/sizing/cost.hpp"
#include "ceilings/archive/ids.hpp"
#include "ceilings/errors.hpp"
#include "kernels/registry.hpp"
#include "tests/bench/plan/machines.hpp"

namespace ridgeline::bench {
namespace {

using machines::kGiB;
using machines::kKiB;
using machines::kMiB;

std::vector<Case> planned(const Machine& machine, ceilings::Stage stage, PlanOptions options = {},
                          const Knowledge& knowledge = {}) {
  return plan(machine, kernels::cpu_kernels(), nominal_levels(machine), options, stage, knowledge);
}

std::vector<Case> planned_all(const Machine& machine, const PlanOptions& options = {}) {
  std::vector<Case> all;
  for (const ceilings::Stage stage :
       {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
    for (Case& c : planned(machine, stage, options)) all.push_back(std::move(c));
  }
  return all;
}

// Cases of an id's beginning that can run.
std::vector<Case> of(const std::vector<Case>& cases, const std::string& start) {
  std::vector<Case> found;
  for (const Case& c : cases) {
    if (c.skip.empty() && id_of(c).starts_with(start)) found.push_back(c);
  }
  return found;
}

std::uint64_t largest(const std::vector<Case>& cases) { return arena_bytes(cases); }

Machine small() {
  Machine machine = machines::cores(2, 16 * kGiB);
  machines::add_caches(machine, "L1", 48 * kKiB, 1);
  machines::add_caches(machine, "L2", 2 * kMiB, 1);
  machines::add_caches(machine, "L3", 32 * kMiB, 2);
  return machine;
}

TEST(Plan, NamesFollowTheGrammarAndAreUniqueWithinAStage) {
  for (const Machine& machine : {small(), machines::epyc_7763(), machines::hybrid(),
                                 machines::hbm_and_cxl(), machines::cores(1, kGiB)}) {
    for (const ceilings::Stage stage :
         {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
      std::set<std::string> names;
      for (const Case& c : planned(machine, stage)) {
        const std::string id = id_of(c);
        EXPECT_FALSE(ceilings::sample_id_fault(id)) << id;
        if (c.skip.empty()) {
          EXPECT_TRUE(names.insert(name_of(c)).second) << name_of(c);
        }
      }
    }
  }
}

TEST(Plan, SweepIsDenseAndNotOnlyOfPowersOfTwo) {
  const std::vector<Case> sweep =
      of(planned(small(), ceilings::Stage::explore), "bandwidth/sweep/core/1:0");
  ASSERT_GT(sweep.size(), 80u);
  EXPECT_LE(sweep.front().working_set, 4 * kKiB);
  EXPECT_GE(sweep.back().working_set, 4 * (32 * kMiB + 2 * kMiB + 48 * kKiB));
  EXPECT_EQ(sweep.front().kernel->vector_bits, 512);
  std::size_t powers = 0;
  for (std::size_t i = 1; i < sweep.size(); ++i) {
    const double ratio =
        static_cast<double>(sweep[i].working_set) / static_cast<double>(sweep[i - 1].working_set);
    EXPECT_GT(ratio, 1);
    EXPECT_LT(ratio, sweep[i].working_set < 128 * kMiB ? 1.18 : 1.65);
    const std::uint64_t ws = sweep[i].working_set;
    powers += (ws & (ws - 1)) == 0 ? 1 : 0;
    EXPECT_GE(sweep[i].repetitions, 6);
  }
  EXPECT_LT(powers, sweep.size() / 3);
}

TEST(Plan, ConfirmSizesLieInsideThePlateaus) {
  const std::vector<Case> cases = planned(small(), ceilings::Stage::confirm);
  const auto inside = [&](const std::string& id, std::uint64_t knee, std::uint64_t below) {
    const std::vector<Case> found = of(cases, id);
    EXPECT_EQ(found.size(), 2u) << id;
    for (const Case& c : found) {
      EXPECT_GE(c.working_set, knee / 8) << name_of(c);
      EXPECT_GE(c.working_set, 2 * below) << name_of(c);
      EXPECT_LE(c.working_set, knee * 3 / 4) << name_of(c);
      EXPECT_EQ(c.note, "sizes assumed from the topology");
    }
  };
  inside("bandwidth/L1/core/1:0/avx512", 48 * kKiB, 0);
  inside("bandwidth/L2/core/1:1/update-avx2", 2 * kMiB, 48 * kKiB);
  inside("bandwidth/L3/core/1:0/sse", 32 * kMiB, 2 * kMiB);
  // Private levels: the same part for each thread. Shared: together inside, each beyond its own L2.
  inside("bandwidth/L2/all/1:0/avx512", 4 * kMiB, 96 * kKiB);
  inside("bandwidth/L3/all/1:0/avx512", 32 * kMiB, 4 * kMiB);
  EXPECT_EQ(of(cases, "bandwidth/DRAM/core/1:0/avx512").size(), 1u);
}

TEST(Plan, FoundLevelsReplaceTheTopology) {
  Knowledge knowledge;
  const auto level = [](const std::string& name, std::uint64_t first, std::uint64_t knee) {
    ceilings::Level found;
    found.name = name;
    found.scope = "core";
    found.first = first;
    found.knee = knee;
    return found;
  };
  knowledge.levels = {level("L1", 2 * kKiB, 48 * kKiB), level("L2", 96 * kKiB, 2 * kMiB),
                      level("L3", 4 * kMiB, 100 * kMiB), level("DRAM", 300 * kMiB, 0)};
  const std::vector<Case> cases = planned(small(), ceilings::Stage::confirm, {}, knowledge);
  for (const Case& c : of(cases, "bandwidth/L3/core/1:0/avx512")) {
    EXPECT_GE(c.working_set, 100 * kMiB / 8);
    EXPECT_TRUE(c.note.empty());
  }
  // The L3 is larger than the topology said: memory starts beyond four times what was found.
  EXPECT_GE(of(cases, "bandwidth/DRAM/core/1:0/avx512").front().working_set, 4 * 102 * kMiB);
}

TEST(Plan, SixteenCachesAskForFourTimesTheirSum) {  // A3, B25
  const std::vector<Case> cases = planned(machines::epyc_7763(), ceilings::Stage::confirm);
  const auto all = of(cases, "bandwidth/DRAM/all/1:0/avx2");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_GT(all.front().working_set, 4 * 512 * kMiB);
  EXPECT_EQ(all.front().scope.units.size(), 128u);
  // One core reaches one slice only, and a test of its L3 stays inside that.
  const auto core = of(cases, "bandwidth/DRAM/core/1:0/avx2");
  ASSERT_EQ(core.size(), 1u);
  EXPECT_GE(core.front().working_set, 4 * 32 * kMiB);
  EXPECT_LE(core.front().working_set, 256 * kMiB);
  for (const Case& c : of(cases, "bandwidth/L3/core/")) EXPECT_LE(c.working_set, 24 * kMiB);
  for (const Case& c : of(cases, "bandwidth/L3/all/")) {
    EXPECT_LE(c.working_set, 512 * kMiB * 3 / 4);
    EXPECT_GE(c.working_set / 128, 2 * 512 * kKiB);
  }
  // Nodes apart from the whole machine (A19).
  const auto node = of(cases, "bandwidth/DRAM@node1/node1/1:0/avx2");
  ASSERT_EQ(node.size(), 1u);
  EXPECT_EQ(node.front().node, 1);
  EXPECT_EQ(node.front().scope.units.size(), 64u);
  EXPECT_EQ(node.front().scope.units.front(), 64);
}

TEST(Plan, KernelsThatCannotRunAreListedWithTheReason) {
  const std::vector<Case> cases = planned(machines::epyc_7763(), ceilings::Stage::confirm);
  std::size_t lacking = 0;
  for (const Case& c : cases) {
    if (c.kernel->needs.cpu_features & kernels::isa::kAvx512f) {
      EXPECT_EQ(c.skip, "needs AVX-512F, which this CPU lacks") << name_of(c);
      ++lacking;
    }
  }
  EXPECT_GE(lacking, 4u);
  // The sweep takes the widest that can run.
  const auto sweep =
      of(planned(machines::epyc_7763(), ceilings::Stage::explore), "bandwidth/sweep/core/");
  ASSERT_FALSE(sweep.empty());
  EXPECT_EQ(sweep.front().kernel->vector_bits, 256);
}

TEST(Plan, UnknownCachesAreSweptToAnAssumedEnd) {  // A5
  const Machine machine = machines::cores(4, 8 * kGiB);
  const auto sweep = of(planned(machine, ceilings::Stage::explore), "bandwidth/sweep/core/1:0");
  ASSERT_FALSE(sweep.empty());
  EXPECT_EQ(sweep.back().working_set, 256 * kMiB);
  EXPECT_NE(sweep.back().note.find("unknown"), std::string::npos);
  const auto tiny =
      of(planned(machines::cores(2, 274 * kMiB), ceilings::Stage::explore), "bandwidth/sweep/");
  ASSERT_FALSE(tiny.empty());
  EXPECT_GE(tiny.back().working_set, 48 * kMiB);
  EXPECT_LE(tiny.back().working_set, 274 * kMiB / 2);
  for (const Case& c : planned_all(machine)) EXPECT_GT(c.skip.empty() ? c.working_set : 1, 0u);
}

TEST(Plan, ZeroAndAbsurdCachesCountAsUnknown) {  // A14
  Machine machine = machines::cores(2, 2 * kGiB);
  machines::add_caches(machine, "L1", 32 * kKiB, 1);
  machines::add_caches(machine, "L2", 0, 1);
  machines::add_caches(machine, "L3", 264 * kGiB, 2);
  const std::vector<Case> cases = planned_all(machine);
  EXPECT_LE(largest(cases), 3 * kGiB / 2);
  EXPECT_EQ(of(cases, "bandwidth/DRAM/core/1:0/avx512").size(), 1u);
}

TEST(Plan, MemoryBoundIsNamedWhereItBinds) {  // A15, B10
  PlanOptions options;
  options.memory_limit = 40 * kMiB;  // caches: 34 MiB a core
  bool refused = false;
  for (const Case& c : planned(small(), ceilings::Stage::confirm, options)) {
    if (c.level != "DRAM" || c.kernel->family != kernels::Family::bandwidth) continue;
    EXPECT_FALSE(c.skip.empty()) << name_of(c);
    refused = refused || c.skip.find("the memory limit given") != std::string::npos;
  }
  EXPECT_TRUE(refused);
  options.memory_limit = 100 * kMiB;
  const auto clamped =
      of(planned(small(), ceilings::Stage::confirm, options), "bandwidth/DRAM/core/1:0");
  ASSERT_FALSE(clamped.empty());
  EXPECT_LE(clamped.front().working_set, 100 * kMiB);
  EXPECT_NE(clamped.front().note.find("the memory limit given"), std::string::npos);
  for (const Case& c : planned_all(small(), options)) {
    if (c.skip.empty()) {
      EXPECT_LE(c.working_set, 100 * kMiB) << name_of(c);
    }
  }
}

TEST(Plan, OnlyAllowedCoresAndNodes) {  // A7
  Machine machine = machines::cores(2, 12 * kGiB);
  machine.units[0].os_index = 5;
  machine.units[1].os_index = 7;
  machine.units[0].node = machine.units[1].node = 1;
  machine.nodes = {{0, "DRAM", 16 * kGiB, {}, false}, {1, "DRAM", 16 * kGiB, {0, 1}, true}};
  machines::add_caches(machine, "L1", 32 * kKiB, 1);
  machines::add_caches(machine, "L2", 512 * kKiB, 1);
  machines::add_caches(machine, "L3", 16 * kMiB, 2);
  for (const Case& c : planned_all(machine)) {
    EXPECT_LT(c.node, 0) << name_of(c);
    EXPECT_EQ(id_of(c).find('@'), std::string::npos);
    EXPECT_LE(c.scope.units.size(), 2u);
  }
  const auto l3 = of(planned(machine, ceilings::Stage::confirm), "bandwidth/L3/core/1:0/avx512");
  ASSERT_FALSE(l3.empty());
  EXPECT_GT(l3.back().working_set, 4 * kMiB);  // the whole shared cache is theirs
}

TEST(Plan, KindsOfCoresApart) {  // B23, hybrid
  const Machine machine = machines::hybrid();
  const std::vector<Case> sweep = planned(machine, ceilings::Stage::explore);
  ASSERT_FALSE(of(sweep, "bandwidth/sweep/core.kind0/").empty());
  ASSERT_FALSE(of(sweep, "bandwidth/sweep/core.kind1/").empty());
  EXPECT_EQ(of(sweep, "bandwidth/sweep/core.kind0/").front().scope.units.front(), 4);
  const std::vector<Case> confirm = planned(machine, ceilings::Stage::confirm);
  for (const Case& c : of(confirm, "bandwidth/L1/core.kind0/")) {
    EXPECT_LE(c.working_set, 24 * kKiB);
  }
  EXPECT_FALSE(of(confirm, "compute/fp64/fma-avx512/core.kind1").empty());
  for (const Case& c : of(confirm, "bandwidth/L2/all/")) {
    EXPECT_EQ(c.scope.units.size(), 8u);  // one thread a core
    // Four small cores share 2 MiB: each one's part fits, and is beyond every core's L1.
    EXPECT_LE(c.working_set / 8 * 4, 2 * kMiB * 3 / 4);
    EXPECT_GE(c.working_set / 8, 2 * 48 * kKiB);
  }
}

TEST(Plan, EveryKindOfMemoryHasItsOwnCeiling) {  // A11
  const std::vector<Case> cases = planned(machines::hbm_and_cxl(), ceilings::Stage::confirm);
  const auto hbm = of(cases, "bandwidth/HBM@node2/node0/1:0/avx512");
  ASSERT_EQ(hbm.size(), 1u);
  EXPECT_EQ(hbm.front().node, 2);
  EXPECT_EQ(hbm.front().scope.units, (std::vector<int>{0, 1}));
  ASSERT_EQ(of(cases, "bandwidth/DRAM@node4/all/1:0/avx512").size(), 1u);
  ASSERT_EQ(of(cases, "bandwidth/DRAM@node1/node1/1:0/avx512").size(), 1u);
  bool refused = false;
  for (const Case& c : cases) {
    if (c.node != 3) continue;
    refused = true;
    EXPECT_NE(c.skip.find("node3's memory"), std::string::npos) << c.skip;
  }
  EXPECT_TRUE(refused);
}

TEST(Plan, ThreadsLimitTheWholeMachineOnly) {
  PlanOptions options;
  options.threads = 3;
  const std::vector<Case> cases = planned(machines::hybrid(), ceilings::Stage::confirm, options);
  for (const Case& c : of(cases, "bandwidth/DRAM/all/")) EXPECT_EQ(c.scope.units.size(), 3u);
  options.threads = 1;
  for (const Case& c : planned(machines::hybrid(), ceilings::Stage::confirm, options)) {
    EXPECT_NE(c.scope.name, "all");
  }
  options.threads = 9;
  EXPECT_THROW(planned(machines::hybrid(), ceilings::Stage::confirm, options), UsageError);
}

TEST(Plan, OnlyKeepsWhatWasAskedForAndTheSearchItNeeds) {
  PlanOptions options;
  options.only = "compute/*";
  EXPECT_TRUE(planned(small(), ceilings::Stage::explore, options).empty());
  EXPECT_FALSE(planned(small(), ceilings::Stage::confirm, options).empty());
  options.only = "bandwidth/L2";
  EXPECT_FALSE(planned(small(), ceilings::Stage::explore, options).empty());
  for (const Case& c : planned(small(), ceilings::Stage::confirm, options))
    EXPECT_EQ(c.level, "L2");
  options.only = "latency/?1/*/chase";
  EXPECT_EQ(planned(small(), ceilings::Stage::confirm, options).size(), 1u);
  EXPECT_TRUE(planned(small(), ceilings::Stage::empirical, options).empty());
}

TEST(Plan, SeriesStayTogether) {
  std::set<std::string> seen;
  std::string last;
  for (const Case& c : planned(machines::hybrid(), ceilings::Stage::confirm)) {
    if (!c.skip.empty()) continue;
    const std::string series = series_of(c);
    if (series != last) {
      EXPECT_TRUE(seen.insert(series).second) << series << " comes twice";
    }
    last = series;
  }
}

TEST(Plan, EmpiricalPointsCrossTheRidgeInCacheAndMemory) {
  const std::vector<Case> cases = planned(small(), ceilings::Stage::empirical);
  std::set<std::string> levels;
  double least = 1e9, most = 0;
  for (const Case& c : cases) {
    levels.insert(c.level);
    EXPECT_EQ(c.kernel->vector_bits, 512);
    const double intensity =
        c.kernel->work.operations / (c.kernel->work.read + c.kernel->work.written);
    least = std::min(least, intensity);
    most = std::max(most, intensity);
  }
  EXPECT_EQ(levels, (std::set<std::string>{"L1", "DRAM"}));
  EXPECT_LT(least, 0.1);
  EXPECT_GT(most, 10);
}

TEST(Plan, ProfilesDifferInLengthAndUnknownOnesAreRefused) {
  double last = 0;
  for (const char* name : {"quick", "standard", "thorough"}) {
    PlanOptions options;
    options.profile = profile_named(name);
    const double seconds = predicted_seconds(planned_all(small(), options), options);
    EXPECT_GT(seconds, 1.5 * last) << name;
    last = seconds;
  }
  EXPECT_THROW(profile_named("fast"), UsageError);
}

// The limits hold for a machine like the one with the largest caches seen: 300 MiB of L3.
TEST(Plan, LengthOnAMachineWithAHugeCache) {
  Machine machine = machines::cores(2, 24 * kGiB);
  machines::add_caches(machine, "L1", 48 * kKiB, 1);
  machines::add_caches(machine, "L2", 2 * kMiB, 1);
  machines::add_caches(machine, "L3", 300 * kMiB, 2);
  PlanOptions options;
  options.profile = profile_named("standard");
  EXPECT_LE(predicted_seconds(planned_all(machine, options), options), 28);
  options.profile = profile_named("quick");
  EXPECT_LE(predicted_seconds(planned_all(machine, options), options), 7.5);
}

TEST(Plan, NamesSayWhatTellsBenchmarksApart) {
  Case c;
  c.kernel = &kernels::cpu_kernels().front();
  c.working_set = 48 * kKiB;
  const std::string plain = name_of(c);
  EXPECT_EQ(plain, id_of(c) + "/ws:48KiB");
  c.shape = {4, 256, 8};
  c.data = DataKind::constant;
  c.mode = Mode::burst;
  EXPECT_EQ(name_of(c), plain + "/shape:4x256x8/constant/burst");
  c.node = 2;
  c.level = "HBM";
  EXPECT_NE(id_of(c).find("/HBM@node2/core/"), std::string::npos);
}

}  // namespace
}  // namespace ridgeline::bench
