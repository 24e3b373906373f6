// The placement probe: how long a cache line takes from one core to another and back. Virtual CPUs
// are moved by the hypervisor without a word to the guest, and this is what tells.
#pragma once

#include <span>
#include <vector>

#include "bench/devices/cpu/thread_team.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Neighbours in `units` (first and second, third and fourth, ...) at the same time; mean of the
// pairs, s. The time of a pair is the least mean of several batches, since interruptions only slow
// a batch down. 0: fewer than two units, or one of them did not run.
double mean_cache_line_latency(ThreadTeam& team, std::span<const int> units);

// Each pair alone: all pairs of up to 8 units, of more units each one with the first. Positions of
// the result are those in `units`. Pairs of which one did not run are left out.
std::vector<ceilings::CacheLineLatency> cache_line_latencies(ThreadTeam& team,
                                                             std::span<const int> units);

}  // namespace ridgeline::bench
