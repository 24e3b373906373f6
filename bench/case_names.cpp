// What benchmarks are called: the id of the ceiling they lead to, then what else tells them apart.
#include "bench/devices/device.hpp"
#include "ceilings/units.hpp"

namespace ridgeline {
namespace {

std::string precision_name(Precision precision) {
  switch (precision) {
    case Precision::none:
      return "";
    case Precision::fp64:
      return "fp64";
    case Precision::fp32:
      return "fp32";
    case Precision::tf32:
      return "tf32";
    case Precision::fp16:
      return "fp16";
    case Precision::bf16:
      return "bf16";
    case Precision::fp8:
      return "fp8";
    case Precision::fp6:
      return "fp6";
    case Precision::fp4:
      return "fp4";
    case Precision::int32:
      return "int32";
    case Precision::int8:
      return "int8";
  }
  return "";
}

std::string precisions_of(const Kernel& kernel) {
  const std::string own = precision_name(kernel.precision);
  if (kernel.accumulate == Precision::none || kernel.accumulate == kernel.precision) return own;
  return own + "->" + precision_name(kernel.accumulate);
}

std::string place_of(const Case& c) {
  return c.node < 0 ? c.level : c.level + "@node" + std::to_string(c.node);
}

}  // namespace

std::string id_of(const Case& c) {
  if (c.operation) return "link/" + c.operation->name;
  const Kernel& kernel = *c.kernel;
  const std::string path(kernel.path);
  const std::string& scope = c.scope.name;
  switch (kernel.family) {
    case Family::bandwidth:
      return "bandwidth/" + place_of(c) + "/" + scope + "/" + std::string(kernel.mix) + "/" + path;
    case Family::compute:
      return "compute/" + precisions_of(kernel) + "/" + path + "/" + scope;
    case Family::intensity:
      return "intensity/" + place_of(c) + "/" + scope + "/" + precisions_of(kernel) + "/" + path;
    case Family::latency:
      return "latency/" + place_of(c) + "/" + scope + (path.empty() ? "" : "/" + path);
  }
  return "";
}

std::string name_of(const Case& c) {
  std::string name = id_of(c);
  const bool sized = c.operation || c.kernel->family != Family::compute;
  if (sized && c.working_set > 0) name += "/ws:" + format_bytes(c.working_set);
  if (!(c.shape == Shape{}) &&
      !(c.kernel != nullptr && !c.kernel->shapes.empty() && c.shape == c.kernel->shapes.front())) {
    name += "/shape:" + std::to_string(c.shape.blocks_per_unit) + "x" +
            std::to_string(c.shape.threads_per_block) + "x" + std::to_string(c.shape.in_flight);
  }
  if (c.carve_out >= 0) name += "/carve-out:" + std::to_string(c.carve_out);
  if (c.data == DataKind::constant) name += "/constant";
  if (c.mode == Mode::burst) name += "/burst";
  return name;
}

}  // namespace ridgeline
