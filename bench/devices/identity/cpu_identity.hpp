// Which processor it is, from /proc/cpuinfo's text or from a topology's infos.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/devices/machine.hpp"

namespace ridgeline::bench {

struct CpuInfo {
  CpuIdentity identity;
  std::string microcode;           // empty: unknown
  std::vector<std::string> flags;  // "avx2", "hypervisor"; on ARM "asimd"
};

// Of the first processor listed. Knows the forms of x86, ARM (codes of implementer and part: no
// name there), POWER, RISC-V and s390; what the text does not tell stays empty or 0.
CpuInfo parse_cpuinfo(const std::string& text);

// From hwloc's infos: CPUVendor, CPUFamilyNumber, CPUImplementer, CPUModel, ...
CpuIdentity identity_of_infos(const std::map<std::string, std::string>& infos);

// "ARM" for 0x41, ...: Arm's list of implementers in MIDR_EL1; else the text itself.
std::string arm_vendor(const std::string& implementer);

}  // namespace ridgeline::bench
