// Which build of the program this is: what every archive says of the tool that wrote it.
#pragma once

#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Version, commit ("-dirty" behind it where the sources differed from it; "unknown" outside git),
// compiler, its flags without those of single files, and CMake's build type.
ceilings::ToolRecord build_info();

}  // namespace ridgeline::bench
