// One sample's repetitions as numbers of its ceiling's unit, in the order they were taken.
#pragma once

#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

struct Series {
  std::vector<double> values;     // B/s or operations/s; latency: seconds a load
  std::vector<double> per_cycle;  // B or operations a cycle and unit; latency: cycles a load
  std::vector<double> clocks;     // Hz; the last two only of repetitions that know their clock
};

// Repetitions without time, work or finite numbers are left out: they say nothing.
Series series_of(const Sample& sample);

bool is_latency(const Sample& sample);

// B/s with write-allocate for each B/s of program bytes; 1 where nothing is allocated.
double traffic_factor(const Sample& sample);

// The accumulator's precision where it differs from the operands'; else empty.
std::string accumulator_of(const Sample& sample);

// A ceiling on its way: with the sample that won, for what the archive's ceiling leaves out.
struct Draft {
  Ceiling ceiling;
  const Sample* winner = nullptr;
  Series series;  // of the winner
};

}  // namespace ridgeline::ceilings
