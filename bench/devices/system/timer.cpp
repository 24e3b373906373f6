// By the system's monotonic clock.
#include "bench/devices/system/timer.hpp"

#include <time.h>

#include <algorithm>

namespace ridgeline::bench {

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

}  // namespace ridgeline::bench
