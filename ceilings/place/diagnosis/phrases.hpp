// Numbers, ceilings and causes as a diagnosis calls them.
#pragma once

#include <string>
#include <vector>

#include "ceilings/place/place.hpp"

namespace ridgeline::ceilings {

std::string times_text(double factor);  // "2.0 x", "3700 x"
// "18.3 FLOP/B", or OP/B of integers.
std::string intensity_text(double intensity, const PlacedKernel& kernel);
std::string match_text(const CeilingMatch& match, const std::string& unit);  // "4.305 TB/s (<id>)"

std::string binding_id(
    const PlacedKernel& kernel);                  // of the ceiling that binds; empty: nothing does
const char* unit_of(const PlacedKernel& kernel);  // "FLOP/s", or "OP/s" of integers

// What a ceiling is of: "DRAM", "fp32 fma".
std::string binding_text(const PlacedKernel& kernel);
bool is_mixed(const PlacedKernel& kernel);  // several precisions bind together
std::string percent_text(double share);     // "18.3 %", "less than 0.1 %"
bool has_several_precisions(const PlacedKernel& kernel);
const LevelResult* binding_level_of(const PlacedKernel& kernel);  // null: compute binds
const TypeResult* binding_type(const PlacedKernel& kernel);       // null: a level binds
// The level whose bytes alone take the longest at the roofs; null: arithmetic takes longer.
const LevelResult* roof_level(const PlacedKernel& kernel);

// "left of the ridge at 15.1 FLOP/B"; empty where no operations or no bytes are known.
std::string side_text(const PlacedKernel& kernel);

// "No floating-point work. ", "Integers only. "; empty for what computes in floating point.
std::string work_text(const PlacedKernel& kernel);
// The kernel's intensity at the level that binds, and its side of the ridge.
std::string ridge_sentence(const PlacedKernel& kernel);

// A cause with its numbers, and what helps against it.
std::string cause_text(const std::string& cause, const PlacedKernel& kernel,
                       const Archive& archive);
std::string remedy_text(const std::string& cause);
// What removes a missing technique.
std::string technique_remedy(const std::string& technique);
// What to collect so that the next diagnosis can say more; empty: all of it is there.
std::string wanted_facts(const PlacedKernel& kernel, const Archive& archive);

}  // namespace ridgeline::ceilings
