// Runs cases: prepare, verify, then repetitions through Google Benchmark in interleaved order.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"
#include "bench/plan/plan.hpp"
#include "bench/run/journal.hpp"

namespace ridgeline {

// The sample that a case will fill: its description, without repetitions.
Sample sample_of(const Case& c);

// One repetition of a prepared case; knows no Google Benchmark. Throws DeviceError where the device
// failed or its times make no sense (zero, not finite).
Repetition measure(Device& device, Prepared& prepared, const Case& c, std::uint64_t order);

class Progress;  // progress.hpp

// Runs the cases of one stage, series by series, then further rounds for those not yet settled
// while the profile's budget lasts. Returns a sample each, skipped and failed ones included.
// Adds to `placements` where the units sit, before each series and after the last one.
// Stops early, keeping what is done, once interrupted() of interrupt.hpp is true or the device was
// lost; `lost` then says why. Nothing is run where it is not empty beforehand.
std::vector<Sample> run_cases(Device& device, std::span<const Case> cases,
                              const PlanOptions& options, Journal& journal, Progress& progress,
                              std::vector<PlacementProbe>& placements, std::string& lost);

// The cases as one plain Google Benchmark program: `arguments` are its --benchmark_* flags, and
// its output carries in the context what `assemble` needs. `head`: the archive without samples.
// Returns an exit code.
int run_as_google_benchmark(Device& device, std::span<const Case> cases, const Archive& head,
                            const std::vector<std::string>& arguments);

}  // namespace ridgeline
