// Memory, CPU time and CPUs that the system grants.
#include "bench/devices/system/limits.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>

#include "bench/devices/system/cgroup.hpp"
#include "bench/devices/system/system_files.hpp"

namespace ridgeline::bench {
namespace {

namespace fs = std::filesystem;

// Version 1 writes "no limit" as the largest multiple of a page below 2^63; nothing that large is
// memory.
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 60;

struct MemoryFiles {
  const char* limit;
  const char* usage;
  const char* reclaimable;  // line of memory.stat
};
constexpr MemoryFiles kMemoryFiles[] = {
    {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"},
    {"memory.max", "memory.current", "inactive_file"},
    {"memory.high", "memory.current", "inactive_file"},  // above it a group is stopped for reclaim
};

std::uint64_t left_of(std::uint64_t limit, std::uint64_t used) {
  return limit > used ? limit - used : 1;
}

void add_cgroup_memory(const std::string& root, std::vector<Limit>& bounds) {
  for (const fs::path& folder : cgroup_folders(root, "memory")) {
    for (const MemoryFiles& files : kMemoryFiles) {
      const auto limit = parse_count(read_line(folder / files.limit));
      if (!limit || *limit >= kNoLimit) continue;
      const std::uint64_t usage = parse_count(read_line(folder / files.usage)).value_or(0);
      const std::string stat = read_text(folder / "memory.stat");
      const std::uint64_t cached = parse_count(field_of(stat, files.reclaimable)).value_or(0);
      bounds.push_back(
          {left_of(*limit, usage - std::min(usage, cached)), std::string("cgroup ") + files.limit});
    }
  }
}

// "24423728 kB" -> bytes.
std::optional<std::uint64_t> kilobytes(const std::string& text) {
  const auto count = parse_count(text.substr(0, text.find(' ')));
  if (!count || *count > kNoLimit / 1024) return std::nullopt;
  return *count * 1024;
}

void add_ulimit(const std::string& root, std::vector<Limit>& bounds) {
  const std::string limits = read_text(root + "/proc/self/limits");
  const std::string status = read_text(root + "/proc/self/status");
  struct Rule {
    const char *line, *used, *name;
  };
  for (const Rule& rule : {Rule{"Max address space", "VmSize", "ulimit -v"},
                           Rule{"Max data size", "VmData", "ulimit -d"}}) {
    std::string soft;
    std::istringstream(field_of(limits, rule.line)) >> soft;
    const auto limit = parse_count(soft);
    if (!limit || *limit >= kNoLimit) continue;
    bounds.push_back(
        {left_of(*limit, kilobytes(field_of(status, rule.used)).value_or(0)), rule.name});
  }
}

struct Quota {
  double cores = 0;
  std::string source;
};

// Of one group; cores 0: no quota.
Quota quota_of(const fs::path& folder) {
  std::string quota, period, source = "cgroup cpu.max ";
  std::istringstream(read_line(folder / "cpu.max")) >> quota >> period;
  if (quota.empty()) {
    quota = read_line(folder / "cpu.cfs_quota_us");
    period = read_line(folder / "cpu.cfs_period_us");
    source = "cgroup cpu.cfs_quota_us ";
  }
  const auto allowed = parse_count(quota), each = parse_count(period);
  if (!allowed || !each || *allowed == 0 || *each == 0) return {};
  return {static_cast<double>(*allowed) / static_cast<double>(*each),
          source + quota + " " + period};
}

Quota least_quota(const std::string& root) {
  Quota least;
  for (const fs::path& folder : cgroup_folders(root, "cpu")) {
    const Quota quota = quota_of(folder);
    if (quota.cores > 0 && (least.cores == 0 || quota.cores < least.cores)) least = quota;
  }
  return least;
}

std::string own_cpuset(const std::string& root) {
  for (const fs::path& folder : cgroup_folders(root, "cpuset")) {
    for (const char* file : {"cpuset.effective_cpus", "cpuset.cpus.effective", "cpuset.cpus"}) {
      const std::string cpus = read_line(folder / file);
      if (!cpus.empty()) return cpus;
    }
  }
  return "";
}

}  // namespace

SystemLimits read_limits(const std::string& root) {
  SystemLimits limits;
  const std::string meminfo = read_text(root + "/proc/meminfo");
  limits.memory_total = kilobytes(field_of(meminfo, "MemTotal")).value_or(0);
  for (const char* line : {"MemAvailable", "MemFree"}) {  // old kernels have only the second
    const auto bytes = kilobytes(field_of(meminfo, line));
    if (!bytes) continue;
    limits.memory.push_back({std::max<std::uint64_t>(*bytes, 1), line});
    break;
  }
  add_cgroup_memory(root, limits.memory);
  add_ulimit(root, limits.memory);
  const Quota quota = least_quota(root);
  limits.cpu_quota = quota.cores;
  limits.cpu_quota_source = quota.source;
  const std::string status = read_text(root + "/proc/self/status");
  limits.cpus_allowed = field_of(status, "Cpus_allowed_list");
  limits.mems_allowed = field_of(status, "Mems_allowed_list");
  limits.cgroup_cpuset = own_cpuset(root);
  return limits;
}

}  // namespace ridgeline::bench
