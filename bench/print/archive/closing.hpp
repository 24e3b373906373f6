// The two lines in plain words that an archive's document ends with.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// What this device's balance is: from which intensity on arithmetic binds.
std::string balance_line(const ceilings::Archive& archive);
// What is to be doubted, or that nothing is.
std::string quality_line(const ceilings::Archive& archive);

}  // namespace ridgeline::bench
