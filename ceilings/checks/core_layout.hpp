// Where the units that worked together sat relative to each other. The hypervisor of a guest may
// move its virtual CPUs, from one shared cache to two and back, and figures of several threads then
// differ by factors. The time of a cache line's way from one unit to another and back tells.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

struct CoreLayout {
  double latency = 0;   // s, median of its repetitions
  std::string variant;  // what scopes carry: "", "far", "far2", ...
  std::string note;     // one sentence, empty where there is nothing to say
};

// The layouts that a run saw, nearest first; empty where nothing was probed. Latencies that
// differ by less than 1.6 x are one layout (of one, this project's machines show up to 1.4 x);
// what fewer than 3 repetitions or 5 % of them show is an interruption and counts to the nearest.
// The nearest one is "far", too, where it contradicts the topology: units under one cache whose
// line takes more than 300 ns (one chip: 109 ns on Zen 5, 136 to 200 on Raptor Cove; two: 560 ns).
std::vector<CoreLayout> core_layouts_of(const Archive& archive);

// The archive with each sample of several units split into one a layout, under a scope that says
// so ("all.far"), so that no ceiling mixes two of them. Unchanged where there is one, and nothing
// speaks against it.
Archive split_by_layout(const Archive& archive, const std::vector<CoreLayout>& layouts);

// What has to be said of a ceiling of several units: its latency (set from the sample it came
// from), the layout's note, and the flag where the units moved during the run.
void note_layout(Ceiling& ceiling, const Sample& winner, const std::vector<CoreLayout>& layouts);

}  // namespace ridgeline::ceilings
