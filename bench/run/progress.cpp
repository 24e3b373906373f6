// Redraws its line at most ten times a second, since drawing takes time from the measurement.
#include "bench/run/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/devices/system/timer.hpp"

namespace ridgeline::bench {
namespace {

std::size_t terminal_columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

Progress::Progress(double total_seconds)
    : start_(now_seconds()), total_(total_seconds), terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() { clear(); }

void Progress::show(const std::string& what) {
  const double now = now_seconds();
  if (!terminal_ || now - shown_ < 0.1) return;
  shown_ = now;
  const double spent = now - start_;
  const double share = std::min(0.99, spent / std::max(total_, 1e-9));
  const double left = std::max(0.0, total_ - spent);
  char head[64];
  std::snprintf(head, sizeof head, "%3.0f %%, about %.0f s left: ", 100 * share, std::ceil(left));
  const std::string line = (head + what).substr(0, terminal_columns() - 1);
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  std::fflush(stderr);
}

void Progress::clear() {
  if (terminal_ && shown_ > 0) std::fputs("\r\033[K", stderr);
  shown_ = 0;
}

}  // namespace ridgeline::bench
