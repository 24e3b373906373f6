// Names of series, by stage, place and class of kernel.
#include "bench/plan/series.hpp"

namespace ridgeline::bench {

bool is_compute(const Case& c) {
  return c.kernel != nullptr && c.kernel->family == kernels::Family::compute;
}

std::string series_of(const Case& c) {
  std::string place = c.scope.name + (c.node < 0 ? "" : "@node" + std::to_string(c.node));
  const bool heats = c.rest > 0 || c.warm_up > 0;
  if (heats) return "heat " + name_of(c);
  if (c.operation) return "link";
  if (c.stage == ceilings::Stage::explore) {
    const bool chase = c.kernel->family == kernels::Family::latency;
    if (c.kernel->data_matters) return "search tensor " + place;
    if (is_compute(c)) return "search compute " + place;
    return (chase ? "chase " : "search ") + place + (c.level == "sweep" ? "" : " " + c.level);
  }
  // An SM's memory is divided into L1 and shared anew where a kernel wants it otherwise: one level
  // after the other.
  const bool gpu = c.scope.name == "chip" || c.scope.name == "sm";
  if (gpu && !is_compute(c)) place += " " + c.level;
  switch (c.kernel->family) {
    case kernels::Family::bandwidth:
      return "bandwidth " + place;
    case kernels::Family::compute:
      return "compute " + place + " " + std::to_string(c.kernel->vector_bits) + "-bit";
    case kernels::Family::intensity:
      return "intensity " + place + (gpu ? "" : " " + c.level);
    case kernels::Family::latency:
      return "latency " + place;
  }
  return place;
}

}  // namespace ridgeline::bench
