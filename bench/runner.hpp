// Runs cases: prepare, verify, then repetitions through Google Benchmark in interleaved order.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"
#include "bench/journal.hpp"
#include "bench/plan.hpp"

namespace ridgeline {

// The sample that a case will fill: its description, without repetitions.
Sample sample_of(const Case& c, const Device& device);

// One repetition of a prepared case; knows no Google Benchmark. Never throws DeviceError: a case
// that failed is data.
Repetition measure(Device& device, Prepared& prepared, const Case& c, std::uint64_t order);

class Progress;  // progress.hpp

// Runs the cases of one stage, series by series, then further rounds for those not yet settled
// while the profile's budget lasts. Returns a sample each, skipped and failed ones included.
// Stops early, keeping what is done, once interrupted() is true.
std::vector<Sample> run_cases(Device& device, std::span<const Case> cases,
                              const PlanOptions& options, Journal& journal, Progress& progress);

// Set by SIGINT and SIGTERM; the second signal ends the process at once.
bool interrupted();
int interrupting_signal();
void catch_interrupts();

}  // namespace ridgeline
