// What archives and ids call the values of the kernels' and cases' enumerations.
#pragma once

#include <string>

#include "bench/devices/case.hpp"
#include "kernels/kernel.hpp"

namespace ridgeline {

std::string name_of(Family family);        // "bandwidth", ...
std::string name_of(Precision precision);  // "fp64", ...; "" for none
std::string name_of(Role role);            // "primary", "secondary"
std::string name_of(DataKind data);        // "random", "constant"
std::string name_of(Mode mode);            // "burst", "sustained"
std::string name_of(Stage stage);          // "explore", "confirm", "empirical"

}  // namespace ridgeline
