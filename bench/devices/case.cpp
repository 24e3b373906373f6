// What benchmarks are called: the id of the ceiling they lead to, then what else tells them apart.
#include "bench/devices/case.hpp"

#include "bench/devices/enum_names.hpp"
#include "ceilings/units.hpp"

namespace ridgeline::bench {
namespace {

std::string precisions_of(const kernels::Kernel& kernel) {
  const std::string own = name_of(kernel.precision);
  if (kernel.accumulate == kernels::Precision::none || kernel.accumulate == kernel.precision)
    return own;
  return own + "->" + name_of(kernel.accumulate);
}

std::string place_of(const Case& c) {
  return c.node < 0 ? c.level : c.level + "@node" + std::to_string(c.node);
}

}  // namespace

std::string path_of(const Case& c) {
  if (c.kernel == nullptr) return "";
  const bool constant = c.kernel->data_matters && c.data == DataKind::constant;
  return std::string(c.kernel->path) + (constant ? "-constant" : "");
}

std::string id_of(const Case& c) {
  if (c.operation) return c.operation->id;
  const kernels::Kernel& kernel = *c.kernel;
  const std::string path = path_of(c);
  const std::string& scope = c.scope.name;
  switch (kernel.family) {
    case kernels::Family::bandwidth:
      return "bandwidth/" + place_of(c) + "/" + scope + "/" + std::string(kernel.mix) + "/" + path;
    case kernels::Family::compute:
      return "compute/" + precisions_of(kernel) + "/" + path + "/" + scope;
    case kernels::Family::intensity:
      return "intensity/" + place_of(c) + "/" + scope + "/" + precisions_of(kernel) + "/" + path;
    case kernels::Family::latency:
      return "latency/" + place_of(c) + "/" + scope + (path.empty() ? "" : "/" + path);
  }
  return "";
}

std::string name_of(const Case& c) {
  std::string name = id_of(c);
  const bool sized = c.kernel == nullptr || c.kernel->family != kernels::Family::compute;
  if (sized && c.working_set > 0) name += "/ws:" + format_bytes(c.working_set);
  if (!(c.shape == kernels::Shape{}) &&
      !(c.kernel != nullptr && !c.kernel->shapes.empty() && c.shape == c.kernel->shapes.front())) {
    name += "/shape:" + std::to_string(c.shape.blocks_per_unit) + "x" +
            std::to_string(c.shape.threads_per_block) + "x" + std::to_string(c.shape.in_flight);
  }
  if (c.carve_out >= 0) name += "/carve-out:" + std::to_string(c.carve_out);
  if (c.data == DataKind::constant) name += "/constant";
  if (c.mode == Mode::burst) name += "/burst";
  return name;
}

}  // namespace ridgeline::bench
