// The surroundings of a measurement on the host: what a reader has to know to trust or repeat it.
#pragma once

#include <string>

#include "bench/devices/identity/hypervisor.hpp"
#include "bench/devices/machine.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Facts and notes (those of the machine first). Only reads; needs no rights; what the system does
// not tell is "unknown" and no alarm. Numbers in SI units. `identify`: host and user names too.
// `root` stands before every path, for tests; CPUID is asked only without one.
ceilings::EnvironmentRecord host_environment(const Machine& machine, bool identify,
                                             const std::string& root = "");

// Load above which other work is warned of: half a task a usable core.
inline constexpr double kBusyLoadPerCore = 0.5;

}  // namespace ridgeline::bench
