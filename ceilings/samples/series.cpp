// Repetitions to rates.
#include "ceilings/samples/series.hpp"

#include <algorithm>
#include <cmath>

namespace ridgeline::ceilings {
namespace {

double work_of(const Sample& sample) {
  const PassWork& work = sample.work;
  if (sample.family == "bandwidth" || sample.family == "link") {
    return work.bytes_read + work.bytes_written;
  }
  return work.operations;
}

}  // namespace

bool is_latency(const Sample& sample) { return sample.family == "latency"; }

Series series_of(const Sample& sample) {
  std::vector<Repetition> ordered = sample.repetitions;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Repetition& a, const Repetition& b) { return a.order < b.order; });
  Series series;
  const double units = is_latency(sample) ? 1 : std::max(1, sample.units);
  for (const Repetition& repetition : ordered) {
    const double done = work_of(sample) * repetition.passes;
    const double value = is_latency(sample) ? repetition.seconds / done : done / repetition.seconds;
    if (!std::isfinite(value) || value <= 0) continue;
    series.values.push_back(value);
    const double clock = repetition.clock_hz;
    if (!std::isfinite(clock) || clock <= 0) continue;
    series.clocks.push_back(clock);
    series.per_cycle.push_back(is_latency(sample) ? value * clock : value / clock / units);
  }
  return series;
}

double traffic_factor(const Sample& sample) {
  const double program = sample.work.bytes_read + sample.work.bytes_written;
  return program > 0 ? (program + sample.work.bytes_allocated) / program : 1;
}

std::string accumulator_of(const Sample& sample) {
  return sample.accumulate == sample.precision ? std::string{} : sample.accumulate;
}

}  // namespace ridgeline::ceilings
