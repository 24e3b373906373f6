// The one interface a backend fills. A device owns its memory, its threads or streams, and the
// timed region; the program decides what to run and what to make of the times.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/case.hpp"
#include "bench/devices/machine.hpp"
#include "ceilings/archive.hpp"
#include "kernels/kernel.hpp"

namespace ridgeline::bench {

// How much one repetition has to do: the larger of the two.
struct Amount {
  double passes = 1;
  double seconds = 0;
};

struct Timing {
  double seconds = 0;
  double passes = 0;    // done in that time, all threads; may be a fraction for walks through a set
  double clock_hz = 0;  // core or SM clock beside the sample; 0: unknown
  std::vector<ceilings::Flag> flags;
  double cache_line_latency = 0;  // s, between the units and back; 0: unknown
  double width = 0;               // additions a cycle that each unit gave, the least; 0: unknown
  double power = 0;               // W, mean beside the sample; 0: unknown
  double temperature = 0;         // degrees Celsius; 0: unknown
};

// A case with its memory and threads in place. Destroying it gives them back to the device.
class Prepared {
 public:
  virtual ~Prepared() = default;
};

class Device {
 public:
  virtual ~Device() = default;

  virtual const Machine& machine() const = 0;
  // The kernels this device's backend has, runnable here or not.
  virtual std::span<const kernels::Kernel> kernels() const = 0;
  // What it can do besides: links, copy engines, a library's products.
  virtual std::vector<Operation> operations() const { return {}; }
  // For the archive; `identify`: host and user names may be recorded.
  virtual ceilings::DeviceRecord describe() const = 0;
  virtual ceilings::EnvironmentRecord environment(bool identify) const = 0;
  // "measured" or "simulated".
  virtual ceilings::Provenance provenance() const = 0;

  // Throws CannotRun where this device has no room for the case's shape (registers, shared memory,
  // threads), DeviceError where memory or threads cannot be had.
  virtual std::unique_ptr<Prepared> prepare(const Case& c) = 0;
  // Empty: the kernel did what it says. Else what it did wrong; it must not be timed then.
  virtual std::string verify(Prepared& prepared) = 0;
  // Times one repetition. Throws DeviceError where a launch failed, DeviceLost where nothing can
  // run any more.
  virtual Timing run(Prepared& prepared, const Amount& amount) = 0;
  // Where the units sit relative to each other now; empty where that means nothing.
  virtual std::vector<ceilings::CacheLineLatency> probe_placement() { return {}; }
};

}  // namespace ridgeline::bench
