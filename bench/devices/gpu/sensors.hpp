// What a card's sensors tell, as plain data, through its vendor's management library. What that
// does not tell stays unknown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace ridgeline::bench::gpu {

// Why a card runs slower than it might, in bits: its clock events, also called throttle reasons.
namespace clock_event {
inline constexpr std::uint64_t kIdle = 0x1, kApplicationClocks = 0x2, kPowerCap = 0x4,
                               kHardwareSlowdown = 0x8, kSyncBoost = 0x10, kThermal = 0x20,
                               kHardwareThermal = 0x40, kPowerBrake = 0x80, kDisplay = 0x100;
inline constexpr std::uint64_t kAnyPower = kPowerCap | kPowerBrake;
// (kHardwareSlowdown is one for heat, unless the power brake's bit comes with it.)
inline constexpr std::uint64_t kAnyThermal = kThermal | kHardwareThermal;
}  // namespace clock_event

// "power cap, hardware thermal slowdown"; "none" for 0.
std::string clock_events_text(std::uint64_t reasons);

template <class T>
using Maybe = std::optional<T>;

// What does not change while a process runs.
struct SensorFacts {
  std::string driver;                            // "580.65.06"; empty: unknown
  std::string uuid;                              // "GPU-..."; empty: unknown
  std::string bus_id;                            // normal form
  Maybe<std::uint32_t> pci_device;               // PCI device id, 0x2335
  Maybe<double> sm_clock_max, memory_clock_max;  // Hz
  Maybe<int> memory_bits;                        // width of the memory bus
  Maybe<double> power_limit;                     // W, as enforced
  Maybe<bool> ecc, mig, persistence;
  Maybe<int> compute_mode;  // 0 default, 1 exclusive thread, 2 prohibited, 3 exclusive process
  Maybe<int> link_generation_max, link_width_max;
};

// What does.
struct SensorReading {
  Maybe<double> sm_clock, memory_clock;  // Hz
  Maybe<double> power;                   // W, averaged by the card over up to a second
  Maybe<double> temperature;             // degrees Celsius
  Maybe<std::uint64_t> reasons;          // of clock_event
  Maybe<int> link_generation, link_width;
};

class GpuSensors {
 public:
  virtual ~GpuSensors() = default;
  GpuSensors(const GpuSensors&) = delete;
  GpuSensors& operator=(const GpuSensors&) = delete;

  // Why they tell nothing; empty: they do.
  virtual std::string problem() const = 0;
  bool found() const { return problem().empty(); }
  virtual SensorFacts facts() const = 0;
  virtual SensorReading read() const = 0;
  // Processes that compute on it, other than this one. `own`: this process has begun to use it. In
  // a container process numbers differ, so one unknown process is then taken for this one.
  virtual Maybe<int> other_processes(bool own) const = 0;

 protected:
  GpuSensors() = default;
};

}  // namespace ridgeline::bench::gpu
