// What NVIDIA's management library tells of a card, as plain data. It is loaded at run time; where
// it or one of its functions is missing, what it would tell stays unknown.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ridgeline {

// Why a card runs slower than it might: NVML's clock event (formerly throttle) reasons.
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
struct NvmlFacts {
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
struct NvmlReading {
  Maybe<double> sm_clock, memory_clock;  // Hz
  Maybe<double> power;                   // W, averaged by the card over up to a second
  Maybe<double> temperature;             // degrees Celsius
  Maybe<std::uint64_t> reasons;          // of clock_event
  Maybe<int> link_generation, link_width;
};

class Nvml {
 public:
  // The card with this UUID ("GPU-..." or "MIG-..."), else the one at this PCI bus id; never by
  // index, since the orders of CUDA and NVML differ. A MIG instance's readings are its card's.
  Nvml(const std::string& uuid, const std::string& bus_id,
       const std::string& library = "libnvidia-ml.so.1");
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  bool found() const;
  const std::string& problem() const { return problem_; }  // empty where found
  NvmlFacts facts() const;
  NvmlReading read() const;
  // Processes that compute on it, other than this one. `own`: this process has begun to use it. In
  // a container process numbers differ, so one unknown process is then taken for this one.
  Maybe<int> other_processes(bool own) const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  std::string problem_;
};

}  // namespace ridgeline
