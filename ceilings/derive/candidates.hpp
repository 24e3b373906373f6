// Which samples may make a ceiling, and the ceiling that those of one id make together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/samples/series.hpp"
#include "ceilings/samples/working_set.hpp"

namespace ridgeline::ceilings {

// A sample that may make a ceiling: ok, with at least one repetition that says something.
struct Candidate {
  const Sample* sample = nullptr;
  std::string id, level;  // as the ceiling will have them
  Series series;
  double middle = 0;  // median of the series
  SizeFit fit;
};

// Failed and skipped samples never make one, nor do points of the intensity sweep.
bool makes_ceilings(const Sample& sample);

Candidate candidate_of(const Sample& sample);

// Identity, mix, path and unit of the ceiling that the candidate would make.
void describe(Ceiling& ceiling, const Candidate& candidate);

// The ceiling of candidates that share an id: the median of the repetitions of the winner, that is
// the one with the highest median (latency: lowest), among those that count. Those that don't are
// named in notes. A memory level whose working sets are all too small is made of what there is and
// marked cache_resident; a cache level without a working set inside its plateau has no ceiling.
// Evidence is all candidates used, the winner first.
std::optional<Draft> draft_of(const std::vector<Candidate>& group, const DeviceRecord& device);

}  // namespace ridgeline::ceilings
