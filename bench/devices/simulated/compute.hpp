// What a simulated device's units compute and what that draws: rates by path, launch shapes, power.
#pragma once

#include <algorithm>

#include "bench/devices/device.hpp"
#include "bench/devices/simulated/spec.hpp"

namespace ridgeline::bench {

inline double units_of(const Case& c) {
  return static_cast<double>(std::max<std::size_t>(c.scope.units.size(), 1));
}

// Rate of some units of which one gives `core` and all of them `all` (0: units x core).
double together(const SimulatedSpec& spec, double units, double core, double all);

// FLOP/s of the kernel's instructions: as the file says; else of a GPU near its documented limit,
// of a host two FMA pipes of the kernel's width.
double compute_rate(const SimulatedSpec& spec, const Case& c);

// Of a launch shape against the best one, 0..1.
double shape_efficiency(const SimulatedSpec& spec, const kernels::Kernel& kernel,
                        const kernels::Shape& shape);

// s of a pass; 0 where the file has no such operation.
double operation_seconds(const SimulatedSpec& spec, const Operation& operation);

// The power limit: what a mean over the last moments draws. Time is virtual.
class SimulatedHeat {
 public:
  explicit SimulatedHeat(const SimulatedPower& power) : power_(power), mean_(power.idle) {}
  // A kernel of that demand (W at the full clock) runs, or nothing does (the idle power).
  void pass(double seconds, double demand);
  // The clock's share that is left to it now.
  double clock_share(double demand) const;
  double demand_of(const Case& c) const;
  // What it draws: the demand, or the limit where that holds the clock down. W; 0: not modelled.
  double watts(double demand) const;
  double celsius() const;
  double idle() const { return power_.idle; }

 private:
  SimulatedPower power_;
  double mean_;
};

}  // namespace ridgeline::bench
