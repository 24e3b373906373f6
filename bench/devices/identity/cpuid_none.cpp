// Processors without CPUID: nothing is known. Built instead of cpuid_x86.cpp where not x86.
#include "bench/devices/identity/hypervisor.hpp"

namespace ridgeline::bench {

CpuidFacts read_cpuid() { return {}; }

}  // namespace ridgeline::bench
