// The words that archives and ids use for the kernels' and cases' enumerations.
#pragma once

#include <string>

#include "bench/devices/device.hpp"
#include "kernels/kernel.hpp"

namespace ridgeline {

std::string word(Family family);        // "bandwidth", ...
std::string word(Precision precision);  // "fp64", ...; "" for none
std::string word(Role role);            // "primary", "secondary"
std::string word(DataKind data);        // "random", "constant"
std::string word(Mode mode);            // "burst", "sustained"
std::string word(Stage stage);          // "explore", "confirm", "empirical"

}  // namespace ridgeline
