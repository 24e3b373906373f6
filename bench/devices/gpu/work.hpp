// Work that a GPU can do again and again, to be timed: a kernel of the registry, a transfer over a
// link, a library's matrix product.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "bench/devices/device.hpp"

namespace ridgeline::bench::gpu {

class GpuWork : public Prepared {
 public:
  explicit GpuWork(Case c) : what(std::move(c)) {}
  // Puts everything in place for the launches that follow: attributes, where the working set lies.
  virtual void begin() {}
  // Queues whole passes; more than kMostPasses at once are never asked for.
  virtual void queue(std::uint64_t passes) = 0;
  // Empty, or what it did wrong.
  virtual std::string verify() = 0;
  // Its machine code was made by the driver, so nobody has looked at it.
  virtual bool code_unchecked() const { return false; }

  static constexpr std::uint64_t kMostPasses = std::uint64_t{1} << 25;

  Case what;
  double pass_seconds = 0;  // of one pass, by the last time it was measured; 0: not yet
  bool begun = false;       // was timed before
};

}  // namespace ridgeline::bench::gpu
