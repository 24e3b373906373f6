// What the system lets this process have: memory, CPU time, CPUs. Only reads files below /proc and
// /sys; missing ones are normal. `root` stands before every path, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/devices/machine.hpp"

namespace ridgeline::bench {

struct SystemLimits {
  std::uint64_t memory_total = 0;  // bytes; 0: unknown
  // Bytes that may still be allocated, each by one rule: MemAvailable, a cgroup's limit less what
  // it holds (its inactive file cache counts as free), ulimit. Never 0: an exhausted one is 1.
  std::vector<Limit> memory;
  double cpu_quota = 0;  // cores' worth of CPU time, the least of all cgroups above; 0: none
  std::string cpu_quota_source;  // "cgroup cpu.max 50000 100000"
  std::string cpus_allowed;      // the affinity mask as the kernel prints it, "0-1"; empty: unknown
  std::string mems_allowed;      // memory nodes, likewise
  std::string cgroup_cpuset;     // effective CPUs of the own cgroup; empty: none or unknown
};

SystemLimits read_limits(const std::string& root = "");

}  // namespace ridgeline::bench
