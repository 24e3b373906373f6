// By /proc/stat and the thread's own counts.
#include "bench/devices/system/interference.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ridgeline::bench {

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

}  // namespace ridgeline::bench
