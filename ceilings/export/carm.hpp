// The form of the CARM Tool.
#pragma once

#include <string>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// <machine>_roofline.csv of the CARM Tool: a row an instruction set, precision and number of
// threads, with GB/s and instructions a cycle of L1 to DRAM, of additions and of FMAs. CPUs only.
// https://github.com/champ-hub/carm-roofline, the columns as its update_csv() writes them.
std::string carm_csv(const Archive& archive);

}  // namespace ridgeline::ceilings
