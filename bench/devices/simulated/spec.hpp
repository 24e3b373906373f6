// A device whose truth is known: everything that levels, ceilings and the program around them have
// to find out, read from a file. Times are computed, nothing sleeps; a clock of its own advances.
//
// The file is one JSON object; unknown keys are errors. Bytes, seconds, Hz, B/s, FLOP/s.
//   {
//     "device": {"kind": "cpu", "vendor": "Example", "model": "Example 8", "class": "example-8",
//                "architecture": "", "units": 8, "clock_hz": 4e9, "sm": 90, "memory_bytes": 6e10,
//                "threads_per_unit": 2048, "blocks_per_unit": 32, "shared_per_block": 232448,
//                "cpu_features": ["SSE2", "AVX2"],           // left out: all
//                "attributes": {"mig_profile": "1g.18gb"},
//                "peaks": [{"key": "bandwidth/L1/1:0/avx512", "per_cycle": 128, "source": "..."}]},
//     "seed": 7,
//     "levels": [                                            // nearest first; the last is memory
//       {"name": "L1", "bytes": 49152, "units_per_instance": 1, "core_bandwidth": 4e11,
//        "all_bandwidth": 3.2e12,                            // left out: units x core_bandwidth
//        "latency": 1.2e-9, "mixes": {"1:1": 0.9}, "paths": {"avx2": 0.5}},
//       {"name": "shared", "domain": "sm", ...},             // reached by kernels made for it only
//       {"name": "DRAM", "core_bandwidth": 2e10, "all_bandwidth": 4e10, "latency": 9e-8}],
//     "curve": [[6e6, 1.026e13], [4e7, 9.67e12]],            // instead of levels: rates of a whole
//                                                            // GPU by working set, as published
//     "nominal": [{"name": "L1", "bytes": 49152, "units_per_instance": 1}],  // or "none": no
//                                                            // topology; left out: the truth
//     "compute": [{"precision": "fp64", "path": "fma-avx512", "core": 1.2e11, "all": 9e11},
//                 {"path": "wgmma", "share": 0.97}],          // of the documented limit; of all
//                                                            // precisions and of "wgmma-n64" too
//     "gpu_kernels": [{"name": "read_u128", "family": "bandwidth", "mix": "1:0", "path": "ld16B",
//        "level": "", "precision": "", "accumulate": "", "lacks": "", "vector_bits": 128,
//        "sms": [90],
//        "shapes": [{"blocks": 2, "threads": 1024, "in_flight": 4, "efficiency": 1}]}],
//                                                            // or "built-in": this build's own
//     "shape_spread": 0.1,                                   // rates of a built-in kernel's
//                                                            // shapes: one's, down by this
//     "power": {"limit": 700, "idle": 90, "usual": 400,      // W
//               "constant": 560, "random": 900,
//               "seconds": 0.3},                             // how long a limit takes to bite
//     "operations": [{"id": "link/host-device/copy-engine", "rate": 5.5e10, "lacks": "",
//                     "to_device": true, "from_device": false, "operations": 0}],
//     "noise": 0.01,                                          // relative, one standard deviation
//     "outliers": {"probability": 0.1, "factor": 0.5},        // of the rate
//     "drift": {"amplitude": 0.01, "period": 3},              // of all rates and the clock
//     "slow_phases": {"every": 2, "length": 0.1, "factor": 0.7},
//     "tlb": {"from_bytes": 3.3e7, "slope_per_octave": 0.02}, // of the time
//     "transition_octaves": 1,                                // partial hits above a capacity
//     "transition_shape": "linear",                           // hits fall with the size, or with
//                                                             // its logarithm: "logarithmic"
//     "pass_overhead": 2e-9,                                  // s a pass
//     "faults": {
//       "wrong_result": "read_u64_avx512",                    // the kernel that verify() rejects
//       "launch_failure": "fma_f64_avx512",                   // the kernel whose runs all fail
//       "device_lost_after": 100,                             // runs
//       "out_of_memory_above": 1e9,                           // bytes of a working set
//       "nan_after": 50,                                      // runs; that one has no time
//       "too_fast": {"kernel": "fma_f64_avx512", "factor": 1.1},
//       "clock_sag": {"after_seconds": 0.5, "factor": 0.7, "over_seconds": 1},
//       "flags": [{"name": "stolen-time", "probability": 0.2, "factor": 0.5}]}
//   }
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/devices/device.hpp"

namespace ridgeline::bench {

struct SimulatedLevel {
  std::string name;
  std::string domain;          // "sm": on-chip memory of each SM that only its kernels reach
  std::uint64_t bytes = 0;     // of one instance; 0: memory
  int units_per_instance = 0;  // 0: all
  double core_bandwidth = 0;   // B/s of one unit
  double all_bandwidth = 0;    // B/s of all units together; 0: units x core_bandwidth
  double latency = 0;          // s of a dependent load
  std::map<std::string, double> mixes, paths;  // factors of the rate; left out: 1
};

struct SimulatedCompute {
  std::string precision, path;  // empty precision: any
  double core = 0;              // FLOP/s of one unit
  double all = 0;               // of all units; 0: units x core
  double share = 0;             // instead of both: of the documented limit
};

// Tensor kernels draw more than the limit with random operands, and less with constant ones.
struct SimulatedPower {
  double limit = 0;                                      // W; 0: none
  double idle = 0, usual = 0, constant = 0, random = 0;  // W, at the full clock
  double seconds = 0.3;                                  // of the mean that is limited
};

struct SimulatedOperation {
  std::string id, lacks;
  bool to_device = false, from_device = false;
  double rate = 0;        // B/s or FLOP/s
  double operations = 0;  // of a pass
};

struct SimulatedShape {
  kernels::Shape shape;
  double efficiency = 1;
};

struct SimulatedKernel {
  std::string name, family, mix, path, level, precision, accumulate, lacks;
  int vector_bits = 128;
  std::vector<std::uint16_t> sms;
  std::vector<SimulatedShape> shapes;
};

struct SimulatedFlag {
  ceilings::Flag flag = ceilings::Flag::stolen_time;
  double probability = 1;
  double factor = 1;  // of the rate, when it is raised
};

// From a moment on: where the units sit relative to each other.
struct SimulatedPlacement {
  double from_seconds = 0;        // of virtual time
  double cache_line_latency = 0;  // s
  double factor = 1;              // of the rate of several units together
};

struct SimulatedFaults {
  std::string wrong_result, launch_failure;                   // kernels' names; empty: none
  std::optional<std::uint64_t> device_lost_after, nan_after;  // runs
  std::uint64_t out_of_memory_above = 0;                      // bytes; 0: never
  std::string too_fast;
  double too_fast_factor = 1;
  std::optional<double> sag_after;  // s
  double sag_factor = 1, sag_over = 1;
  std::vector<SimulatedFlag> flags;
};

struct SimulatedSpec {
  bool gpu = false;
  std::string vendor = "simulated", model = "device", device_class = "simulated", architecture;
  int units = 1;
  double clock_hz = 3e9;
  int sm = 90;
  int threads_per_unit = 0, blocks_per_unit = 0;  // 0: unknown
  std::uint64_t shared_per_block = 0;             // likewise
  std::uint64_t memory_bytes = std::uint64_t{64} << 30;
  std::uint32_t cpu_features = ~std::uint32_t{0};
  std::map<std::string, std::string> attributes;
  std::vector<ceilings::Peak> peaks;
  std::uint64_t seed = 1;
  std::vector<SimulatedLevel> levels;
  std::vector<std::pair<double, double>> curve;        // bytes and B/s, by rising bytes
  std::optional<std::vector<SimulatedLevel>> nominal;  // empty list: no topology
  std::vector<SimulatedCompute> compute;
  std::vector<SimulatedKernel> kernels;
  bool built_in_kernels = false;  // cuda_kernels() instead
  double shape_spread = 0;
  SimulatedPower power;
  std::vector<SimulatedOperation> operations;
  double noise = 0, outlier_probability = 0, outlier_factor = 0.5;
  double drift_amplitude = 0, drift_period = 1;
  double slow_every = 0, slow_length = 0, slow_factor = 1;
  double tlb_from = 0, tlb_slope = 0;  // bytes; share of the time an octave
  double transition_octaves = 1;
  bool transition_logarithmic = false;
  double pass_overhead = 0;
  std::vector<SimulatedPlacement> placements;  // by rising from_seconds; empty: not probed
  SimulatedFaults faults;
};

}  // namespace ridgeline::bench
