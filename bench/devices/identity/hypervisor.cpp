// Names the hypervisor from what CPUID and the system's files say.
#include "bench/devices/identity/hypervisor.hpp"

#include <map>

#include "bench/devices/system/system_files.hpp"

namespace ridgeline::bench {
namespace {

// What DMI says of a guest's board: makers whose boards are only ever virtual, and products of
// makers that build real ones too.
bool is_virtual_board(const std::string& maker, const std::string& product) {
  for (const char* name : {"QEMU", "VMware, Inc.", "Xen", "innotek GmbH", "Bochs", "Parallels",
                           "Amazon EC2", "DigitalOcean", "OpenStack Foundation", "Hetzner"}) {
    if (maker.starts_with(name)) return true;
  }
  for (const char* name : {"Virtual Machine", "KVM", "Google Compute Engine", "Standard PC"}) {
    if (product.starts_with(name)) return true;
  }
  return false;
}

}  // namespace

std::string hypervisor_named(const std::string& vendor) {
  // The texts are those that each hypervisor documents for leaf 0x40000000.
  static const std::map<std::string, std::string> kNames = {
      {"KVMKVMKVM", "KVM"},           {"Linux KVM Hv", "KVM"},      {"Microsoft Hv", "Hyper-V"},
      {"VMwareVMware", "VMware"},     {"XenVMMXenVMM", "Xen"},      {"TCGTCGTCGTCG", "QEMU (TCG)"},
      {"VBoxVBoxVBox", "VirtualBox"}, {"bhyve bhyve", "bhyve"},     {"ACRNACRNACRN", "ACRN"},
      {"prl hyperv", "Parallels"},    {"lrpepyh  vr", "Parallels"}, {"QNXQVMBSQG", "QNX"}};
  const auto known = kNames.find(trimmed(vendor));
  return known == kNames.end() ? trimmed(vendor) : known->second;
}

std::string hypervisor_of(const CpuidFacts& cpuid, const std::string& root) {
  const std::string maker = read_line(root + "/sys/class/dmi/id/sys_vendor");
  const std::string product = read_line(root + "/sys/class/dmi/id/product_name");
  const std::string board =
      maker.empty() || product.starts_with(maker) ? product : maker + " " + product;
  if (cpuid.hypervisor) {
    const std::string name = hypervisor_named(cpuid.hypervisor_vendor);
    const std::string shown = name.empty() ? "unnamed hypervisor" : name;
    return board.empty() ? shown : shown + " (" + trimmed(board) + ")";
  }
  const std::string type = read_line(root + "/sys/hypervisor/type");
  if (!type.empty()) return type;
  const std::string tree = trimmed(read_text(root + "/proc/device-tree/hypervisor/compatible"));
  if (!tree.empty()) return tree.substr(0, tree.find('\0'));
  if (is_virtual_board(maker, product)) return trimmed(board);
  return cpuid.available ? "none" : "unknown";
}

}  // namespace ridgeline::bench
