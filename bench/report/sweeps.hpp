// What was seen over the working set, as rows of points.
#pragma once

#include <string>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// The explore stage's series over the working set (B): bandwidths (B/s), and loads' latency (s).
// The median, the least and the greatest of each point's repetitions.
Table sweep_table(const ceilings::Archive& archive);

// "L2 read, ld16B", "fp16->fp32 wgmma-n256", "dependent loads, chase": what a sample is of.
std::string sample_text(const ceilings::Sample& sample);
// It ran, and has a repetition with a time and work.
bool is_point(const ceilings::Sample& sample);

}  // namespace ridgeline::bench
