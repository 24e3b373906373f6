// What to measure: pure, printable. Called three times, each time knowing more.
#pragma once

#include <span>
#include <vector>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

// Cases of one stage in the order of their series (one class of kernel after the other). Cases
// that cannot run here come along with `skip` set; `note` says what was assumed or bounded.
// Throws UsageError where more threads are asked for than there are cores.
// `operations`: what the device can do besides its kernels.
std::vector<Case> plan(const Machine& machine, std::span<const kernels::Kernel> kernels,
                       const std::vector<ceilings::NominalLevel>& nominal,
                       const PlanOptions& options, ceilings::Stage stage,
                       const Knowledge& knowledge, std::span<const Operation> operations = {});

// All three stages, the later ones' sizes assumed: what a run is expected to be.
std::vector<Case> plan_all(const Machine& machine, std::span<const kernels::Kernel> kernels,
                           const std::vector<ceilings::NominalLevel>& nominal,
                           const PlanOptions& options, std::span<const Operation> operations = {});

}  // namespace ridgeline::bench
