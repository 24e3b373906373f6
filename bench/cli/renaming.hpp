// What benchmarks of other programs are called here: the text behind `assemble --as`.
#pragma once

#include <string>

#include "ceilings/import/google_benchmark/import.hpp"

namespace ridgeline::bench {

// "BM_Sum/*=bandwidth/sweep/core/1:0/sum*8,BM_Fma*=compute/fp64/fma/core": the first glob that fits
// a name gives its id; the last number among its arguments (not "/threads:8") times what stands
// behind '*' is the working set, bytes. Nothing for an empty text. Throws UsageError that names the
// part at fault.
ceilings::Renaming renaming_of(const std::string& text);

}  // namespace ridgeline::bench
