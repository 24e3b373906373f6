// Runs cases: prepare, verify, then repetitions through Google Benchmark in interleaved order.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"
#include "bench/plan/input/plan_input.hpp"
#include "bench/run/journal.hpp"
#include "bench/run/progress.hpp"

namespace ridgeline::bench {

// What running cases brought.
struct RunOutcome {
  std::vector<ceilings::Sample> samples;  // one a case, skipped and failed ones included
  std::vector<ceilings::LayoutProbe>
      layout_probes;  // where the units sat: before each series, at the end
  std::string lost;   // not empty: why the device could not go on
};

// Runs the cases of one stage, series by series, then further rounds for those not yet stable while
// the profile's budget lasts. Stops early, keeping what is done, once interrupted() of
// interrupt.hpp is true or the device was lost.
RunOutcome run_cases(Device& device, std::span<const Case> cases, const PlanOptions& options,
                     Journal& journal, Progress& progress);

// The cases as one plain Google Benchmark program: `arguments` are its --benchmark_* flags, and
// its output carries in the context what `assemble` needs. `head`: the archive without samples.
// Returns an exit code.
int run_as_google_benchmark(Device& device, std::span<const Case> cases,
                            const ceilings::Archive& head,
                            const std::vector<std::string>& arguments);

}  // namespace ridgeline::bench
