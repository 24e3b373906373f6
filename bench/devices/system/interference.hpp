// What else happened on the host while a repetition ran: stolen time and lost time slices.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bench/devices/machine.hpp"

namespace ridgeline::bench {

// Time that the hypervisor gave to others while these units wanted to run, s since boot (in steps
// of 1/100 s); 0 where the system does not tell. `stat`: the text of /proc/stat.
double stolen_seconds(const std::string& stat, std::span<const Unit> units,
                      std::span<const int> which);
std::string read_proc_stat();

// How often the calling thread lost its core to another one, since it started.
std::int64_t involuntary_switches();

}  // namespace ridgeline::bench
