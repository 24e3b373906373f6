// Where archives are kept.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// Where an archive belongs: <results>/<vendor>-<model>/<UTC date and time>.json, in characters that
// every file system takes; "unknown-cpu" for a device without a name. Not an existing file: "-2",
// "-3", ... is added.
std::string archive_path(const std::string& results, const Archive& archive);

}  // namespace ridgeline::ceilings
