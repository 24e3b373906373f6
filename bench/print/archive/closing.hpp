// The two lines in plain words that an archive's document ends with.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline {

// What this device's balance is: from which intensity on arithmetic binds.
std::string balance_line(const Archive& archive);
// What is to be doubted, or that nothing is.
std::string quality_line(const Archive& archive);

}  // namespace ridgeline
