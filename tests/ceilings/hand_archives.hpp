// Archives made by hand for tests of what is derived: samples from rates instead of times.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings::hand {

inline constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB;
inline constexpr double kClock = 2e9;  // Hz, beside every repetition unless a test says otherwise

// Two cores, a 48 KiB L1 and a 2 MiB L2 each, one 32 MiB L3, memory.
inline Archive cpu() {
  Archive archive;
  archive.device.units = 2;
  archive.device.levels = {
      {"L1", "", 48 * kKiB, 2, 1, "", ""},
      {"L2", "", 2 * kMiB, 2, 1, "", ""},
      {"L3", "", 32 * kMiB, 1, 2, "", ""},
      {"DRAM", "", 24576 * kMiB, 1, 2, "node0", ""},
  };
  archive.device.memory_bytes = 24576 * kMiB;
  return archive;
}

// Repetitions that did `work` (bytes or operations) a pass at the given rates, each 1 ms long.
inline std::vector<Repetition> repeat(double work, const std::vector<double>& rates) {
  std::vector<Repetition> repetitions;
  for (const double rate : rates) {
    Repetition repetition;
    repetition.seconds = 1e-3;
    repetition.passes = rate * repetition.seconds / work;
    repetition.clock_hz = kClock;
    repetition.order = repetitions.size();
    repetitions.push_back(repetition);
  }
  return repetitions;
}

inline std::vector<double> six(double rate) { return std::vector<double>(6, rate); }

inline int bits_of(const std::string& path) {
  if (path.ends_with("avx512")) return 512;
  if (path.ends_with("avx2")) return 256;
  return path.ends_with("sse") ? 128 : 64;
}

inline Sample bandwidth(const std::string& level, const std::string& mix, const std::string& path,
                        std::uint64_t working_set, const std::vector<double>& rates,
                        Stage stage = Stage::confirm) {
  Sample sample;
  sample.id = "bandwidth/" + level + "/core/" + mix + "/" + path;
  sample.name = sample.id + "/ws:" + std::to_string(working_set);
  sample.family = "bandwidth";
  sample.stage = stage;
  sample.level = level;
  sample.scope = "core";
  sample.mix = mix;
  sample.path = path;
  sample.vector_bits = bits_of(path);
  sample.working_set = working_set;
  const double bytes = static_cast<double>(working_set);
  sample.work.bytes_read = bytes;
  sample.work.bytes_written = mix == "1:1" ? bytes : 0;
  sample.repetitions = repeat(bytes + sample.work.bytes_written, rates);
  return sample;
}

inline Sample compute(const std::string& precision, const std::string& path,
                      const std::vector<double>& rates) {
  Sample sample;
  sample.id = "compute/" + precision + "/" + path + "/core";
  sample.name = sample.id;
  sample.family = "compute";
  sample.stage = Stage::confirm;
  sample.scope = "core";
  sample.precision = precision;
  sample.path = path;
  sample.vector_bits = bits_of(path);
  sample.work.operations = 1000;
  sample.repetitions = repeat(1000, rates);
  return sample;
}

// A sweep of reads, six sizes an octave, over three caches with exact edges and memory.
inline void add_sweep(Archive& archive, std::uint64_t l3 = 32 * kMiB) {
  const auto rate = [l3](std::uint64_t bytes) {
    if (bytes <= 48 * kKiB) return 300e9;
    if (bytes <= 2 * kMiB) return 120e9;
    return bytes <= l3 ? 40e9 : 12e9;
  };
  constexpr double kStep = 1.122462;  // sixth root of two
  for (double size = 4096; size < 800e6; size *= kStep) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(size) / 64 * 64;
    Sample sample = bandwidth("sweep", "1:0", "avx512", bytes, six(rate(bytes)), Stage::explore);
    archive.samples.push_back(sample);
  }
}

inline const Ceiling* find(const Archive& archive, const std::string& id) {
  const auto found = std::find_if(archive.ceilings.begin(), archive.ceilings.end(),
                                  [&](const Ceiling& ceiling) { return ceiling.id == id; });
  return found == archive.ceilings.end() ? nullptr : &*found;
}

inline bool has(const Ceiling& ceiling, Flag flag) {
  return std::find(ceiling.suspect.begin(), ceiling.suspect.end(), flag) != ceiling.suspect.end();
}

inline bool says(const std::vector<std::string>& notes, const std::string& text) {
  return std::any_of(notes.begin(), notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

}  // namespace ridgeline::ceilings::hand
