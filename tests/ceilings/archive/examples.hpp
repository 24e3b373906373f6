// Whole archives made by hand that use every field of the format: a CPU's and a GPU's as of 1.0,
// one with what 1.1 adds, and one with what 1.2 does. They are the source of
// tests/data/archives/schema-*.json.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings::examples {

inline constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;

inline std::vector<Repetition> repetitions(int count, double seconds, double passes, double clock) {
  std::vector<Repetition> all;
  for (int i = 0; i < count; ++i) {
    Repetition repetition;
    repetition.seconds = seconds * (1 + 0.0013 * i);
    repetition.passes = passes;
    repetition.clock_hz = clock - 1.1e5 * i;
    repetition.order = static_cast<std::uint64_t>(10 * i);
    if (i == 1) repetition.flags = {Flag::stolen_time, Flag::clock_changed};
    all.push_back(repetition);
  }
  return all;
}

inline Sample sample(const std::string& id, const std::string& family, Stage stage,
                     std::uint64_t bytes) {
  Sample s;
  s.id = id;
  s.name = id + (bytes > 0 ? "/ws:" + std::to_string(bytes / kKiB) + "KiB" : "");
  s.family = family;
  s.stage = stage;
  s.working_set = bytes;
  s.work.bytes_read = static_cast<double>(bytes);
  s.repetitions = repetitions(6, 1.0123456789e-3, 2000, 2.9e9);
  return s;
}

inline Ceiling ceiling(const std::string& id, const std::string& kind, const std::string& unit,
                       double value) {
  Ceiling c;
  c.id = id;
  c.kind = kind;
  c.unit = unit;
  c.value = value;
  c.best = 1.01 * value;
  c.spread = 0.021;
  c.low = 0.99 * value;
  c.high = 1.005 * value;
  c.repetitions = 12;
  c.roof = c.reference = true;
  return c;
}

inline Archive head(const std::string& command) {
  Archive a;
  a.schema = "1.0";
  a.tool = {"ridgeline", "0.1.0", "9b96093", "g++ 12.2.0", "-O2", "Release", 1};
  a.created = "2026-11-30T12:00:00Z";
  a.command = command;
  a.profile = "standard";
  a.provenance = Provenance::simulated;
  a.wall_seconds = 0.31;
  a.predicted_seconds = 0.3;
  return a;
}

inline Ceiling cpu_read_ceiling(const std::string& sample_name) {
  Ceiling read = ceiling("bandwidth/L1/core/1:0/avx512", "bandwidth", "B/s", 3.5987654321e11);
  read.level = "L1";
  read.scope = "core";
  read.mix = "1:0";
  read.path = "avx512";
  read.clock_hz = 2.9e9;
  read.per_cycle = 124.09;
  read.limit = 3.712e11;
  read.limit_source = "a manual";
  read.share = 0.9695;
  read.traffic = read.value;
  read.evidence = {sample_name};
  read.suspect = {Flag::stolen_time};
  return read;
}

inline Archive cpu() {
  Archive a = head("ridgeline characterize --device simulated:cpu.json");
  a.device.device_class = "cpu-example-6-207-2-2c-24GiB";
  a.device.backend = "simulated";
  a.device.vendor = "GenuineIntel";
  a.device.model = "Intel(R) Xeon(R) Processor @ 2.60GHz  ";
  a.device.architecture = "Golden Cove";
  a.device.units = 2;
  a.device.memory_bytes = 24 * kGiB;
  a.device.levels = {{"L1", "", 48 * kKiB, 2, 1, "", ""},
                     {"L2", "", 2 * kMiB, 2, 1, "", ""},
                     {"DRAM", "", 24 * kGiB, 1, 2, "node0", ""}};
  a.device.peaks = {{"bandwidth/L1/1:0/avx512", 128, 0, "a manual"},
                    {"bandwidth/DRAM", 0, 4.1e10, "a data sheet"}};
  a.environment.facts = {{"hypervisor", "KVM"}, {"governor", "unknown"}, {"smt", "off"}};
  a.environment.notes = {"the topology says 300 MiB of L3, of which 2 of 60 cores were usable"};
  Sample l1 = sample("bandwidth/L1/core/1:0/avx512", "bandwidth", Stage::confirm, 24 * kKiB);
  l1.kernel = "read_b64_avx512";
  l1.level = "L1";
  l1.scope = "core";
  l1.mix = "1:0";
  l1.path = "avx512";
  l1.vector_bits = 512;
  Sample failed = sample("compute/fp64/fma-scalar/core", "compute", Stage::confirm, 0);
  failed.status = Status::failed;
  failed.reason = "its result differs from the reference";
  failed.role = "secondary";
  failed.lacks = "SIMD width";
  failed.precision = "fp64";
  failed.work.operations = 4096;
  failed.repetitions.clear();
  Sample point =
      sample("intensity/L1/core/fp64/k4-avx512", "intensity", Stage::empirical, 24 * kKiB);
  point.work.operations = 3072;
  a.samples = {
      sample("bandwidth/sweep/core/1:0/avx512", "bandwidth", Stage::explore, 24 * kKiB),
      l1,
      failed,
      point,
      sample("latency/DRAM@node0/core/chase", "latency", Stage::confirm, 256 * kMiB),
  };
  a.levels = {{"L1", "core", "", "", 4 * kKiB, 44 * kKiB, 48 * kKiB, 3.6e11, {}},
              {"DRAM", "core", "", "", 128 * kMiB, 0, 24 * kGiB, 1.3e10, {"not told apart"}}};
  const Ceiling read = cpu_read_ceiling(l1.name);
  Ceiling fma = ceiling("compute/fp64/fma-avx512/core", "compute", "FLOP/s", 9.2e10);
  fma.notes = {"by hand"};
  a.ceilings = {read, fma, ceiling("latency/DRAM@node0/core/chase", "latency", "s", 1.63e-7)};
  a.ridges = {{read.id, fma.id, 0.2556}};
  a.empirical = {{point.name, "L1", "core", "1:1", "fp64", "k4-avx512", 0.25, 8.1e10, 8.99e10,
                  0.901, true, "the read ceiling stood in"}};
  return a;
}

// An H200-like GPU: near and far L2, shared memory, tensor paths, a carve-out, links.
inline Archive gpu() {
  Archive a = head("ridgeline characterize --device simulated:gpu.json");
  a.device.device_class = "gpu-10de-2335-132sm-141GiB";
  a.device.instance = "5f1c2a";
  a.device.kind = "gpu";
  a.device.backend = "simulated";
  a.device.vendor = "NVIDIA";
  a.device.model = "NVIDIA H200";
  a.device.architecture = "sm_90";
  a.device.unit_name = "SM";
  a.device.units = 132;
  a.device.memory_bytes = 141 * kGiB;
  a.device.levels = {{"L1", "sm", 256 * kKiB, 132, 1, "", ""},
                     {"shared", "sm", 228 * kKiB, 132, 1, "", ""},
                     {"L2", "", 50 * kMiB, 1, 132, "", ""},
                     {"DRAM", "", 141 * kGiB, 1, 132, "node0", ""}};
  a.device.peaks = {{"compute/fp16->fp32/wgmma", 4096, 0, "a white paper"},
                    {"bandwidth/DRAM", 0, 4.8e12, "a data sheet"}};
  a.device.attributes = {{"mig_profile", "none"}, {"pci_bus_id", "00000000:1B:00.0"}};
  a.environment.facts = {{"driver", "580.65"},
                         {"ecc", "on"},
                         {"power_limit", "700"},
                         {"mig", "off"},
                         {"runtime", "13.0"}};
  Sample tensor = sample("compute/fp16->fp32/wgmma-n256/chip", "compute", Stage::confirm, 0);
  tensor.shape = {1, 128, 8};
  tensor.data = "constant";
  tensor.mode = "burst";
  tensor.units = 132;
  tensor.precision = "fp16";
  tensor.accumulate = "fp32";
  tensor.work.operations = 1.7e9;
  tensor.repetitions = repetitions(6, 5.1e-3, 900, 1.755e9);
  Sample shared = sample("bandwidth/shared/sm/1:0/ld16B", "bandwidth", Stage::confirm, 96 * kKiB);
  shared.name += "/carve-out:100";
  a.samples = {tensor, shared,
               sample("bandwidth/L2@near/chip/1:0/ld16B", "bandwidth", Stage::confirm, 16 * kMiB),
               sample("link/host-device/copy-engine", "link", Stage::confirm, 256 * kMiB)};
  a.levels = {{"L2", "chip", "", "near", 4 * kMiB, 24 * kMiB, 50 * kMiB, 1e13, {}},
              {"L2", "chip", "", "far", 30 * kMiB, 44 * kMiB, 50 * kMiB, 7.5e12, {}}};
  Ceiling wgmma = ceiling(tensor.id, "compute", "FLOP/s", 9.1e14);
  wgmma.suspect = {Flag::code_not_checked};
  Ceiling near = ceiling("bandwidth/L2@near/chip/1:0/ld16B", "bandwidth", "B/s", 1.0e13);
  near.node = "near";
  a.ceilings = {wgmma, near, ceiling("bandwidth/L2@far/chip/1:0/ld16B", "bandwidth", "B/s", 7.5e12),
                ceiling("link/host-device/copy-engine", "link", "B/s", 5.5e10)};
  a.ridges = {{near.id, wgmma.id, 91}};
  return a;
}

// A guest's CPUs, probed for where they sit.
inline Archive placed() {
  Archive a = cpu();
  a.schema = "1.1";
  Sample both = sample("bandwidth/DRAM/all/1:1/nt-copy-avx512", "bandwidth", Stage::confirm, kGiB);
  both.scope = "all";
  both.units = 2;
  for (Repetition& each : both.repetitions) each.cache_line_latency = 5.6e-7;
  a.samples.push_back(both);
  a.layout_probes = {{0, {{0, 1, 5.61e-7}}}, {240, {{0, 1, 5.57e-7}, {0, 2, 1.09e-7}}}};
  a.levels[0].latency = 1.2e-9;
  a.levels[0].latency_knee = 40 * kKiB;
  Ceiling copy = ceiling("bandwidth/DRAM/all.far/1:1/nt-copy-avx512", "bandwidth", "B/s", 5.5e10);
  copy.units = 2;
  copy.cache_line_latency = 5.6e-7;
  copy.suspect = {Flag::placement_moved};
  a.ceilings.push_back(copy);
  return a;
}

// A GPU at its power limit, with power and temperature beside each repetition.
inline Archive heated() {
  Archive a = gpu();
  a.schema = "1.2";
  for (Repetition& each : a.samples[0].repetitions) {
    each.power = 698.5;
    each.temperature = 64;
    each.flags = {Flag::power_limited};
  }
  a.samples[1].repetitions[0].flags = {Flag::thermally_limited};
  a.ceilings[0].suspect = {Flag::power_limited, Flag::thermally_limited};
  return a;
}

// Figures from the literature: no samples, and each with its source.
inline Archive published() {
  Archive a = gpu();
  a.schema = "1.3";
  a.command.clear();
  a.provenance = Provenance::published;
  a.citation = "Examples of figures, volume 1";
  a.samples.clear();
  a.levels.clear();
  for (Ceiling& each : a.ceilings) {
    each.evidence.clear();
    each.source = "Examples of figures, volume 1, table 2";
  }
  return a;
}

}  // namespace ridgeline::ceilings::examples
