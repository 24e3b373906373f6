// The one piece of process-wide state: which signal came.
#include "bench/devices/system/interrupt.hpp"

#include <csignal>

#include <unistd.h>

namespace ridgeline::bench {
namespace {

volatile std::sig_atomic_t received = 0;

void on_signal(int number) {
  if (received != 0) _exit(130);
  received = number;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

bool interrupted() { return received != 0; }

const char* interrupting_signal() {
  if (received == SIGINT) return "SIGINT";
  return received == SIGTERM ? "SIGTERM" : "";
}

}  // namespace ridgeline::bench
