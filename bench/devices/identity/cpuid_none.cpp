// Processors without CPUID: nothing is told. Built instead of devices/cpuid.cpp where not x86.
#include "bench/devices/identity/hypervisor.hpp"

namespace ridgeline {

CpuidFacts read_cpuid() { return {}; }

}  // namespace ridgeline
