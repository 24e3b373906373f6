// The closed lists of an archive: where its numbers come from, in which stage and state a sample
// is, and why a figure is suspect.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ridgeline::ceilings {

enum class Provenance : std::uint8_t { measured, published, simulated };
enum class Stage : std::uint8_t { explore, confirm, empirical };
enum class Status : std::uint8_t { ok, skipped, failed };

// Why a sample or a ceiling is suspect: a closed list. `flag_text` says each in plain words.
enum class Flag : std::uint8_t {
  above_limit,         // > 1.02 x the limit at the clock measured beside it
  optimised_away,      // > 1.2 x: work was optimised away or served by another level
  clock_changed,       // the clock before and after a repetition differ by > 2 %
  clock_disagrees,     // the two clock chains differ by > 2 %
  throttled,           // a falling trend over the repetitions
  stolen_time,         // the hypervisor took CPU time during a repetition
  unsteady,            // the median's interval stayed wider than the plan asked for
  few_repetitions,     // fewer than 6
  timer_coarse,        // a repetition shorter than 1000 steps of the timer
  cache_resident,      // a DRAM working set < 4 x the caches its threads reach
  quota_limited,       // a CPU quota smaller than the threads used
  oversubscribed,      // another process competed for the cores
  placement_moved,     // units moved against each other (virtual CPUs)
  shared_device,       // another process used the device
  low_clock,           // below half of the clock the device promises
  topology_disagrees,  // the level's capacity is not what the topology says
  order_violated,      // a narrower path came out faster than a wider one, beyond the spreads
  shared_core,         // another hardware thread of the core was busy
  code_not_checked,    // machine code made by a just-in-time compiler
  power_limited,       // the power limit held the clock down: usual of tensor cores
  thermally_limited,   // the temperature held the clock down
};
const char* flag_name(Flag flag);  // "above-limit": its form in JSON
const char* flag_text(Flag flag);
std::optional<Flag> flag_from_name(const std::string& name);

// Their forms in JSON: "measured", "explore", "ok", ...
const char* provenance_name(Provenance provenance);
const char* stage_name(Stage stage);
const char* status_name(Status status);

}  // namespace ridgeline::ceilings
