// Gathers the host's facts from /proc, /sys, CPUID and the clock.
#include "bench/devices/host/environment.hpp"

#include <pwd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <locale>
#include <map>
#include <set>
#include <sstream>

#include "bench/devices/identity/cpu_identity.hpp"
#include "bench/devices/system/limits.hpp"
#include "bench/devices/system/system_files.hpp"
#include "bench/devices/system/timer.hpp"
#include "ceilings/text/text.hpp"

namespace ridgeline::bench {
namespace {

using Facts = std::map<std::string, std::string>;

std::string or_unknown(const std::string& text) { return text.empty() ? "unknown" : text; }

std::string plain_number(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(9);
  text << value;
  return text.str();
}

// "always [madvise] never" -> "madvise".
std::string chosen(const std::string& line) {
  const std::size_t open = line.find('[');
  const std::size_t close = line.find(']');
  const bool marked = open != std::string::npos && close != std::string::npos && open < close;
  return or_unknown(marked ? line.substr(open + 1, close - open - 1) : line);
}

// 0 and 1 in words.
std::string switched(const std::string& value) {
  if (value == "0") return "off";
  return value == "1" ? "on" : or_unknown(value);
}

std::string smt_of(const std::string& root) {
  const std::string folder = root + "/sys/devices/system/cpu/smt/";
  const std::string active = read_line(folder + "active");
  if (active == "1") return "active";
  const std::string control = read_line(folder + "control");
  if (control.starts_with("not")) return "not supported";
  return active.empty() ? "unknown" : "off";
}

// Of the cores used: "performance", or "performance, powersave" where they differ.
std::string governor_of(const Machine& machine, const std::string& root) {
  std::set<std::string> governors;
  for (const Unit& unit : machine.units) {
    const std::string file = "/cpufreq/scaling_governor";
    const std::string cpu = "/sys/devices/system/cpu/cpu" + std::to_string(unit.os_index);
    const std::string governor = read_line(root + cpu + file);
    if (!governor.empty()) governors.insert(governor);
  }
  std::string text;
  for (const std::string& governor : governors) text += (text.empty() ? "" : ", ") + governor;
  return or_unknown(text);
}

std::string boost_of(const std::string& root) {
  const std::string cpu = root + "/sys/devices/system/cpu/";
  const std::string no_turbo = read_line(cpu + "intel_pstate/no_turbo");
  if (!no_turbo.empty()) return no_turbo == "0" ? "on" : "off";
  return switched(read_line(cpu + "cpufreq/boost"));
}

std::string container_of(const std::string& root) {
  if (access((root + "/.dockerenv").c_str(), F_OK) == 0) return "docker";
  if (access((root + "/run/.containerenv").c_str(), F_OK) == 0) return "podman";
  const std::string systemd = read_line(root + "/run/systemd/container");
  return systemd.empty() ? "none seen" : systemd;
}

// The flags that decide which kernels can run and how they behave.
std::string telling_flags(const std::vector<std::string>& flags) {
  static const std::set<std::string> kTelling = {
      "sse2",     "avx",      "fma",          "f16c",        "avx2",        "avx_vnni", "avx512f",
      "avx512bw", "avx512dq", "avx512vl",     "avx512_vnni", "avx512_bf16", "amx_tile", "amx_bf16",
      "amx_int8", "asimd",    "avx512_fp16",  "sve",         "sve2",        "asimdhp",  "asimddp",
      "i8mm",     "bf16",     "constant_tsc", "nonstop_tsc", "hypervisor"};
  std::string text;
  for (const std::string& flag : flags) {
    if (kTelling.count(flag) != 0) text += (text.empty() ? "" : " ") + flag;
  }
  return or_unknown(text);
}

void add_system(const std::string& root, Facts& facts) {
  utsname name{};
  if (uname(&name) == 0) facts["architecture"] = name.machine;
  const std::string release = read_line(root + "/proc/sys/kernel/osrelease");
  facts["kernel"] = trimmed(read_line(root + "/proc/sys/kernel/ostype") + " " + release);
  std::string os;
  std::istringstream lines(read_text(root + "/etc/os-release"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("PRETTY_NAME=")) os = line.substr(line.find('=') + 1);
  }
  std::erase(os, '"');
  facts["os"] = or_unknown(os);
  facts["kernel"] = or_unknown(facts["kernel"]);
  facts["container"] = container_of(root);
}

void add_processor(const Machine& machine, const std::string& root, Facts& facts) {
  const CpuidFacts cpuid = root.empty() ? read_cpuid() : CpuidFacts{};
  const CpuInfo cpu = parse_cpuinfo(read_text(root + "/proc/cpuinfo"));
  const bool guest_flag =
      std::find(cpu.flags.begin(), cpu.flags.end(), "hypervisor") != cpu.flags.end();
  const std::string hypervisor = hypervisor_of(cpuid, root);
  facts["hypervisor"] = hypervisor;
  const bool known = hypervisor != "unknown" && hypervisor != "none";
  facts["virtualised"] = known || guest_flag ? "yes" : hypervisor == "none" ? "no" : "unknown";
  facts["governor"] = governor_of(machine, root);
  facts["boost"] = boost_of(root);
  facts["smt"] = smt_of(root);
  facts["microcode"] = or_unknown(cpu.microcode);
  facts["cpu_flags"] = telling_flags(cpu.flags);
  facts["tsc_hz"] = cpuid.tsc_hz > 0 ? plain_number(cpuid.tsc_hz) : "unknown";
  facts["clocksource"] = or_unknown(read_line(root + "/sys/devices/system/clocksource/clocksource0/"
                                                     "current_clocksource"));
  facts["timer_resolution"] = plain_number(timer_resolution());
}

void add_memory(const Machine& machine, const std::string& root, Facts& facts) {
  const std::string thp = root + "/sys/kernel/mm/transparent_hugepage/";
  facts["thp"] = chosen(read_line(thp + "enabled"));
  facts["thp_defrag"] = chosen(read_line(thp + "defrag"));
  const std::string own = field_of(read_text(root + "/proc/self/status"), "THP_enabled");
  facts["thp_process"] = own == "0" ? "off by prctl" : own == "1" ? "allowed" : "unknown";
  facts["numa_balancing"] = switched(read_line(root + "/proc/sys/kernel/numa_balancing"));
  facts["page_size"] = std::to_string(sysconf(_SC_PAGESIZE));
  facts["memory_bound"] =
      machine.memory.bytes == 0 ? "unknown" : std::to_string(machine.memory.bytes);
  facts["memory_bound_source"] = machine.memory.source;
  const char* tunables = std::getenv("GLIBC_TUNABLES");
  if (tunables != nullptr && *tunables != '\0') facts["glibc_tunables"] = tunables;
}

void add_limits(const std::string& root, Facts& facts) {
  const SystemLimits limits = read_limits(root);
  facts["affinity"] = or_unknown(limits.cpus_allowed);
  facts["memory_nodes_allowed"] = or_unknown(limits.mems_allowed);
  facts["cpuset"] = or_unknown(limits.cgroup_cpuset);
  facts["cpu_quota"] = limits.cpu_quota > 0 ? plain_number(limits.cpu_quota) : "none";
  if (limits.cpu_quota > 0) facts["cpu_quota_source"] = limits.cpu_quota_source;
}

void add_load(const Machine& machine, const std::string& root,
              ceilings::EnvironmentRecord& record) {
  std::istringstream line(read_line(root + "/proc/loadavg"));
  line.imbue(std::locale::classic());
  double load = 0;
  if (!(line >> load)) {
    record.facts["load_average"] = "unknown";
    return;
  }
  record.facts["load_average"] = plain_number(load);
  const auto cores = static_cast<double>(machine.units.size());
  if (load <= kBusyLoadPerCore * cores) return;
  record.notes.push_back("load average " + plain_number(load) + " on " +
                         counted(machine.units.size(), "usable core") +
                         " at the start: other work may lower the results");
}

void add_names(const std::string& root, Facts& facts) {
  facts["host"] = or_unknown(read_line(root + "/proc/sys/kernel/hostname"));
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> text{};
  getpwuid_r(geteuid(), &entry, text.data(), text.size(), &found);
  facts["user"] = found == nullptr ? std::to_string(geteuid()) : found->pw_name;
}

}  // namespace

ceilings::EnvironmentRecord host_environment(const Machine& machine, bool identify,
                                             const std::string& root) {
  ceilings::EnvironmentRecord record;
  record.notes = machine.notes;
  add_system(root, record.facts);
  add_processor(machine, root, record.facts);
  add_memory(machine, root, record.facts);
  add_limits(root, record.facts);
  add_load(machine, root, record);
  if (identify) add_names(root, record.facts);
  return record;
}

}  // namespace ridgeline::bench
