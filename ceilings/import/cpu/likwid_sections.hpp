// The tables of a LIKWID file, row by row: what was measured, by region and group.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ceilings/import/cpu/events.hpp"
#include "ceilings/import/reading/faults.hpp"

namespace ridgeline::ceilings {

// Of the hardware threads that were measured.
struct LikwidValue {
  double sum = 0, most = 0;
};

// One group of one region (or of the whole program: empty).
struct LikwidSection {
  std::string region, group;
  std::map<std::string, LikwidValue> metrics;  // as printed, in the units of their names
  CpuTally tally;                              // of the raw events
  double calls = 1, threads = 0;
};

bool looks_like_likwid(std::string_view text);
std::vector<LikwidSection> likwid_sections(std::string_view text, Faults& faults);

}  // namespace ridgeline::ceilings
