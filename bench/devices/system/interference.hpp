// What else happened on the host while a repetition ran: stolen time, lost time slices, and how
// fine the clock is that times it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "bench/devices/machine.hpp"

namespace ridgeline {

// Monotonic time, s.
double now_seconds();

// The smallest step that now_seconds() was seen to take, s: the least of several differences.
double timer_resolution();

// Time that the hypervisor gave to others while these units wanted to run, s since boot (in steps
// of 1/100 s); 0 where the system does not tell. `stat`: the text of /proc/stat.
double stolen_seconds(const std::string& stat, std::span<const Unit> units,
                      std::span<const int> which);
std::string read_proc_stat();

// How often the calling thread lost its core to another one, since it started.
std::int64_t involuntary_switches();

// Holds a lock on the host's cores as a device; held() is false where another run has it. The lock
// ends with the process.
class DeviceLock {
 public:
  explicit DeviceLock(const std::string& name);
  ~DeviceLock();
  DeviceLock(const DeviceLock&) = delete;
  DeviceLock& operator=(const DeviceLock&) = delete;
  bool held() const { return held_; }

 private:
  int file_ = -1;
  bool held_ = true;  // where no lock file can be made, nothing is known and nothing is said
};

}  // namespace ridgeline
