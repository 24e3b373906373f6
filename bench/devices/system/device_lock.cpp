// A lock file in /tmp.
#include "bench/devices/system/device_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ridgeline::bench {

DeviceLock::DeviceLock(const std::string& name) {
  const std::string path = "/tmp/ridgeline-" + name + ".lock";
  // Another user's file can't be opened for writing where /tmp is protected; reading is enough.
  file_ = open(path.c_str(), O_CREAT | O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (file_ < 0) file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file_ >= 0) held_ = flock(file_, LOCK_EX | LOCK_NB) == 0;
}

DeviceLock::~DeviceLock() {
  if (file_ >= 0) close(file_);
}

}  // namespace ridgeline::bench
