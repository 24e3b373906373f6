// Launch shapes: which ones an SM can hold at all, and which of them the search found best.
#pragma once

#include <string>
#include <vector>

#include "bench/plan/input/plan_input.hpp"

namespace ridgeline::bench {

// Of the kernel's shapes those that an SM can hold, in the kernel's order, the default first; on
// one SM of several only those of one block. Empty where there is none: no_shape() says why.
std::vector<kernels::Shape> usable_shapes(const PlanInput& in, const kernels::Kernel& kernel,
                                          const Scope& scope);
std::string no_shape(const PlanInput& in, const Scope& scope);
// In which a sample was measured.
kernels::Shape shape_of(const ceilings::Sample& sample);
// The rate by which a search ranks: of few repetitions the highest, since what disturbs them only
// makes them slower. 0 for none.
double best_of(const std::vector<double>& rates);
// As many as the profile confirms, best first, by what the explore stage saw at that level; the
// default where none was searched.
std::vector<kernels::Shape> best_shapes(const PlanInput& in, const kernels::Kernel& kernel,
                                        const std::string& level, const Scope& scope);

}  // namespace ridgeline::bench
