// The program's pipeline on a simulated device, without Google Benchmark and without files: plan,
// run, levels, plan, run, derive; and devices whose truth is random.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bench/devices/simulated/device.hpp"
#include "bench/fixtures/measure.hpp"
#include "bench/plan/plan.hpp"
#include "bench/run/sample.hpp"
#include "ceilings/derive/derive.hpp"
#include "ceilings/errors.hpp"
#include "ceilings/levels/levels.hpp"
#include "ceilings/stats.hpp"

namespace ridgeline::bench {

struct Characterized {
  std::unique_ptr<Device> device;     // owns the kernels that cases point to
  std::map<std::string, Case> cases;  // confirm and empirical ones, by the sample's name
  ceilings::Archive archive;
};

inline bool is_stable(const ceilings::Sample& sample, const Profile& profile) {
  if (std::ssize(sample.repetitions) >= profile.stability_repetitions) return true;
  std::vector<double> rates;
  for (const ceilings::Repetition& each : sample.repetitions)
    rates.push_back(each.passes / each.seconds);
  const Summary summary = summarize(rates);
  return (summary.high - summary.low) / 2 <= profile.stable_within * summary.median;
}

// All cases of a stage, interleaved in random order; then further rounds, as many as are wanted,
// since simulated time costs nothing.
inline std::vector<ceilings::Sample> run_simulated(Device& device, const std::vector<Case>& cases,
                                                   const Profile& profile, std::uint64_t& order) {
  struct Run {
    const Case* what;
    std::unique_ptr<Prepared> prepared;
    ceilings::Sample sample;
  };
  std::vector<Run> runs;
  std::vector<std::size_t> turns;
  for (const Case& c : cases) {
    runs.push_back({&c, nullptr, sample_of(c)});
    if (!c.skip.empty()) continue;
    runs.back().prepared = device.prepare(c);
    turns.insert(turns.end(), static_cast<std::size_t>(c.repetitions), runs.size() - 1);
  }
  std::mt19937_64 random(order + 1);
  while (!turns.empty()) {
    std::shuffle(turns.begin(), turns.end(), random);
    for (const std::size_t turn : turns) {
      Run& run = runs[turn];
      run.sample.repetitions.push_back(measure(device, *run.prepared, *run.what, order++));
    }
    turns.clear();
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].what->stage != ceilings::Stage::confirm || runs[i].prepared == nullptr) continue;
      if (!is_stable(runs[i].sample, profile)) turns.insert(turns.end(), 6, i);
    }
  }
  std::vector<ceilings::Sample> samples;
  for (Run& run : runs) samples.push_back(std::move(run.sample));
  return samples;
}

inline Characterized characterize_simulated(const SimulatedSpec& spec,
                                            const std::string& profile = "standard") {
  Characterized result;
  result.device = make_simulated_device(spec);
  ceilings::Archive& archive = result.archive;
  archive.device = result.device->describe();
  archive.provenance = ceilings::Provenance::simulated;
  PlanOptions options;
  options.profile = profile_named(profile);
  std::uint64_t order = 0;
  for (const ceilings::Stage stage :
       {ceilings::Stage::explore, ceilings::Stage::confirm, ceilings::Stage::empirical}) {
    const Knowledge knowledge{archive.levels, archive.samples};
    const std::vector<Case> cases =
        plan(result.device->machine(), result.device->kernels(), archive.device.levels, options,
             stage, knowledge, result.device->operations());
    std::vector<ceilings::Sample> samples =
        run_simulated(*result.device, cases, options.profile, order);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (stage != ceilings::Stage::explore) result.cases.emplace(samples[i].name, cases[i]);
    }
    archive.samples.insert(archive.samples.end(), std::make_move_iterator(samples.begin()),
                           std::make_move_iterator(samples.end()));
    ceilings::derive(archive);
  }
  return result;
}

// 1 to 5 levels that differ >= 1.3 x in bandwidth and >= 4 x in capacity; noise up to 5 %, one
// repetition in ten at half speed, drift, slow phases, a slope where address translation runs out.
inline SimulatedSpec random_device(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const auto about = [&](double low, double high) {
    return std::exp(between(std::log(low), std::log(high)));
  };
  SimulatedSpec spec;
  spec.seed = seed;
  spec.device_class = "random-" + std::to_string(seed);
  spec.units = 1 << (random() % 3);
  const int levels = 1 + static_cast<int>(random() % 5);
  double capacity = about(16 << 10, 96 << 10), rate = about(1e11, 6e11);
  if (levels == 1) rate = about(1e10, 1e11);
  for (int i = 0; i < levels; ++i) {
    SimulatedLevel level;
    const bool memory = i + 1 == levels;
    level.name = memory ? "DRAM" : "L" + std::to_string(i + 1);
    level.bytes = memory ? 0 : static_cast<std::uint64_t>(capacity) / 4096 * 4096;
    level.units_per_instance = i < 2 && !memory ? 1 : spec.units;
    level.core_bandwidth = rate;
    if (i >= 2 || memory) level.all_bandwidth = rate * (1 + 0.6 * (spec.units - 1));
    level.latency = 1e-9 * std::pow(3.5, i);
    spec.levels.push_back(level);
    capacity *= about(4.1, levels > 4 ? 10 : 16);
    rate /= about(1.3, 3.5);
  }
  spec.noise = between(0.002, 0.05);
  spec.outlier_probability = 0.1;
  spec.drift_amplitude = between(0, 0.004);
  spec.drift_period = about(0.3, 3);
  spec.slow_every = about(0.5, 3);
  spec.slow_length = spec.slow_every * 0.03;
  spec.slow_factor = 0.75;
  spec.tlb_from = about(4 << 20, 256 << 20);
  spec.tlb_slope = between(0, 0.02);
  spec.transition_logarithmic = random() % 2 == 0;
  spec.pass_overhead = 1e-9;
  return spec;
}

}  // namespace ridgeline::bench
