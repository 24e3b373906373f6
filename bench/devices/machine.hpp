// What a plan has to know of a machine, as plain data: who computes, which caches are shared by
// whom, where memory is, how much of it may be used. Filled from hwloc, from CUDA, or from a file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ridgeline::bench {

// A core (its one chosen hardware thread) or a streaming multiprocessor.
struct Unit {
  int index = 0;     // position in Machine::units
  int os_index = 0;  // the hardware thread that is pinned (CPU) or the SM's number
  int package = 0;   // logical index
  int kind = 0;      // index into Machine::kinds
  int node = 0;      // os_index of the memory node nearest to it; -1: unknown
};

// Cores that differ (performance and efficiency cores). One entry where all are alike.
struct CoreKind {
  std::string name;    // "" for the only one; else a short word for ids: "kind0", "kind1", ...
  std::string detail;  // what hwloc says of it: "FrequencyMaxMHz=5000"
};

// One cache. `bytes` 0: its size is unknown (a hypervisor said 0 or something absurd; see `note`).
struct Cache {
  std::string level;  // "L1", "L2", "L3", "L4", "memory-side"
  std::uint64_t bytes = 0;
  std::vector<int> units;  // indices into Machine::units; only usable ones
  int sharers = 0;         // hardware threads that share it, usable or not
  std::string note;
};

struct MemoryNode {
  int os_index = 0;
  std::string kind = "DRAM";     // "DRAM", "HBM", ...: by hwloc's subtype or performance
  std::uint64_t bytes = 0;       // 0: unknown
  std::vector<int> local_units;  // indices into Machine::units; empty: no core is near (CXL)
  bool allowed = true;
  bool far = false;  // other nodes are nearer to each of its cores (CXL), or none is near (no core)
};

struct Limit {
  std::uint64_t bytes = 0;
  std::string source;  // "node memory", "MemAvailable", "cgroup memory.max", ...
};

// Which processor it is: as CPUID or the kernel gives it. 0 or empty: unknown.
struct CpuIdentity {
  std::string vendor;      // "GenuineIntel", "AuthenticAMD", "ARM"
  std::string model_name;  // trimmed; may be empty
  // x86: display family and model; ARM: architecture, part, and variant x 16 + revision.
  int family = 0, model = 0, stepping = 0;
};

struct Machine {
  bool gpu = false;
  std::string unit_name = "core";  // "SM"
  std::vector<Unit> units;         // usable: allowed by affinity and cpuset, one a core
  std::vector<CoreKind> kinds{CoreKind{}};
  std::vector<Cache> caches;  // data and unified caches; empty: unknown
  std::vector<MemoryNode> nodes;
  Limit memory;                        // the smallest bound on what one run may allocate
  double cpu_quota = 0;                // cores' worth of CPU time a cgroup grants; 0: no quota
  std::uint32_t cpu_features = 0;      // bits of kernels/isa/isa.hpp
  std::uint32_t refused_features = 0;  // more that it has, kept from this process by the system
  std::uint16_t sm = 0;                // compute capability x 10; 0: not a GPU
  int threads_per_unit = 0;            // resident threads of an SM; 0: not a GPU, or unknown
  int blocks_per_unit = 0;             // resident blocks of an SM; 0: likewise
  std::uint64_t shared_per_block = 0;  // most shared memory of a block (opt-in), bytes; 0: likewise
  int packages = 1;
  int hardware_threads = 0;            // usable ones, siblings included
  int cores_present = 0;               // cores of the machine, usable or not
  bool is_this_system = true;          // false: a topology from a file; plan yes, measure no
  std::string source = "this system";  // or the file or description it came from
  std::vector<std::string> notes;  // what was unknown, restricted, or not believed, in plain words
  CpuIdentity cpu;
  std::uint64_t memory_total = 0;  // bytes of the whole machine, usable or not; 0: unknown
};

}  // namespace ridgeline::bench
