// What a process may have, read from made-up /proc and /sys trees: both versions of control groups,
// nested, mixed, in containers, and missing altogether.
#include "bench/devices/system/limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/devices/system/cgroup.hpp"
#include "bench/devices/system/system_files.hpp"
#include "tests/bench/devices/fake_root.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

const char* const kVersion2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";
const char* const kVersion1 =
    "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n";

FakeRoot& with_memory(FakeRoot& root) {
  root.write("/proc/meminfo",
             "MemTotal:       24731708 kB\nMemFree:        20000000 kB\n"
             "MemAvailable:   22000000 kB\nBuffers:            3792 kB\n");
  return root;
}

// Bytes of the bound from one source; 0: no such bound.
std::uint64_t bound_of(const SystemLimits& limits, const std::string& source) {
  std::uint64_t least = 0;
  for (const Limit& limit : limits.memory) {
    if (limit.source == source && (least == 0 || limit.bytes < least)) least = limit.bytes;
  }
  return least;
}

TEST(Limits, NothingThere) {
  const FakeRoot root;
  const SystemLimits limits = read_limits(root.path());
  EXPECT_EQ(limits.memory_total, 0u);
  EXPECT_TRUE(limits.memory.empty());
  EXPECT_EQ(limits.cpu_quota, 0);
  EXPECT_EQ(limits.cpus_allowed, "");
  EXPECT_EQ(limits.cgroup_cpuset, "");
}

TEST(Limits, MemoryInformation) {
  FakeRoot root;
  const SystemLimits limits = read_limits(with_memory(root).path());
  EXPECT_EQ(limits.memory_total, 24731708ull * 1024);
  ASSERT_EQ(limits.memory.size(), 1u);
  EXPECT_EQ(bound_of(limits, "MemAvailable"), 22000000ull * 1024);
  root.write("/proc/meminfo", "MemTotal: 1000 kB\nMemFree: 400 kB\n");
  EXPECT_EQ(bound_of(read_limits(root.path()), "MemFree"), 400u * 1024);
  root.write("/proc/meminfo", "MemTotal: lots\nMemAvailable: -5 kB\n");
  EXPECT_TRUE(read_limits(root.path()).memory.empty());
}

TEST(Limits, Version2) {
  FakeRoot root;
  root.write("/proc/self/mountinfo", kVersion2);
  root.write("/proc/self/cgroup", "0::/a/b\n");
  root.write("/sys/fs/cgroup/a/b/cpu.max", "50000 100000\n");
  root.write("/sys/fs/cgroup/a/b/memory.max", std::to_string(600 * kMiB) + "\n");
  root.write("/sys/fs/cgroup/a/b/memory.current", std::to_string(200 * kMiB) + "\n");
  root.write("/sys/fs/cgroup/a/b/memory.stat",
             "anon 1\ninactive_file " + std::to_string(150 * kMiB) + "\nactive_file 7\n");
  const SystemLimits limits = read_limits(root.path());
  EXPECT_DOUBLE_EQ(limits.cpu_quota, 0.5);
  EXPECT_EQ(limits.cpu_quota_source, "cgroup cpu.max 50000 100000");
  EXPECT_EQ(bound_of(limits, "cgroup memory.max"), 550 * kMiB) << "cached files can be dropped";
}

TEST(Limits, Version2WithoutLimits) {
  FakeRoot root;
  root.write("/proc/self/mountinfo", kVersion2);
  root.write("/proc/self/cgroup", "0::/a\n");
  root.write("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
  root.write("/sys/fs/cgroup/a/memory.max", "max\n");
  root.write("/sys/fs/cgroup/a/memory.high", "max\n");
  const SystemLimits limits = read_limits(with_memory(root).path());
  EXPECT_EQ(limits.cpu_quota, 0);
  EXPECT_EQ(limits.memory.size(), 1u);
}

TEST(Limits, TheSmallestOfAllParentsCounts) {
  FakeRoot root;
  root.write("/proc/self/mountinfo", kVersion2);
  root.write("/proc/self/cgroup", "0::/a/b/c\n");
  root.write("/sys/fs/cgroup/a/b/c/cpu.max", "400000 100000\n");
  root.write("/sys/fs/cgroup/a/b/cpu.max", "150000 100000\n");
  root.write("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
  root.write("/sys/fs/cgroup/a/b/c/memory.max", "max\n");
  root.write("/sys/fs/cgroup/a/memory.max", std::to_string(300 * kMiB));
  root.write("/sys/fs/cgroup/a/memory.current", std::to_string(400 * kMiB));
  root.write("/sys/fs/cgroup/a/b/memory.high", std::to_string(700 * kMiB));
  const SystemLimits limits = read_limits(root.path());
  EXPECT_DOUBLE_EQ(limits.cpu_quota, 1.5);
  EXPECT_EQ(bound_of(limits, "cgroup memory.max"), 1u) << "exhausted, but not unknown";
  EXPECT_EQ(bound_of(limits, "cgroup memory.high"), 700 * kMiB);
}

TEST(Limits, Version1) {
  FakeRoot root;
  root.write("/proc/self/mountinfo", kVersion1);
  root.write("/proc/self/cgroup",
             "5:cpuset:/p\n4:memory:/x/y\n2:cpu,cpuacct:/q\n1:name=systemd:/\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/q/cpu.cfs_quota_us", "200000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/q/cpu.cfs_period_us", "100000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  root.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  root.write("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", std::to_string(900 * kMiB));
  root.write("/sys/fs/cgroup/memory/x/memory.usage_in_bytes", std::to_string(100 * kMiB));
  root.write("/sys/fs/cgroup/memory/x/y/memory.limit_in_bytes", "9223372036854771712\n");
  root.write("/sys/fs/cgroup/cpuset/p/cpuset.effective_cpus", "5,7\n");
  const SystemLimits limits = read_limits(root.path());
  EXPECT_DOUBLE_EQ(limits.cpu_quota, 2);
  EXPECT_EQ(limits.cpu_quota_source, "cgroup cpu.cfs_quota_us 200000 100000");
  ASSERT_EQ(limits.memory.size(), 1u);
  EXPECT_EQ(bound_of(limits, "cgroup memory.limit_in_bytes"), 800 * kMiB);
  EXPECT_EQ(limits.cgroup_cpuset, "5,7");
}

TEST(Limits, NoQuotaInVersion1) {
  FakeRoot root;
  root.write("/proc/self/mountinfo", kVersion1);
  root.write("/proc/self/cgroup", "2:cpu,cpuacct:/\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(read_limits(root.path()).cpu_quota, 0);
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n");
  root.write("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "0\n");
  EXPECT_EQ(read_limits(root.path()).cpu_quota, 0) << "a period of 0 divides nothing";
}

TEST(Limits, BothVersionsMounted) {
  FakeRoot root;
  root.write("/proc/self/mountinfo",
             std::string(kVersion1) +
                 "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate\n");
  root.write("/proc/self/cgroup", "4:memory:/x\n0::/u\n");
  root.write("/sys/fs/cgroup/unified/u/cgroup.procs", "");
  root.write("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", std::to_string(500 * kMiB));
  EXPECT_EQ(bound_of(read_limits(root.path()), "cgroup memory.limit_in_bytes"), 500 * kMiB);
  root.write("/sys/fs/cgroup/unified/u/memory.max", std::to_string(90 * kMiB));
  EXPECT_EQ(bound_of(read_limits(root.path()), "cgroup memory.max"), 90 * kMiB);
}

TEST(Limits, ContainerWhoseGroupIsNotBelowTheMount) {
  FakeRoot root;  // the group's path is the host's, the mount shows the container's own group
  root.write("/proc/self/mountinfo", kVersion2);
  root.write("/proc/self/cgroup", "0::/kubepods/pod1/ctr\n");
  root.write("/sys/fs/cgroup/memory.max", std::to_string(256 * kMiB));
  root.write("/sys/fs/cgroup/cpu.max", "20000 100000");
  const SystemLimits limits = read_limits(root.path());
  EXPECT_EQ(bound_of(limits, "cgroup memory.max"), 256 * kMiB);
  EXPECT_DOUBLE_EQ(limits.cpu_quota, 0.2);
}

TEST(Limits, ContainerWhoseMountBeginsAtItsGroup) {
  FakeRoot root;
  root.write("/proc/self/mountinfo",
             "35 31 0:32 /docker/0f3 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n");
  root.write("/proc/self/cgroup", "4:memory:/docker/0f3/inner\n");
  root.write("/sys/fs/cgroup/memory/inner/memory.limit_in_bytes", std::to_string(64 * kMiB));
  root.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", std::to_string(128 * kMiB));
  const auto folders = cgroup_folders(root.path(), "memory");
  ASSERT_GE(folders.size(), 2u);
  EXPECT_EQ(folders[0], root.path() + "/sys/fs/cgroup/memory/inner");
  EXPECT_EQ(folders[1], root.path() + "/sys/fs/cgroup/memory");
  EXPECT_EQ(bound_of(read_limits(root.path()), "cgroup memory.limit_in_bytes"), 64 * kMiB);
}

TEST(Limits, GroupOutsideTheNamespaceAndOddPaths) {
  FakeRoot root;
  root.write("/proc/self/mountinfo",
             "30 23 0:26 / /sys/fs/odd\\040place rw - cgroup2 cgroup2 rw\nnonsense\n\n");
  root.write("/proc/self/cgroup", "0::/../../other\nbroken\n");
  root.write("/sys/fs/odd place/cpu.max", "100000 100000");
  root.write("/sys/other/cpu.max", "1 100000");
  EXPECT_DOUBLE_EQ(read_limits(root.path()).cpu_quota, 1);
}

TEST(Limits, WithoutMountInformation) {
  FakeRoot root;
  root.write("/sys/fs/cgroup/cpu.max", "300000 100000");
  root.write("/sys/fs/cgroup/memory/memory.limit_in_bytes", std::to_string(10 * kMiB));
  const SystemLimits limits = read_limits(root.path());
  EXPECT_DOUBLE_EQ(limits.cpu_quota, 3);
  EXPECT_EQ(bound_of(limits, "cgroup memory.limit_in_bytes"), 10 * kMiB);
}

TEST(Limits, UserLimits) {
  FakeRoot root;
  root.write("/proc/self/limits",
             "Limit                     Soft Limit           Hard Limit           Units     \n"
             "Max data size             unlimited            unlimited            bytes     \n"
             "Max address space         1073741824           unlimited            bytes     \n");
  root.write("/proc/self/status",
             "VmSize:\t  262144 kB\nCpus_allowed:\ta0\nCpus_allowed_list:\t5,7\n"
             "Mems_allowed_list:\t1\n");
  const SystemLimits limits = read_limits(root.path());
  EXPECT_EQ(bound_of(limits, "ulimit -v"), 768 * kMiB);
  EXPECT_EQ(bound_of(limits, "ulimit -d"), 0u);
  EXPECT_EQ(limits.cpus_allowed, "5,7");
  EXPECT_EQ(limits.mems_allowed, "1");
}

TEST(Limits, ThisSystem) {
  const SystemLimits limits = read_limits();
  EXPECT_GT(limits.memory_total, 0u);
  EXPECT_FALSE(limits.cpus_allowed.empty());
  ASSERT_FALSE(limits.memory.empty());
  for (const Limit& limit : limits.memory) {
    EXPECT_GT(limit.bytes, 0u) << limit.source;
    EXPECT_LE(limit.bytes, std::uint64_t{1} << 60) << limit.source;
  }
}

TEST(SystemFiles, NumbersAndFields) {
  EXPECT_EQ(parse_count("42"), 42u);
  for (const char* text : {"", "max", "-1", "12x", " 1", "99999999999999999999999"}) {
    EXPECT_FALSE(parse_count(text)) << text;
  }
  EXPECT_EQ(field_of("inactive_file 12\nfile 5\n", "file"), "5");
  EXPECT_EQ(field_of("Max data size   7  8\n", "Max data size"), "7  8");
  EXPECT_EQ(field_of("a: 1\n", "b"), "");
  EXPECT_EQ(trimmed(std::string(" x y\n\0", 6)), "x y");
  EXPECT_EQ(read_text("/"), "");
}

}  // namespace
}  // namespace ridgeline::bench
