// What limits a placed kernel, and what to do about it. The verdicts, their thresholds and the
// reasons for both are described in docs/placing.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ceilings/place/place.hpp"

namespace ridgeline::ceilings {

// A closed list; every kernel gets exactly one.
enum class Verdict : std::uint8_t {
  above_roof,       // faster than any ceiling allows: a count, a time or the archive is wrong
  on_bandwidth,     // at the ceiling of a memory level
  on_compute,       // at the ceiling of a precision
  at_ridge,         // at both
  under_secondary,  // at a lower ceiling, which a missing technique explains
  between,          // well below what binds, and no ceiling near explains it
  far_under,        // far below everything: latency, launches, imbalance
  not_timed,        // no time: only what it could attain
  no_ceiling,       // work that the archive has no ceiling for, or none at all
  not_collected,    // too little was collected to tell
};
// "above-roof", "on-bandwidth-roof", ...: the form for programs.
const char* verdict_name(Verdict verdict);

struct Diagnosis {
  Verdict verdict = Verdict::not_collected;
  std::string label;                // a few for a table: "on DRAM", "lacks FMA", "latency-bound"
  std::string text, advice;         // one or a few sentences each
  std::string technique;            // what is missing, of under_secondary; else empty
  std::string ceiling;              // id of the ceiling that the verdict is about; may be empty
  std::optional<double> gain;       // at most, by removing what is missing: 2 is twice as fast
  std::vector<std::string> causes;  // short words, closed: "launch overhead", "few blocks", ...
};

// The archive has to be the one of the roofline.
Diagnosis diagnose(const PlacedKernel& kernel, const Roofline& roofline, const Archive& archive);

}  // namespace ridgeline::ceilings
