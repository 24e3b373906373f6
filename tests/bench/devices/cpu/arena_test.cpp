// The arena: parts that rotate, exclusive parts that never overlap, bounds, and normal numbers.
#include "bench/devices/cpu/arena.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>
#include <string>

#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

Machine one_core(std::uint64_t memory) {
  Machine machine;
  machine.units.push_back(Unit{});
  machine.nodes.push_back(MemoryNode{});
  machine.memory = {memory, "the test"};
  return machine;
}

struct World {
  explicit World(std::uint64_t memory) : machine(one_core(memory)) {}
  Machine machine;
  Pinning pinning;
  ThreadTeam team{machine.units, pinning};
  CpuArena arena{machine, pinning, team};
};

TEST(CpuArena, SmallPartsRotateAndStayInsideTheFloor) {
  World world(256 * kMiB);
  std::set<std::byte*> seen;
  for (int i = 0; i < 100; ++i) seen.insert(world.arena.take(-1, 64 << 10, false));
  EXPECT_EQ(seen.size(), kArenaFloor / (2 * kMiB));
  EXPECT_LE(static_cast<std::size_t>(*seen.rbegin() - *seen.begin()), kArenaFloor - 64 * 1024);
}

TEST(CpuArena, ExclusivePartsNeverOverlapAndAreFilledAgain) {
  World world(256 * kMiB);
  std::byte* first = world.arena.take(-1, 3 * kMiB, true);
  std::byte* second = world.arena.take(-1, kMiB, true);
  EXPECT_GE(second, first + 4 * kMiB);
  const std::byte before = first[12345];
  std::memset(first, 0xff, 3 * kMiB);
  for (int i = 0; i < 50; ++i) {
    EXPECT_GE(world.arena.take(-1, 2 * kMiB, false), second + 2 * kMiB);
  }
  world.arena.release(-1, first, 3 * kMiB);
  EXPECT_EQ(first[12345], before);
}

// Pages on which the part lies, as the kernel tells: AnonHugePages of its mapping in smaps.
std::size_t huge_bytes(const std::byte* start, std::size_t bytes) {
  std::ifstream smaps("/proc/self/smaps");
  const auto from = reinterpret_cast<std::uintptr_t>(start);
  bool inside = false;
  std::size_t huge = 0;
  for (std::string line; std::getline(smaps, line);) {
    std::uintptr_t first = 0, last = 0;
    if (std::sscanf(line.c_str(), "%zx-%zx ", &first, &last) == 2) {
      inside = first < from + bytes && last > from;
    }
    std::size_t kib = 0;
    if (inside && std::sscanf(line.c_str(), "AnonHugePages: %zu kB", &kib) == 1) huge += kib << 10;
  }
  return huge;
}

TEST(CpuArena, SmallPagesWhileAskedForAndRandomDataAfterwards) {
  World world(256 * kMiB);
  std::byte* part = world.arena.take(-1, 8 * kMiB, true);
  const std::byte before = part[12345];
  world.arena.use_small_pages(part, 8 * kMiB);
  std::memset(part, 1, 8 * kMiB);
  EXPECT_EQ(huge_bytes(part, 8 * kMiB), 0u);
  world.arena.release(-1, part, 8 * kMiB);
  EXPECT_EQ(part[12345], before);
}

TEST(CpuArena, MoreThanTheMachineAllowsIsAnErrorThatNamesTheBound) {
  World world(64 * kMiB);
  try {
    world.arena.take(-1, 65 * kMiB, false);
    FAIL() << "65 MiB of 64 MiB were handed out";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string(error.what()).find("64MiB that the test allows"), std::string::npos)
        << error.what();
  }
}

TEST(CpuArena, EveryPageOfALargePartIsFilled) {
  World world(256 * kMiB);
  const std::byte* part = world.arena.take(-1, 100 * kMiB, false);
  for (std::size_t at = 0; at < 100 * kMiB; at += 4096) {
    double value = 0;
    std::memcpy(&value, part + at, sizeof value);
    ASSERT_NE(value, 0.0) << at;
  }
}

}  // namespace
}  // namespace ridgeline::bench
