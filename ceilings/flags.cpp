// The names that archives use: of the reasons why a figure is suspect, with what they mean, and of
// the other enumerations.
#include "ceilings/flags.hpp"

#include <array>

namespace ridgeline::ceilings {
namespace {

struct FlagName {
  Flag flag;
  const char* name;
  const char* text;
};

// In the order of the enumeration, so that a flag is its own index (checked in a test).
constexpr std::array kFlags{
    FlagName{Flag::above_limit, "above-limit",
             "more than 2 % above the documented limit at the clock measured beside it"},
    FlagName{Flag::optimised_away, "optimised-away",
             "far above the limit: work was optimised away or served by another level"},
    FlagName{Flag::clock_changed, "clock-changed",
             "the clock before and after a repetition differ by more than 2 %"},
    FlagName{Flag::clock_disagrees, "clock-disagrees",
             "the two ways to measure the clock differ by more than 2 %"},
    FlagName{Flag::throttled, "throttled",
             "the rates fall from repetition to repetition: the device was throttled"},
    FlagName{Flag::stolen_time, "stolen-time",
             "the hypervisor took CPU time away during a repetition"},
    FlagName{Flag::unsteady, "unsteady",
             "the repetitions scatter more widely than the plan asked for"},
    FlagName{Flag::few_repetitions, "few-repetitions", "fewer than 6 repetitions"},
    FlagName{Flag::timer_coarse, "timer-coarse",
             "a repetition lasted less than 1000 steps of the timer"},
    FlagName{Flag::cache_resident, "cache-resident",
             "the working set is less than four times the caches within reach, so caches helped"},
    FlagName{Flag::quota_limited, "quota-limited",
             "a CPU quota grants less time than the threads used need"},
    FlagName{Flag::oversubscribed, "oversubscribed", "other processes competed for the same cores"},
    FlagName{Flag::placement_moved, "placement-moved",
             "the virtual CPUs moved on the machine below"},
    FlagName{Flag::shared_device, "shared-device", "another process used the device"},
    FlagName{Flag::low_clock, "low-clock", "the clock was below half of what the device promises"},
    FlagName{Flag::topology_disagrees, "topology-disagrees",
             "the level's measured capacity is not what the topology says"},
    FlagName{Flag::order_violated, "order-violated",
             "contradicts an order that theory demands: of narrower and wider paths, nearer and "
             "farther levels, or FMAs and their parts"},
    FlagName{Flag::shared_core, "shared-core",
             "another hardware thread of the same core was busy, and not enough repetitions were "
             "free of it"},
    FlagName{Flag::code_not_checked, "code-not-checked",
             "its machine code was made by a just-in-time compiler and not checked"},
    FlagName{Flag::power_limited, "power-limited",
             "the power limit held the clock down, as it does under tensor cores: the rate that "
             "lasts, at the clock beside it"},
    FlagName{Flag::thermally_limited, "thermally-limited",
             "the device's temperature held its clock down"},
};

}  // namespace

const char* flag_name(Flag flag) { return kFlags.at(static_cast<std::size_t>(flag)).name; }

const char* flag_text(Flag flag) { return kFlags.at(static_cast<std::size_t>(flag)).text; }

std::optional<Flag> flag_from_name(const std::string& name) {
  for (const FlagName& each : kFlags) {
    if (name == each.name) return each.flag;
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

}  // namespace ridgeline::ceilings
