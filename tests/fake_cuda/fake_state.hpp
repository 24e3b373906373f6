// What the parts of the fake runtime share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tests/fake_cuda/fake_runtime.hpp"

namespace ridgeline {

// Streams and events are places in these arrays, by address.
struct FakeState {
  std::array<double, 8> lanes{};   // s, when what is queued will be done
  std::array<double, 64> marks{};  // s, when an event happens
  std::size_t streams = 0, events = 0;
  int last_error = 0;

  double* lane_of(const void* stream) {
    return stream == nullptr ? &lanes[0] : const_cast<double*>(static_cast<const double*>(stream));
  }
  void advance(const void* stream, double seconds) {
    double* lane = lane_of(stream);
    *lane = std::max(*lane, fake_gpu().seconds) + seconds;
  }
};

FakeState& fake_state();
bool fake_lost();
// The error, or that the device is lost; kept for cudaGetLastError.
int fake_answer(int error);

}  // namespace ridgeline
