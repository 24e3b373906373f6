// Two runs on one device disturb each other: each holds a lock while it runs.
#pragma once

#include <string>

namespace ridgeline::bench {

// Holds the lock of that name; held() is false where another run has it. The lock
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

}  // namespace ridgeline::bench
