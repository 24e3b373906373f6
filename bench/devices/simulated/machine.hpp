// What the program may know of a simulated device beforehand: machine, record, kernels.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"
#include "bench/devices/simulated/spec.hpp"

namespace ridgeline::bench {

// What a topology would say of the device; empty: nothing.
std::vector<ceilings::NominalLevel> simulated_nominal(const SimulatedSpec& spec);
Machine simulated_machine(const SimulatedSpec& spec, const std::string& source);
ceilings::DeviceRecord simulated_record(const SimulatedSpec& spec);

// The kernels of a simulated GPU, with the texts and shapes they refer to.
class SimulatedKernels {
 public:
  explicit SimulatedKernels(const SimulatedSpec& spec);
  SimulatedKernels(const SimulatedKernels&) = delete;
  SimulatedKernels& operator=(const SimulatedKernels&) = delete;
  std::span<const kernels::Kernel> list() const { return kernels_; }
  // Links and library products; they refer to the spec's texts.
  static std::vector<Operation> operations(const SimulatedSpec& spec);

 private:
  std::vector<SimulatedKernel> texts_;
  std::vector<std::vector<kernels::Shape>> shapes_;
  std::vector<kernels::Kernel> kernels_;
};

}  // namespace ridgeline::bench
