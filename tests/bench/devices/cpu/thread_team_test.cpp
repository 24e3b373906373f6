// The team of pinned threads: everybody works, once, together, on their own core.
#include "bench/devices/cpu/thread_team.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <vector>

namespace ridgeline::bench {
namespace {

std::vector<Unit> allowed_units() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<Unit> units;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(static_cast<std::size_t>(cpu), &set)) continue;
    Unit unit;
    unit.index = static_cast<int>(units.size());
    unit.os_index = cpu;
    units.push_back(unit);
  }
  return units;
}

TEST(ThreadTeam, EveryMemberWorksOnceOnItsOwnCore) {
  const Pinning pinning;
  const std::vector<Unit> units = allowed_units();
  ThreadTeam team(units, pinning);
  std::vector<int> all;
  for (const Unit& unit : units) all.push_back(unit.index);
  for (int round = 0; round < 200; ++round) {
    std::vector<int> cpu(units.size(), -1);
    std::vector<int> times(units.size(), 0);
    team.run(all, [&](int position, StartBarrier& barrier) {
      barrier.wait();
      cpu[static_cast<std::size_t>(position)] = sched_getcpu();
      ++times[static_cast<std::size_t>(position)];
    });
    for (std::size_t i = 0; i < units.size(); ++i) {
      EXPECT_EQ(cpu[i], units[i].os_index);
      EXPECT_EQ(times[i], 1);
    }
  }
  EXPECT_EQ(team.unpinned(), 0);
}

TEST(ThreadTeam, APartOfTheTeamWorksAlone) {
  const Pinning pinning;
  const std::vector<Unit> units = allowed_units();
  ThreadTeam team(units, pinning);
  const std::vector<int> last{static_cast<int>(units.size()) - 1};
  std::atomic<int> calls{0};
  int cpu = -1;
  team.run(last, [&](int position, StartBarrier& barrier) {
    barrier.wait();
    EXPECT_EQ(position, 0);
    cpu = sched_getcpu();
    ++calls;
  });
  EXPECT_EQ(calls.load(), 1);
  EXPECT_EQ(cpu, units.back().os_index);
}

TEST(ThreadTeam, MoreThreadsThanCoresOnlyCostTime) {
  const Pinning pinning;
  std::vector<Unit> units;
  for (int i = 0; i < 8; ++i) {
    Unit unit = allowed_units().front();
    unit.index = i;
    units.push_back(unit);
  }
  ThreadTeam team(units, pinning);
  const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7};
  std::atomic<int> behind{0};
  team.run(all, [&](int, StartBarrier& barrier) {
    for (int i = 0; i < 10; ++i) barrier.wait();
    ++behind;
  });
  EXPECT_EQ(behind.load(), 8);
}

TEST(ThreadTeam, AThreadThatCannotBePinnedIsCounted) {
  const Pinning pinning;
  Unit nowhere;
  nowhere.os_index = 100'000;
  ThreadTeam team({nowhere}, pinning);
  const std::vector<int> all{0};
  team.run(all, [](int, StartBarrier&) {});
  EXPECT_EQ(team.unpinned(), 1);
}

}  // namespace
}  // namespace ridgeline::bench
