// What is believed of a machine as hwloc describes it: hypervisors report caches of 0 bytes or of
// 264 GiB, memory of 0, and one kind of core where there are two. Pure functions on plain structs.
#pragma once

#include <cstdint>
#include <string>

#include "bench/devices/machine.hpp"
#include "bench/devices/system/limits.hpp"

namespace ridgeline::bench {

// Sets the size of caches that cannot be as given to 0 (unknown), with a note: 0 bytes, larger than
// the machine's memory or than any processor's, or smaller than a cache nearer to the same core.
void check_caches(Machine& machine);

// Renumbers the kinds so that cores of one kind are alike in what hwloc says and in the sizes of
// their caches (two L3 sizes make two kinds); names them "kind0", "kind1", ..., or "" for one.
// Unit::kind and Machine::kinds come in with hwloc's kinds; -1: in none of them.
void number_kinds(Machine& machine);

// Nodes without memory beside others that have some are left out; if all say 0, it is unknown.
void check_nodes(Machine& machine);

// Machine::memory: the smallest bound and its source. `limits` only counts for this system.
void bound_memory(Machine& machine, const SystemLimits& limits);

// One sentence for each thing a reader of the results has to know: restrictions to part of the
// machine, CPU quotas, caches of unequal size, unknown sizes.
void note_restrictions(Machine& machine);

// For people: three significant digits where the size is no round number, "6.34GiB".
std::string rounded_bytes(std::uint64_t bytes);

// All of the above, in order.
void finish_machine(Machine& machine, const SystemLimits& limits);

}  // namespace ridgeline::bench
