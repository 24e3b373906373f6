// Which working sets there are: whole quanta, within the memory that may be used, and large enough
// to be beyond every cache that the threads reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

// Bytes in which the working set of `units` threads grows: whole quanta, whole 64-byte lines.
std::uint64_t granule_of(const kernels::Kernel& kernel, std::size_t units);
// Near `bytes`, at most 1/32 less, a multiple of the granule, and short to write where that is
// possible; at least one granule.
std::uint64_t fitting_size(double bytes, std::uint64_t granule);

// False for a cache whose size is unknown, or larger than all memory.
bool believable(const Machine& machine, const Cache& cache);
// Why a working set cannot be had; empty: it can.
std::string too_large(const PlanInput& in, std::uint64_t bytes, int node);

// Sum over all caches that any of the units reaches, bytes; unknown ones count as nothing.
// `on_chip`: without memory-side caches.
std::uint64_t reached_bytes(const Machine& machine, std::span<const int> units,
                            bool on_chip = false);
// The same with what sweeps have found: where a knee and the topology differ by more than 1.5 x the
// data wins; `at_least`: only where it is the larger one.
std::uint64_t known_bytes(const PlanInput& in, std::span<const int> units, bool at_least);
bool caches_unknown(const Machine& machine);

// The working set that is far beyond every cache the units reach, and what may be allocated.
struct MemorySet {
  std::uint64_t bytes = 0;
  std::string skip;  // not empty: there is too little memory
  std::string note;  // not empty: smaller than it should be
};
MemorySet memory_set(const PlanInput& in, std::span<const int> units, int node);

}  // namespace ridgeline::bench
