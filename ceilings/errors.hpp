// The program's failures, each with its exit code. A failed case is data, never one of these.
#pragma once

#include <stdexcept>
#include <string>

namespace ridgeline {

// One line: what is wrong, where, and how to mend it.
class Error : public std::runtime_error {
 public:
  Error(int exit_code, const std::string& what) : std::runtime_error(what), code_(exit_code) {}
  int exit_code() const { return code_; }

 private:
  int code_;
};

struct UsageError : Error {
  explicit UsageError(const std::string& what) : Error(2, what) {}
};
struct DeviceError : Error {  // device or runtime
  explicit DeviceError(const std::string& what) : Error(3, what) {}
};
struct CannotRun : DeviceError {  // a case that does not fit this device: skipped, not failed
  using DeviceError::DeviceError;
};
struct DeviceLost : DeviceError {  // nothing can run on it any more: the run ends
  using DeviceError::DeviceError;
};
struct ArchiveError : Error {  // unreadable or invalid input file
  explicit ArchiveError(const std::string& what) : Error(4, what) {}
};

}  // namespace ridgeline
