// Cases of the confirm stage: one kernel at its sizes, in its best shapes.
#include <set>

#include "bench/plan/stages.hpp"

namespace ridgeline {

Case confirm_case(const Kernel& kernel, const Scope& scope, const std::string& level) {
  Case c;
  c.kernel = &kernel;
  c.stage = Stage::confirm;
  c.scope = scope;
  c.level = level;
  return c;
}

void add_cases(const PlanInput& in, Case c, const std::vector<double>& sizes, bool beyond,
               int repetitions, std::vector<Case>& cases) {
  if (!unmet_needs(in.machine, *c.kernel).empty()) return;
  const std::vector<Shape> shapes = best_shapes(in, *c.kernel, c.level, c.scope);
  if (shapes.empty()) {
    c.skip = no_shape(in, c.scope);
    cases.push_back(c);
  }
  const std::uint64_t granule = granule_of(*c.kernel, c.scope.units.size());
  for (const Shape& shape : shapes) {
    c.shape = shape;
    std::set<std::uint64_t> done;
    for (const double size : sizes) {
      c.working_set = fitting_size(size, granule);
      if (!done.insert(c.working_set).second) continue;
      c.skip = too_large(in, c.working_set, c.node);
      schedule(in, c, repetitions, beyond);
      cases.push_back(c);
    }
  }
}

}  // namespace ridgeline
