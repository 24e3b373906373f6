// Tables of names, in the order of their enumerations.
#include "bench/devices/enum_names.hpp"

#include <array>

namespace ridgeline::bench {
namespace {

template <std::size_t N, typename Enum>
std::string pick(const std::array<const char*, N>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string name_of(kernels::Family family) {
  return pick(std::array{"bandwidth", "compute", "intensity", "latency"}, family);
}

std::string name_of(kernels::Precision precision) {
  return pick(
      std::array{"", "fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int32", "int8"},
      precision);
}

std::string name_of(kernels::Role role) { return pick(std::array{"primary", "secondary"}, role); }

std::string name_of(DataKind data) { return pick(std::array{"random", "constant"}, data); }

std::string name_of(Mode mode) { return pick(std::array{"burst", "sustained"}, mode); }

std::string name_of(ceilings::Stage stage) {
  return pick(std::array{"explore", "confirm", "empirical"}, stage);
}

}  // namespace ridgeline::bench
