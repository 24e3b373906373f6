// What a report's page shows of an archive beside the tables of `show`: lines, sweeps, curves.
#pragma once

#include <string>

#include "bench/print/document.hpp"
#include "ceilings/archive.hpp"

namespace ridgeline {

// Banners, facts, environment and marks as they are said to people, the scopes, and the tables
// below; everything for programs. `drawn`: the archive with what stands in for missing ceilings
// (theoretical.hpp), which only lines have.
Document report_view(const Archive& archive, const Archive& drawn);

// The explore stage's series over the working set (B): bandwidths (B/s), and loads' latency (s).
// The median, the least and the greatest of each point's repetitions.
Table sweep_table(const Archive& archive);

// Rates over what was varied beside the working set, where at least three steps of it were
// measured: operations in flight, resident threads, conflicting banks; and access patterns.
Table curve_table(const Archive& archive);

// "L2 read, ld16B", "fp16->fp32 wgmma-n256", "dependent loads, chase": what a sample is of.
std::string sample_text(const Sample& sample);
// It ran, and has a repetition with a time and work.
bool is_point(const Sample& sample);

}  // namespace ridgeline
