// What a plan is made from: the machine, its kernels, what was asked for, and what earlier stages
// found.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"
#include "bench/plan/input/profile.hpp"

namespace ridgeline::bench {

struct PlanOptions {
  Profile profile;
  std::string only;                // substring or glob of ids; empty: all
  int threads = 0;                 // of scope "all"; 0: one a core
  std::uint64_t memory_limit = 0;  // bytes; 0: what the machine allows
};

// What earlier stages found. Empty levels: sizes are assumed from the topology, and it is said.
struct Knowledge {
  std::vector<ceilings::Level> levels;
  std::vector<ceilings::Sample>
      samples;  // of earlier stages: winning shapes, rates for the sizes of passes
};

struct PlanInput {
  const Machine& machine;
  std::span<const kernels::Kernel> kernels;
  const std::vector<ceilings::NominalLevel>& nominal;
  const PlanOptions& options;
  ceilings::Stage stage;
  const Knowledge& knowledge;
  std::span<const Operation> operations = {};
};

}  // namespace ridgeline::bench
