// Reads /proc and the system's clocks; nothing is ever written but a lock file in /tmp.
#include "bench/devices/system/interference.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ridgeline {

double now_seconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double timer_resolution() {
  double least = 1;
  for (int i = 0; i < 50; ++i) {
    const double start = now_seconds();
    double end = start;
    while (end == start) end = now_seconds();
    least = std::min(least, end - start);
    if (least > 1e-3) break;  // coarse already; fifty steps would take long
  }
  return least;
}

double stolen_seconds(const std::string& stat, std::span<const Unit> units,
                      std::span<const int> which) {
  std::istringstream lines(stat);
  std::string line;
  double ticks = 0;
  while (std::getline(lines, line)) {
    if (line.rfind("cpu", 0) != 0 || line.size() < 4 || line[3] == ' ') continue;
    std::istringstream fields(line.substr(3));
    int cpu = -1;
    double value = 0;
    fields >> cpu;
    const bool ours = std::any_of(which.begin(), which.end(), [&](int unit) {
      return units[static_cast<std::size_t>(unit)].os_index == cpu;
    });
    // Eighth field after the name, proc(5): user nice system idle iowait irq softirq steal.
    for (int field = 0; ours && field < 8 && fields >> value; ++field) {
      if (field == 7) ticks += value;
    }
  }
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::string read_proc_stat() {
  std::ifstream file("/proc/stat");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::int64_t involuntary_switches() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nivcsw;
}

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

}  // namespace ridgeline
