// Reads processors' names and numbers.
#include "bench/devices/identity/cpu_identity.hpp"

#include <cstdlib>
#include <sstream>

#include "bench/devices/system/system_files.hpp"

namespace ridgeline::bench {
namespace {

using Fields = std::map<std::string, std::string>;

// Decimal or 0x hexadecimal; 0 where it is neither.
int number_of(const std::string& text) {
  return static_cast<int>(std::strtol(text.c_str(), nullptr, text.starts_with("0x") ? 16 : 10));
}

std::string first_of(const Fields& fields, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto field = fields.find(name);
    if (field != fields.end() && !field->second.empty()) return field->second;
  }
  return "";
}

// Lines "name : value"; the first of each name counts, so the first processor's.
Fields fields_of(const std::string& text) {
  Fields fields;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    fields.emplace(trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
  }
  return fields;
}

// Variant and revision are the digits of "r1p3".
int arm_stepping(const std::string& variant, const std::string& revision) {
  return number_of(variant) * 16 + number_of(revision);
}

}  // namespace

std::string arm_vendor(const std::string& implementer) {
  static const std::map<int, const char*> kImplementers = {
      {0x41, "ARM"},       {0x42, "Broadcom"}, {0x43, "Cavium"}, {0x46, "Fujitsu"},
      {0x48, "HiSilicon"}, {0x4e, "NVIDIA"},   {0x50, "APM"},    {0x51, "Qualcomm"},
      {0x53, "Samsung"},   {0x56, "Marvell"},  {0x61, "Apple"},  {0x6d, "Microsoft"},
      {0x70, "Phytium"},   {0xc0, "Ampere"}};
  const auto known = kImplementers.find(number_of(implementer));
  return known == kImplementers.end() ? implementer : known->second;
}

CpuInfo parse_cpuinfo(const std::string& text) {
  const Fields fields = fields_of(text);
  CpuInfo info;
  CpuIdentity& cpu = info.identity;
  const std::string implementer = first_of(fields, {"CPU implementer"});
  if (!implementer.empty()) {
    cpu.vendor = arm_vendor(implementer);
    cpu.family = number_of(first_of(fields, {"CPU architecture"}));
    cpu.model = number_of(first_of(fields, {"CPU part"}));
    cpu.stepping =
        arm_stepping(first_of(fields, {"CPU variant"}), first_of(fields, {"CPU revision"}));
  } else {
    cpu.vendor = first_of(fields, {"vendor_id"});
    cpu.family = number_of(first_of(fields, {"cpu family"}));
    cpu.model = number_of(first_of(fields, {"model"}));
    cpu.stepping = number_of(first_of(fields, {"stepping"}));
  }
  // POWER says "cpu", RISC-V "uarch", 32-bit ARM "Processor".
  cpu.model_name = first_of(fields, {"model name", "cpu", "uarch", "Processor"});
  info.microcode = first_of(fields, {"microcode"});
  std::istringstream flags(first_of(fields, {"flags", "Features", "features", "isa"}));
  for (std::string flag; flags >> flag;) info.flags.push_back(flag);
  return info;
}

CpuIdentity identity_of_infos(const Fields& infos) {
  CpuIdentity cpu;
  cpu.model_name = first_of(infos, {"CPUModel"});
  const std::string implementer = first_of(infos, {"CPUImplementer"});
  if (!implementer.empty()) {
    cpu.vendor = arm_vendor(implementer);
    cpu.family = number_of(first_of(infos, {"CPUArchitecture"}));
    cpu.model = number_of(first_of(infos, {"CPUPart"}));
    cpu.stepping = arm_stepping(first_of(infos, {"CPUVariant"}), first_of(infos, {"CPURevision"}));
    return cpu;
  }
  cpu.vendor = first_of(infos, {"CPUVendor"});
  cpu.family = number_of(first_of(infos, {"CPUFamilyNumber"}));
  cpu.model = number_of(first_of(infos, {"CPUModelNumber"}));
  cpu.stepping = number_of(first_of(infos, {"CPUStepping"}));
  return cpu;
}

}  // namespace ridgeline::bench
