// Small archives made by hand, for the tests of the tables.
#pragma once

#include <string>
#include <utility>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings::tests {

inline Ceiling bandwidth(const std::string& level, const std::string& scope, int units,
                         const std::string& mix, const std::string& path, double value) {
  Ceiling c;
  c.id = "bandwidth/" + level + "/" + scope + "/" + mix + "/" + path;
  c.kind = "bandwidth";
  c.level = level;
  c.scope = scope;
  c.units = units;
  c.mix = mix;
  c.path = path;
  c.unit = "B/s";
  c.value = c.traffic = value;
  c.best = 1.01 * value;
  c.spread = 0.0123;
  c.low = 0.99 * value;
  c.high = 1.005 * value;
  c.repetitions = 12;
  return c;
}

inline Ceiling compute(const std::string& precision, const std::string& path,
                       const std::string& scope, int units, double value) {
  Ceiling c = bandwidth("", scope, units, "", path, value);
  c.id = "compute/" + precision + "/" + path + "/" + scope;
  c.kind = "compute";
  c.precision = precision;
  c.unit = "FLOP/s";
  c.traffic = 0;
  return c;
}

inline Ceiling as_roof(Ceiling c, bool reference = true) {
  c.roof = true;
  c.reference = reference;
  return c;
}

inline Ceiling with_limit(Ceiling c, double clock, double per_cycle_limit) {
  c.clock_hz = clock;
  c.per_cycle = c.value / clock / c.units;
  c.limit = per_cycle_limit * clock * c.units;
  c.limit_source = "a manual";
  c.share = c.value / c.limit;
  return c;
}

inline Ceiling secondary(Ceiling c, const std::string& lacks) {
  c.role = "secondary";
  c.lacks = lacks;
  return c;
}

inline Sample confirmed(Ceiling& ceiling, const std::string& family, std::uint64_t working_set) {
  Sample sample;
  sample.name = ceiling.id + "/ws:" + std::to_string(working_set);
  sample.family = family;
  sample.stage = Stage::confirm;
  sample.working_set = working_set;
  ceiling.evidence.push_back(sample.name);
  return sample;
}

inline Archive cpu_head() {
  Archive archive;
  archive.created = "2026-11-30T12:00:00Z";
  archive.command = "ridgeline characterize";
  archive.profile = "standard";
  archive.wall_seconds = 13.2;
  archive.predicted_seconds = 12.5;
  archive.device.device_class = "cpu-example-1-2-3-2c-8GiB";
  archive.device.vendor = "Example";
  archive.device.model = "Example CPU 9000";
  archive.device.architecture = "Exemplar";
  archive.device.units = 2;
  archive.device.memory_bytes = std::uint64_t{8} << 30;
  return archive;
}

// A core's L1 and DRAM, all cores' DRAM, fp64 and fp32; one ceiling too high, one case failed.
inline Archive cpu_archive() {
  Archive archive = cpu_head();
  const double clock = 2.5e9;
  Ceiling l1 =
      as_roof(with_limit(bandwidth("L1", "core", 1, "1:0", "avx512", 316.8e9), clock, 128));
  Ceiling update = with_limit(bandwidth("L1", "core", 1, "1:1", "avx512", 330e9), clock, 128);
  update.suspect = {Flag::above_limit, Flag::unsteady};
  update.notes = {"two sizes differed by 4 %"};
  Ceiling scalar = secondary(
      with_limit(bandwidth("L1", "core", 1, "1:0", "scalar", 39.5e9), clock, 16), "SIMD width");
  Ceiling dram = as_roof(bandwidth("DRAM", "core", 1, "1:0", "avx512", 14.2e9));
  Ceiling dram_update = bandwidth("DRAM", "core", 1, "1:1", "avx2", 13.1e9);
  dram_update.traffic = 13.1e9 * 1.5;
  Ceiling dram_all = as_roof(bandwidth("DRAM", "all", 2, "1:0", "avx512", 25.9e9));
  Ceiling latency = bandwidth("DRAM", "core", 1, "", "chase", 103e-9);
  latency.id = "latency/DRAM/core/chase";
  latency.kind = "latency";
  latency.unit = "s";
  latency.traffic = 0;
  Ceiling fp64 = as_roof(with_limit(compute("fp64", "fma-avx512", "core", 1, 79.2e9), clock, 32));
  Ceiling fp64_all = as_roof(with_limit(compute("fp64", "fma-avx512", "all", 2, 158e9), clock, 32));
  Ceiling fp64_plain =
      secondary(with_limit(compute("fp64", "mul-add-avx512", "core", 1, 39.9e9), clock, 16), "FMA");
  Ceiling fp32 = as_roof(with_limit(compute("fp32", "fma-avx512", "core", 1, 158.4e9), clock, 64));
  archive.samples = {confirmed(l1, "bandwidth", 24 << 10), confirmed(l1, "bandwidth", 36 << 10),
                     confirmed(dram_update, "bandwidth", 1 << 30),
                     confirmed(fp64, "compute", 4096)};
  Sample failed;
  failed.name = "bandwidth/L2/core/1:0/avx512/ws:1MiB";
  failed.status = Status::failed;
  failed.reason = "element 17 was not read";
  archive.samples.push_back(failed);
  archive.levels = {{"L1", "core", "", "", 4096, 45056, 49152, 317e9, {}},
                    {"DRAM",
                     "core",
                     "",
                     "",
                     1 << 29,
                     0,
                     0,
                     14.2e9,
                     {"topology says 300MiB of L3; not told apart from it"}}};
  archive.ceilings = {l1,      scalar, update,   dram,       dram_update, dram_all,
                      latency, fp64,   fp64_all, fp64_plain, fp32};
  archive.ridges = {{l1.id, fp64.id, 0.25},
                    {dram.id, fp64.id, 79.2 / 14.2},
                    {dram_all.id, fp64_all.id, 158 / 25.9},
                    {dram.id, fp32.id, 158.4 / 14.2}};
  archive.empirical = {{"intensity/DRAM/core/fp64/k1", "DRAM", "core", "1:1", "fp64", "fma-avx512",
                        0.125, 1.62e9, 1.6375e9, 0.989, false, ""},
                       {"intensity/DRAM/core/fp64/k64", "DRAM", "core", "1:1", "fp64", "fma-avx512",
                        8, 66e9, 79.2e9, 0.833, true, ""}};
  archive.environment.notes = {"memory is bounded by MemAvailable"};
  return archive;
}

inline Archive gpu_archive() {
  Archive archive = cpu_head();
  archive.provenance = Provenance::simulated;
  archive.device.kind = "gpu";
  archive.device.unit_name = "SM";
  archive.device.units = 132;
  archive.device.model = "Example GPU";
  archive.device.device_class = "gpu-example-1234-132sm-141GiB";
  archive.device.architecture = "sm_90";
  Ceiling near = as_roof(bandwidth("L2-near", "chip", 132, "1:0", "ld16B", 9.95e12));
  Ceiling shared =
      as_roof(with_limit(bandwidth("shared", "sm", 1, "1:0", "ld16B", 217e9), 1.755e9, 128));
  Ceiling tensor =
      as_roof(with_limit(compute("fp16", "wgmma-n256", "chip", 132, 940e12), 1.755e9, 4096));
  tensor.id = "compute/fp16->fp32/wgmma-n256/chip";
  tensor.accumulate = "fp32";
  Sample sample = confirmed(tensor, "compute", 1 << 20);
  sample.shape = {1, 128, 4};
  sample.data = "constant";
  archive.samples = {sample};
  archive.ceilings = {shared, near, tensor};
  return archive;
}

}  // namespace ridgeline::ceilings::tests
