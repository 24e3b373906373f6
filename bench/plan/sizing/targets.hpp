// Who works: one unit of each kind, all of them, those near a memory node; and which kernels they
// can run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

// Where a sweep walks: one unit of each kind of core, a whole GPU, or one SM for a level that only
// certain kernels reach.
struct SweepTarget {
  Scope scope;
  std::string kind;         // name of the kind of core; empty: the only one
  std::string fixed_level;  // of the kernels that run here: "shared"; empty: by working set
};
std::vector<SweepTarget> sweep_targets(const PlanInput& in);

// "all" or "chip": every unit that may be used. Nothing where that is a single unit.
// Throws UsageError where more threads were asked for than there are cores.
std::optional<Scope> whole_scope(const PlanInput& in);

// A memory node and the threads that are near to it.
struct NodeTarget {
  Scope scope;
  int node = 0;
  std::string level;  // "DRAM", "HBM", ...
};
// Empty on machines with a single node.
std::vector<NodeTarget> node_targets(const PlanInput& in);

// Empty, or why this machine cannot run the kernel.
std::string unmet_needs(const Machine& machine, const kernels::Kernel& kernel);
// The widest primary read kernel for a target that can run; else the widest that cannot; or null.
// Of a GPU's the first.
const kernels::Kernel* widest_read(const PlanInput& in, const std::string& fixed_level);

// Of a family, for the level that only they reach, or for levels that differ by working set ("").
std::vector<const kernels::Kernel*> kernels_of(const PlanInput& in, kernels::Family family,
                                               const std::string& fixed_level);
// Only the widest one of each mix and operation that can run here, and what `narrow` adds.
std::vector<const kernels::Kernel*> widest_of(const PlanInput& in,
                                              std::vector<const kernels::Kernel*> kernels,
                                              Narrow narrow);

}  // namespace ridgeline::bench
