// Whether this system is a guest, and whose: CPUID, then /sys, then DMI.
#pragma once

#include <string>

namespace ridgeline::bench {

// What CPUID tells of hypervisors and of the time stamp counter. Filled on x86 only.
struct CpuidFacts {
  bool available = false;         // this processor has CPUID
  bool hypervisor = false;        // leaf 1's bit: a guest
  std::string hypervisor_vendor;  // leaf 0x40000000: "KVMKVMKVM"
  double tsc_hz = 0;              // leaf 0x15 or the hypervisor's 0x40000010; 0: unknown
};
CpuidFacts read_cpuid();

// "KVM", "Hyper-V", "VMware", ... for a leaf's text; an unknown one as it is.
std::string hypervisor_named(const std::string& vendor);

// "KVM", "KVM (Amazon EC2 m7i.large)", "none" where CPUID denies it, "unknown" where nothing tells.
// Files are read below `root`.
std::string hypervisor_of(const CpuidFacts& cpuid, const std::string& root = "");

}  // namespace ridgeline::bench
