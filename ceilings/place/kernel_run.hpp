// A kernel as somebody measured or counted it, before it is compared with a roofline: what
// importers make, and what kernel takes. Zero and not collected are two different things
// throughout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ridgeline::ceilings {

// Operations of one type on one path. `precision` as in ids ("fp64", "fp32", "tf32", "fp16",
// "bf16", "fp8", "int8", "int32", ...). `path` is what is known of the way they went:
//   ""         nothing
//   "fma"      fused multiply-adds only (an FMA counts 2)
//   "mul-add"  additions and multiplications, none fused
//   "matrix"   tensor cores, AMX
//   an instruction set ("scalar", "sse", "avx2", "avx512", "neon"), alone or behind an operation
//   ("fma-avx2"), as in ceilings' paths
struct OperationCount {
  std::string precision, accumulate, path;
  double operations = 0;  // FLOP, or OP of integers
  friend bool operator==(const OperationCount&, const OperationCount&) = default;
};

// Bytes moved at one memory level, of all launches together.
struct LevelBytes {
  std::string level;                    // "L1", "shared", "L2", "L3", "DRAM"
  double bytes = 0;                     // read and written
  std::optional<double> read, written;  // where they are known apart
  friend bool operator==(const LevelBytes&, const LevelBytes&) = default;
};

// Who counted the bytes, and so what they are compared with: hardware counters see traffic (with
// write-allocate), hands count what the program asks for.
enum class BytesFrom : std::uint8_t { counters, hand };

// What is known of how the kernel ran; it explains why a point lies low. Nothing: not collected.
struct LaunchFacts {
  std::optional<double> blocks, threads_per_block;  // of one launch
  std::optional<double> occupancy;            // resident warps over the most there can be, 0..1
  std::optional<double> sectors_per_request;  // 32 B sectors a warp's global load asks for
  std::optional<double> active_lanes;         // of 32, mean over the executed instructions
  std::optional<double> threads;              // CPU: threads that worked
};

struct KernelRun {
  std::string name;
  std::string device;          // as the profiler names it: "0", "NVIDIA A100"; empty: unknown
  std::uint64_t launches = 1;  // seconds, operations and bytes are their sums
  std::optional<double> seconds;
  // Nothing: operations were not collected. Empty: they were, and there were none.
  std::optional<std::vector<OperationCount>> operations;
  std::vector<LevelBytes> bytes;  // only of levels that were collected
  BytesFrom bytes_from = BytesFrom::counters;
  LaunchFacts facts;
  std::vector<std::string> notes;  // what the importer has to say of it: one sentence each
};

// What was read of one file or command line.
struct KernelRuns {
  std::string source;  // "Nsight Compute", "likwid-perfctr", "perf stat", "kernel list", "options"
  std::vector<KernelRun> runs;        // in the file's order
  std::vector<std::string> warnings;  // what was left out and why, one sentence each
};

}  // namespace ridgeline::ceilings
