// What archives and ids call the values of the kernels' and cases' enumerations.
#pragma once

#include <string>

#include "bench/devices/case.hpp"
#include "kernels/kernel.hpp"

namespace ridgeline::bench {

std::string name_of(kernels::Family family);        // "bandwidth", ...
std::string name_of(kernels::Precision precision);  // "fp64", ...; "" for none
std::string name_of(kernels::Role role);            // "primary", "secondary"
std::string name_of(DataKind data);                 // "random", "constant"
std::string name_of(Mode mode);                     // "burst", "sustained"
std::string name_of(ceilings::Stage stage);         // "explore", "confirm", "empirical"

}  // namespace ridgeline::bench
