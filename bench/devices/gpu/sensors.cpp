// Clock events as people read them.
#include "bench/devices/gpu/sensors.hpp"

namespace ridgeline::bench::gpu {

std::string clock_events_text(std::uint64_t reasons) {
  struct Name {
    std::uint64_t bit;
    const char* text;
  };
  constexpr Name kNames[] = {{clock_event::kIdle, "idle"},
                             {clock_event::kApplicationClocks, "application clocks"},
                             {clock_event::kPowerCap, "power cap"},
                             {clock_event::kHardwareSlowdown, "hardware slowdown"},
                             {clock_event::kSyncBoost, "sync boost"},
                             {clock_event::kThermal, "thermal slowdown"},
                             {clock_event::kHardwareThermal, "hardware thermal slowdown"},
                             {clock_event::kPowerBrake, "power brake"},
                             {clock_event::kDisplay, "display clock setting"}};
  std::string text;
  for (const Name& name : kNames) {
    if ((reasons & name.bit) != 0) text += (text.empty() ? "" : ", ") + std::string(name.text);
  }
  return text.empty() ? "none" : text;
}

}  // namespace ridgeline::bench::gpu
