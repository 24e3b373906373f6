// The names that archives use: of the reasons for suspicion, with what they mean in words, and of
// the other enumerations.
#include "ceilings/flags.hpp"

#include <array>

namespace ridgeline {
namespace {

struct FlagWords {
  Flag flag;
  const char* name;
  const char* text;
};

// In the order of the enumeration, so that a flag is its own index (checked in a test).
constexpr std::array kFlags{
    FlagWords{Flag::above_limit, "above-limit",
              "more than 2 % above the documented limit at the clock measured beside it"},
    FlagWords{Flag::optimised_away, "optimised-away",
              "far above the limit: work was optimised away or served by another level"},
    FlagWords{Flag::clock_changed, "clock-changed",
              "the clock before and after a repetition differ by more than 2 %"},
    FlagWords{Flag::clock_disagrees, "clock-disagrees",
              "the two ways to measure the clock differ by more than 2 %"},
    FlagWords{Flag::throttled, "throttled",
              "the rates fall from repetition to repetition: the device was throttled"},
    FlagWords{Flag::stolen_time, "stolen-time",
              "the hypervisor took CPU time away during a repetition"},
    FlagWords{Flag::unsteady, "unsteady",
              "the repetitions scatter more widely than the plan asked for"},
    FlagWords{Flag::few_repetitions, "few-repetitions", "fewer than 6 repetitions"},
    FlagWords{Flag::timer_coarse, "timer-coarse",
              "a repetition lasted less than 1000 steps of the timer"},
    FlagWords{Flag::cache_resident, "cache-resident",
              "the working set is less than four times the caches within reach, so caches helped"},
    FlagWords{Flag::quota_limited, "quota-limited",
              "a CPU quota grants less time than the threads used need"},
    FlagWords{Flag::oversubscribed, "oversubscribed",
              "other processes competed for the same cores"},
    FlagWords{Flag::placement_moved, "placement-moved",
              "the virtual CPUs moved on the machine below"},
    FlagWords{Flag::shared_device, "shared-device", "another process used the device"},
    FlagWords{Flag::low_clock, "low-clock", "the clock was below half of what the device promises"},
    FlagWords{Flag::topology_disagrees, "topology-disagrees",
              "the level's measured capacity is not what the topology says"},
    FlagWords{Flag::order_violated, "order-violated",
              "contradicts an order that theory demands: of narrower and wider paths, nearer and "
              "farther levels, or FMAs and their parts"},
    FlagWords{Flag::shared_core, "shared-core",
              "another hardware thread of the same core was busy, and not enough repetitions were "
              "free of it"},
    FlagWords{Flag::code_not_checked, "code-not-checked",
              "its machine code was made by a just-in-time compiler and not checked"},
    FlagWords{Flag::power_limited, "power-limited",
              "the power limit held the clock down, as it does under tensor cores: the rate that "
              "lasts, at the clock beside it"},
    FlagWords{Flag::thermally_limited, "thermally-limited",
              "the device's temperature held its clock down"},
};

}  // namespace

const char* flag_name(Flag flag) { return kFlags.at(static_cast<std::size_t>(flag)).name; }

const char* flag_text(Flag flag) { return kFlags.at(static_cast<std::size_t>(flag)).text; }

std::optional<Flag> flag_from_name(const std::string& name) {
  for (const FlagWords& words : kFlags) {
    if (name == words.name) return words.flag;
  }
  return std::nullopt;
}

const char* provenance_name(Provenance provenance) {
  constexpr std::array kNames{"measured", "published", "simulated"};
  return kNames.at(static_cast<std::size_t>(provenance));
}

const char* stage_name(Stage stage) {
  constexpr std::array kNames{"explore", "confirm", "empirical"};
  return kNames.at(static_cast<std::size_t>(stage));
}

const char* status_name(Status status) {
  constexpr std::array kNames{"ok", "skipped", "failed"};
  return kNames.at(static_cast<std::size_t>(status));
}

}  // namespace ridgeline
