// The probe that reads every SM's cycle counter together with the time that all SMs share. Two
// readings around a piece of work give the SM clock that the work had.
#pragma once

#include <cstdint>

namespace ridgeline::kernels {

// Of one SM. Zeroed by the host; a reading that was not taken has nanoseconds 0.
struct ClockReading {
  std::uint64_t cycles;       // of its own counter
  std::uint64_t nanoseconds;  // of the time that all share, just after a step of it
};

// The probe's one parameter.
struct ClockArgs {
  ClockReading* readings;  // one an SM, by its number
  std::uint32_t count;     // of readings
  std::uint32_t spin;      // cycles that a block stays, so that each SM gets one of its own
};

inline constexpr std::uint32_t kClockThreads = 1024;  // of a block: at most two fit an SM

}  // namespace ridgeline::kernels
