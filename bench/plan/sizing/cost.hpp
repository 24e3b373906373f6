// How long a repetition is, how often it is repeated, and what that costs.
#pragma once

#include <cstdint>
#include <span>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

// Bytes per second that `units` threads will move through a working set: from earlier samples of
// one unit, else assumed.
double expected_rate(const PlanInput& in, const Case& c);
// Sets repetitions, least seconds and passes by the profile, and predicts what the case costs.
// `beyond`: the set is so far beyond every cache that a part of a pass, walking on, tells the same
// as a whole one.
void schedule(const PlanInput& in, Case& c, int repetitions, bool beyond);

// Seconds that the whole run will take: cases, further rounds, arena, and setup.
double predicted_seconds(std::span<const Case> cases, const PlanOptions& options);
// The largest working set of the cases, bytes: what the arena has to hold.
std::uint64_t arena_bytes(std::span<const Case> cases);

}  // namespace ridgeline::bench
