// Every kernel of a device compared with its reference once, and nothing timed.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"

namespace ridgeline::bench {

// One case a kernel and, of a GPU, a number of accesses or chains in flight (each is a function of
// its own), in the smallest launch that has it; then what the device can do besides. `skip` says
// why one cannot run here.
std::vector<Case> verification_cases(const Device& device);

enum class VerifyOutcome : std::uint8_t { right, wrong, cannot_run, failed };

struct Verified {
  Case what;
  VerifyOutcome outcome = VerifyOutcome::right;
  std::string note;  // what is wrong, or why it could not be said
};

// `before` each case. Every failure is an outcome; ends early at an interrupt, and with the case at
// which the device was lost.
std::vector<Verified> verify_cases(Device& device, std::span<const Case> cases,
                                   const std::function<void(const Case&)>& before);

}  // namespace ridgeline::bench
