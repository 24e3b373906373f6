// Two archives with round numbers, and kernels under them whose verdict is known, each with the
// reason. Times are 1 ms unless said; rates are then 1e3 times the counts.
#pragma once

#include <string>
#include <vector>

#include "ceilings/place/diagnosis/diagnosis.hpp"

namespace ridgeline::ceilings::cases {

inline Ceiling ceiling(const std::string& id, double value, const std::string& lacks = "") {
  Ceiling c;
  c.id = id;
  c.value = value;
  c.lacks = lacks;
  c.role = lacks.empty() ? "primary" : "secondary";
  std::vector<std::string> parts{""};
  for (const char letter : id) {
    if (letter == '/') {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  c.kind = parts[0];
  c.unit = c.kind == "bandwidth" ? "B/s" : "FLOP/s";
  if (c.kind == "bandwidth") {
    const std::size_t at = parts[1].find('@');
    c.level = parts[1].substr(0, at);
    if (at != std::string::npos) c.node = parts[1].substr(at + 1);
    c.scope = parts[2];
    c.mix = parts[3];
    c.path = parts[4];
    c.traffic = value;
  } else {
    const std::size_t arrow = parts[1].find("->");
    c.precision = parts[1].substr(0, arrow);
    if (arrow != std::string::npos) c.accumulate = parts[1].substr(arrow + 2);
    c.path = parts[2];
    c.scope = parts[3];
  }
  return c;
}

inline Ceiling roof(const std::string& id, double value) {
  Ceiling c = ceiling(id, value);
  c.roof = c.reference = true;
  return c;
}

// 100 SMs. 2 TB/s, and 312 TFLOP/s of fp16->fp32.
inline Archive gpu() {
  Archive archive;
  archive.device.kind = "gpu";
  archive.device.model = "Round Numbers 100";
  archive.device.device_class = "gpu-round-100";
  archive.device.unit_name = "SM";
  archive.device.units = 100;
  archive.ceilings = {roof("bandwidth/L1/chip/1:0/ld16B-ca", 30e12),
                      roof("bandwidth/L2@near/chip/1:0/ld16B", 8e12),
                      roof("bandwidth/L2@far/chip/1:0/ld16B", 5e12),
                      roof("bandwidth/DRAM/chip/1:0/ld16B", 2e12),
                      ceiling("bandwidth/DRAM/chip/1:1/copy", 1.8e12),
                      ceiling("bandwidth/DRAM/chip/0:1/st16B", 1.6e12),
                      ceiling("bandwidth/DRAM/chip/1:0/ld4B-strided", 0.5e12, "coalescing"),
                      ceiling("bandwidth/DRAM/chip/1:0/ld32B-random", 0.8e12, "locality"),
                      roof("compute/fp32/fma/chip", 20e12),
                      ceiling("compute/fp32/mul-add/chip", 10e12, "FMA"),
                      ceiling("compute/fp32/fma-one-chain/chip", 5e12, "ILP"),
                      roof("compute/fp64/fma/chip", 10e12),
                      roof("compute/fp16/fma-half2/chip", 40e12),
                      roof("compute/fp16->fp32/wgmma-n256/chip", 312e12),
                      ceiling("compute/fp16->fp32/mma-m16n8k16/chip", 200e12, "wgmma"),
                      roof("compute/bf16->fp32/wgmma-n256/chip", 312e12),
                      roof("compute/int32/mad/chip", 10e12)};
  for (Ceiling& c : archive.ceilings) c.units = 100;
  return archive;
}

// FP32 at 67 TFLOP/s, FP64 at 1: a card made for games.
inline Archive gaming() {
  Archive archive = gpu();
  archive.ceilings = {roof("bandwidth/DRAM/chip/1:0/ld16B", 2e12),
                      roof("compute/fp32/fma/chip", 67e12), roof("compute/fp64/fma/chip", 1e12)};
  for (Ceiling& c : archive.ceilings) c.units = 100;
  return archive;
}

// 16 cores. Intervals are 1 % either way. Copy allocates: 3 bytes of traffic for 2 of the program.
inline Archive cpu() {
  Archive archive;
  archive.device.kind = "cpu";
  archive.device.model = "Round Cores 16";
  archive.device.device_class = "cpu-round-16";
  archive.device.units = 16;
  archive.ceilings = {roof("bandwidth/L3/all/1:0/avx512", 400e9),
                      ceiling("bandwidth/DRAM/all/1:0/avx512", 100e9),
                      ceiling("bandwidth/DRAM/all/1:1/update-avx512", 110e9),
                      ceiling("bandwidth/DRAM/all/1:1/copy-avx512", 80e9),
                      ceiling("bandwidth/DRAM/all.far/1:0/avx512", 40e9),
                      roof("compute/fp64/fma-avx512/all", 1e12),
                      ceiling("compute/fp64/fma-avx2/all", 500e9, "SIMD width"),
                      ceiling("compute/fp64/fma-scalar/all", 62.5e9, "SIMD width"),
                      ceiling("compute/fp64/mul-add-avx512/all", 500e9, "FMA"),
                      ceiling("compute/fp64/fma-one-chain-avx512/all", 125e9, "ILP")};
  archive.ceilings[1].reference = archive.ceilings[2].roof = true;
  archive.ceilings[3].traffic = 120e9;
  for (Ceiling& c : archive.ceilings) {
    c.units = 16;
    c.low = 0.99 * c.value;
    c.high = 1.01 * c.value;
  }
  return archive;
}

// A kernel from its parts: Kernel("axpy").flop("fp32", 1e9, "fma").bytes("DRAM", 6e9).
struct Kernel {
  KernelRun run;
  explicit Kernel(const std::string& name, double seconds = 1e-3) {
    run.name = name;
    run.seconds = seconds;
  }
  Kernel& untimed() { return run.seconds.reset(), *this; }
  Kernel& none() { return run.operations.emplace(), *this; }
  Kernel& flop(const std::string& precision, double count, const std::string& path = "") {
    if (!run.operations) run.operations.emplace();
    const std::size_t arrow = precision.find("->");
    const std::string sum = arrow == std::string::npos ? "" : precision.substr(arrow + 2);
    run.operations->push_back({precision.substr(0, arrow), sum, path, count});
    return *this;
  }
  Kernel& bytes(const std::string& level, double count) {
    run.bytes.push_back({level, count, {}, {}});
    return *this;
  }
  Kernel& mix(const std::string& level, double read, double written) {
    run.bytes.push_back({level, read + written, read, written});
    return *this;
  }
  Kernel& hand() { return run.bytes_from = BytesFrom::hand, *this; }
  Kernel& launches(std::uint64_t count) { return run.launches = count, *this; }
  Kernel& blocks(double count) { return run.facts.blocks = count, *this; }
  Kernel& occupancy(double part) { return run.facts.occupancy = part, *this; }
  Kernel& sectors(double count) { return run.facts.sectors_per_request = count, *this; }
  Kernel& lanes(double count) { return run.facts.active_lanes = count, *this; }
  Kernel& threads(double count) { return run.facts.threads = count, *this; }
};

struct Case {
  Archive (*archive)();
  Kernel kernel;
  Verdict verdict;
  std::string tells;  // a technique, a ceiling's id or a cause: each verdict's second half
  const char* why;
  bool boundary = false;  // it stands on a threshold, and 1 % may change it
};

}  // namespace ridgeline::ceilings::cases
