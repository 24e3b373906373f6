// CPUID on x86. Builds for other processors take cpuid_none.cpp.
#include <cpuid.h>

#include <array>
#include <cstring>

#include "bench/devices/identity/hypervisor.hpp"

namespace ridgeline::bench {
namespace {

struct CpuidLeaf {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

CpuidLeaf leaf(unsigned number) {
  CpuidLeaf answer;
  __cpuid_count(number, 0, answer.eax, answer.ebx, answer.ecx, answer.edx);
  return answer;
}

constexpr unsigned kHypervisorBit = 1U << 31;     // of leaf 1's ECX
constexpr unsigned kHypervisorLeaf = 0x40000000;  // largest hypervisor leaf, and its vendor
constexpr unsigned kTimingLeaf = 0x40000010;      // TSC in kHz, where a hypervisor has it
constexpr unsigned kTscLeaf = 0x15;               // ratio to a crystal, and the crystal's Hz

// Intel's manual, CPUID leaf 15H: Hz = crystal x EBX / EAX, each 0 where unknown.
double native_tsc_hz() {
  if (leaf(0).eax < kTscLeaf) return 0;
  const CpuidLeaf tsc = leaf(kTscLeaf);
  return tsc.eax == 0 ? 0 : static_cast<double>(tsc.ecx) * tsc.ebx / tsc.eax;
}

}  // namespace

CpuidFacts read_cpuid() {
  CpuidFacts facts;
  facts.available = true;
  facts.hypervisor = (leaf(1).ecx & kHypervisorBit) != 0;
  // AMD defines no leaf 15H of this meaning; there it reads 0.
  facts.tsc_hz = native_tsc_hz();
  if (!facts.hypervisor) return facts;
  const CpuidLeaf first = leaf(kHypervisorLeaf);
  std::array<char, 13> vendor{};
  const std::array<unsigned, 3> words{first.ebx, first.ecx, first.edx};
  std::memcpy(vendor.data(), words.data(), 12);
  facts.hypervisor_vendor = vendor.data();
  if (facts.tsc_hz == 0 && first.eax >= kTimingLeaf && first.eax < kTimingLeaf + 0x100) {
    facts.tsc_hz = 1e3 * leaf(kTimingLeaf).eax;
  }
  return facts;
}

}  // namespace ridgeline::bench
