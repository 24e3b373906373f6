// What tests call the kinds of kernels and numbers, in the order of the enumerations in kernel.hpp.
#pragma once

#include <string_view>

#include "kernels/kernel.hpp"

namespace ridgeline::kernels {

inline constexpr std::string_view kFamilyNames[] = {"bandwidth", "compute", "intensity", "latency"};
inline constexpr std::string_view kPrecisionNames[] = {
    "none", "fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int32", "int8"};

constexpr std::string_view family_name(Family family) {
  return kFamilyNames[static_cast<std::size_t>(family)];
}
constexpr std::string_view precision_name(Precision precision) {
  return kPrecisionNames[static_cast<std::size_t>(precision)];
}

}  // namespace ridgeline::kernels
