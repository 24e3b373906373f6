// The host's facts, from made-up /proc and /sys trees and from this system; processors' names.
#include "bench/devices/host/environment.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/devices/host/record.hpp"
#include "bench/devices/identity/cpu_identity.hpp"
#include "bench/devices/identity/hypervisor.hpp"
#include "bench/devices/topology/topology.hpp"
#include "bench/print/machine/machine_document.hpp"
#include "tests/bench/devices/fake_root.hpp"

namespace ridgeline::bench {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;
constexpr std::uint64_t kGiB = 1 << 30;

Machine machine_with(int cores) {
  Machine machine;
  for (int i = 0; i < cores; ++i) machine.units.push_back({.index = i, .os_index = i});
  machine.memory = {kGiB, "cgroup memory.max"};
  machine.notes = {"restricted to 2 of 8 cores"};
  return machine;
}

bool notes_say(const ceilings::EnvironmentRecord& record, const std::string& text) {
  return std::any_of(record.notes.begin(), record.notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

TEST(Environment, NothingTold) {
  const FakeRoot root;
  const ceilings::EnvironmentRecord record = host_environment(machine_with(2), false, root.path());
  for (const char* fact :
       {"governor", "boost", "smt", "thp", "thp_defrag", "numa_balancing", "hypervisor",
        "virtualised", "microcode", "cpu_flags", "clocksource", "tsc_hz", "kernel", "os",
        "load_average", "affinity", "cpuset", "thp_process"}) {
    ASSERT_EQ(record.facts.count(fact), 1u) << fact;
    EXPECT_EQ(record.facts.at(fact), "unknown") << fact;
  }
  EXPECT_EQ(record.facts.at("cpu_quota"), "none");
  EXPECT_EQ(record.facts.at("memory_bound_source"), "cgroup memory.max");
  ASSERT_EQ(record.notes.size(), 1u) << "the machine's own; what is unknown is no alarm";
  EXPECT_EQ(record.notes[0], "restricted to 2 of 8 cores");
}

TEST(Environment, ABareServer) {
  const FakeRoot root;
  const std::string cpu = "/sys/devices/system/cpu/";
  root.write(cpu + "cpu0/cpufreq/scaling_governor", "performance\n");
  root.write(cpu + "cpu1/cpufreq/scaling_governor", "powersave\n");
  root.write(cpu + "cpu2/cpufreq/scaling_governor", "userspace\n");
  root.write(cpu + "intel_pstate/no_turbo", "1\n");
  root.write(cpu + "smt/active", "1\n");
  root.write(cpu + "smt/control", "on\n");
  root.write("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");
  root.write("/sys/kernel/mm/transparent_hugepage/defrag", "always defer [never]\n");
  root.write("/proc/sys/kernel/numa_balancing", "1\n");
  root.write("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  root.write("/proc/sys/kernel/ostype", "Linux\n");
  root.write("/etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n");
  root.write("/proc/self/status", "THP_enabled:\t0\nCpus_allowed_list:\t0-1\n");
  root.write("/proc/loadavg", "0.52 0.1 0.1 1/91 7319\n");
  root.write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
  const ceilings::EnvironmentRecord record = host_environment(machine_with(2), false, root.path());
  EXPECT_EQ(record.facts.at("governor"), "performance, powersave") << "of the cores used only";
  EXPECT_EQ(record.facts.at("boost"), "off");
  EXPECT_EQ(record.facts.at("smt"), "active");
  EXPECT_EQ(record.facts.at("thp"), "always");
  EXPECT_EQ(record.facts.at("thp_defrag"), "never");
  EXPECT_EQ(record.facts.at("thp_process"), "off by prctl");
  EXPECT_EQ(record.facts.at("numa_balancing"), "on");
  EXPECT_EQ(record.facts.at("kernel"), "Linux 6.1.0-18-amd64");
  EXPECT_EQ(record.facts.at("os"), "Debian GNU/Linux 12");
  EXPECT_EQ(record.facts.at("affinity"), "0-1");
  EXPECT_EQ(record.facts.at("clocksource"), "hpet");
  EXPECT_EQ(record.facts.at("load_average"), "0.52");
  EXPECT_FALSE(notes_say(record, "load average")) << "0.52 on two cores is quiet";
}

TEST(Environment, BusySystemsAreWarnedOf) {
  const FakeRoot root;
  root.write("/proc/loadavg", "1.25 0.1 0.1 1/91 7319\n");
  EXPECT_TRUE(notes_say(host_environment(machine_with(2), false, root.path()),
                        "load average 1.25 on 2 usable cores"));
  EXPECT_FALSE(notes_say(host_environment(machine_with(4), false, root.path()), "load average"));
}

TEST(Environment, NamesOnlyWhenAsked) {
  const FakeRoot root;
  root.write("/proc/sys/kernel/hostname", "secret-host\n");
  for (const auto& [fact, value] : host_environment(machine_with(1), false, root.path()).facts) {
    EXPECT_EQ(value.find("secret-host"), std::string::npos) << fact;
    EXPECT_NE(fact, "user");
  }
  const ceilings::EnvironmentRecord named = host_environment(machine_with(1), true, root.path());
  EXPECT_EQ(named.facts.at("host"), "secret-host");
  EXPECT_FALSE(named.facts.at("user").empty());
}

TEST(Environment, Smt) {
  const FakeRoot root;
  const auto smt = [&] {
    return host_environment(machine_with(1), false, root.path()).facts["smt"];
  };
  root.write("/sys/devices/system/cpu/smt/active", "0\n");
  EXPECT_EQ(smt(), "off");
  root.write("/sys/devices/system/cpu/smt/control", "notsupported\n");
  EXPECT_EQ(smt(), "not supported");
}

TEST(Environment, ThisSystem) {
  const ceilings::EnvironmentRecord record = host_environment(read_machine(), false);
  EXPECT_NE(record.facts.at("kernel"), "unknown");
  EXPECT_NE(record.facts.at("affinity"), "unknown");
  EXPECT_GT(std::stod(record.facts.at("timer_resolution")), 0);
  EXPECT_GT(std::stod(record.facts.at("page_size")), 0);
  for (const auto& [fact, value] : record.facts) EXPECT_FALSE(value.empty()) << fact;
}

TEST(Hypervisor, WhereItIsTold) {
  const FakeRoot root;
  CpuidFacts guest{true, true, "KVMKVMKVM", 0};
  EXPECT_EQ(hypervisor_of(guest, root.path()), "KVM");
  guest.hypervisor_vendor = "SomethingNew";
  EXPECT_EQ(hypervisor_of(guest, root.path()), "SomethingNew");
  guest.hypervisor_vendor = "";
  EXPECT_EQ(hypervisor_of(guest, root.path()), "unnamed hypervisor");
  EXPECT_EQ(hypervisor_of({true, false, "", 0}, root.path()), "none");
  EXPECT_EQ(hypervisor_of({}, root.path()), "unknown") << "no CPUID, no file";
  EXPECT_EQ(hypervisor_named("Microsoft Hv"), "Hyper-V");
  root.write("/sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
  root.write("/sys/class/dmi/id/product_name", "m7g.large\n");
  EXPECT_EQ(hypervisor_of({}, root.path()), "Amazon EC2 m7g.large");
  guest.hypervisor_vendor = "KVMKVMKVM";
  EXPECT_EQ(hypervisor_of(guest, root.path()), "KVM (Amazon EC2 m7g.large)");
  root.write("/sys/hypervisor/type", "xen\n");
  EXPECT_EQ(hypervisor_of({}, root.path()), "xen");
}

TEST(Hypervisor, RealBoardsAreNone) {
  const FakeRoot root;
  root.write("/sys/class/dmi/id/sys_vendor", "Dell Inc.\n");
  root.write("/sys/class/dmi/id/product_name", "PowerEdge R7525\n");
  EXPECT_EQ(hypervisor_of({true, false, "", 0}, root.path()), "none");
  EXPECT_EQ(hypervisor_of({}, root.path()), "unknown");
}

TEST(CpuIdentity, X86) {
  const CpuInfo intel = parse_cpuinfo(
      "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 207\n"
      "model name\t: Intel(R) Xeon(R) Processor\nstepping\t: 2\nmicrocode\t: 0x1\n"
      "flags\t\t: fpu sse2 avx2 hypervisor\n\nprocessor\t: 1\nvendor_id\t: Other\n");
  EXPECT_EQ(intel.identity.vendor, "GenuineIntel");
  EXPECT_EQ(intel.identity.family, 6);
  EXPECT_EQ(intel.identity.model, 207);
  EXPECT_EQ(intel.identity.stepping, 2);
  EXPECT_EQ(intel.identity.model_name, "Intel(R) Xeon(R) Processor");
  EXPECT_EQ(intel.microcode, "0x1");
  EXPECT_EQ(intel.flags.size(), 4u);
  const CpuInfo amd = parse_cpuinfo(
      "vendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC  \n"
      "stepping\t: 1\n");
  EXPECT_EQ(amd.identity.family, 26);
  EXPECT_EQ(amd.identity.model_name, "AMD EPYC");
}

TEST(CpuIdentity, OtherProcessors) {
  const CpuIdentity arm =
      parse_cpuinfo(
          "processor\t: 0\nBogoMIPS\t: 2100.00\nFeatures\t: fp asimd sve\nCPU implementer\t: 0x41\n"
          "CPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0xd40\nCPU revision\t: 1\n")
          .identity;
  EXPECT_EQ(arm.vendor, "ARM");
  EXPECT_EQ(arm.family, 8);
  EXPECT_EQ(arm.model, 0xd40);
  EXPECT_EQ(arm.stepping, 17);
  EXPECT_EQ(arm.model_name, "") << "the kernel gives none";
  EXPECT_EQ(arm_vendor("0x99"), "0x99");
  const CpuIdentity power = parse_cpuinfo("processor\t: 0\ncpu\t\t: POWER9, altivec\n").identity;
  EXPECT_EQ(power.model_name, "POWER9, altivec");
  const CpuIdentity none = parse_cpuinfo("").identity;
  EXPECT_EQ(none.vendor + none.model_name, "");
  EXPECT_EQ(none.family, 0);
}

TEST(HostRecord, MemoryIsTheSameOnEachBoot) {
  EXPECT_EQ(built_in_memory(24731708ull * 1024), 24 * kGiB);
  EXPECT_EQ(built_in_memory(24500000ull * 1024), 24 * kGiB) << "another kernel keeps more";
  EXPECT_EQ(built_in_memory(394000000ull * 1024), 384 * kGiB);
  EXPECT_EQ(built_in_memory(527000000ull * 1024), 512 * kGiB);
  EXPECT_EQ(built_in_memory(490 * kGiB), 512 * kGiB) << "a crash kernel's share";
  EXPECT_EQ(built_in_memory(2 * kGiB), 2 * kGiB);
  EXPECT_EQ(built_in_memory(1990 * kMiB), 2 * kGiB);
  EXPECT_EQ(built_in_memory(0), 0u);
  EXPECT_EQ(built_in_memory(1), 1u);
}

TEST(HostRecord, NamesWhatResultsAreGroupedBy) {
  Machine machine = machine_with(2);
  machine.cpu = {"GenuineIntel", "  ", 6, 207, 2};
  machine.memory_total = 24731708ull * 1024;
  EXPECT_EQ(host_class(machine), "cpu-GenuineIntel-6-207-2-2c-24GiB");
  machine.cpu = {"0x99/x", "", 8, 1, 0};
  machine.memory_total = 0;
  EXPECT_EQ(host_class(machine), "cpu-0x99x-8-1-0-2c");
  machine.cpu = {};
  EXPECT_EQ(host_class(machine), "cpu-unknown-0-0-0-2c");
  const ceilings::DeviceRecord record = host_device_record(machine);
  EXPECT_EQ(record.kind, "cpu");
  EXPECT_EQ(record.units, 2);
  EXPECT_EQ(record.architecture, "") << "unknown, never a default";
  EXPECT_TRUE(record.peaks.empty());
  EXPECT_EQ(record.instance, "");
}

TEST(MachineText, SaysWhatMatters) {
  const std::string folder = RIDGELINE_SOURCE "/tests/machines/";
  const auto text_of = [](const std::string& topology, Format format) {
    const Machine machine = read_machine(topology);
    std::ostringstream out;
    const GpusThere gpus{gpus_in_topology(topology), {}};
    write(out, machine_document(machine, host_device_record(machine), {}, gpus), format, {});
    return out.str();
  };
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
  };
  const std::string container = text_of(folder + "t04_cpuset_two_of_eight.xml", Format::table);
  has(container, "2 cores usable of 8 in 2 packages");
  has(container, "5, 7");
  has(container, "not allowed");
  has(container, "16GiB (node memory)");
  has(container, "Note: restricted to 2 of 8 cores");
  has(text_of(folder + "t07_vm_absurd_cache_sizes.xml", Format::table), "unknown");
  has(text_of(folder + "t12_two_gpus_order_differs.xml", Format::table), "cuda0, nvml1");
  const std::string json = text_of(folder + "t03_unequal_l3.xml", Format::json);
  has(json, "\"bytes\": 100663296");
  has(json, "\"measurable\": false");
  has(json, "L3 caches differ");
  has(text_of(folder + "t02_arm_vm_no_caches.xml", Format::json), "cache sizes unknown");
}

TEST(MachineText, ListsGpusByWhatOpensThem) {
  GpusThere gpus;
  gpus.seen = {{"0000:3b:00.0", "", "", {{"NVML", {"nvml0"}}}},
               {"0000:0a:00.0", "GPU-1", "NVIDIA H200", {{"CUDA", {"cuda1"}}, {"PCI", {"x"}}}},
               {"0000:af:00.0", "", "another vendor's", {{"OpenCL", {"opencl0d0"}}}}};
  gpus.presence = gpu::GpuPresence{gpu::GpuState::usable,
                                   "",
                                   {{0, "NVIDIA H200", "00000000:0A:00.0", "GPU-1", 90},
                                    {1, "NVIDIA T4", "00000000:3B:00.0", "GPU-2", 75}}};
  const Table table = gpu_table(gpus);
  std::vector<std::string> rows;
  for (const Row& row : table.rows) {
    std::string line;
    for (const std::size_t column : {0, 2, 3, 5}) line += row.cells[column].text + "|";
    rows.push_back(line);
  }
  EXPECT_EQ(rows, (std::vector<std::string>{"cuda:0|sm_90|0000:0a:00.0|cuda1|",
                                            "cuda:1|sm_75|0000:3b:00.0|nvml0|",
                                            "||0000:af:00.0|opencl0d0|"}));
  EXPECT_TRUE(table.below.empty());
  gpus.presence = gpu::GpuPresence{gpu::GpuState::no_driver, "there is no driver", {}};
  EXPECT_EQ(gpu_table(gpus).rows.size(), 3u);
  EXPECT_EQ(gpu_table(gpus).below.at(0), "No GPU can be measured: there is no driver");
  gpus.presence.reset();  // another machine's
  EXPECT_TRUE(gpu_table(gpus).below.empty());
}

}  // namespace
}  // namespace ridgeline::bench
