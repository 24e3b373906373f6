// What the parts of the fake runtime share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tests/fake_cuda/fake_runtime.hpp"

namespace ridgeline::bench::nvidia {

// Streams and events are places in these arrays, by address.
struct FakeState {
  std::array<double, 8> stream_ends{};   // s, when what is queued will be done
  std::array<double, 64> event_times{};  // s, when an event happens
  std::size_t streams_made = 0, events_made = 0;
  int last_error = 0;

  double* end_of(const void* stream) {
    return stream == nullptr ? &stream_ends[0]
                             : const_cast<double*>(static_cast<const double*>(stream));
  }
  void advance(const void* stream, double seconds) {
    double* end = end_of(stream);
    *end = std::max(*end, fake_gpu().seconds) + seconds;
  }
};

FakeState& fake_state();
bool fake_lost();
// The error, or that the device is lost; kept for cudaGetLastError.
int fake_answer(int error);

}  // namespace ridgeline::bench::nvidia
