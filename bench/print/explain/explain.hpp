// How a ceiling came about, in a few lines: what ran, what was counted, where, and how sure it is.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::bench {

// Three or four lines: the value with its interval, what ran and what was counted, where and
// against which limit, and what is suspect or noted (left out where nothing is).
std::vector<std::string> explanation(const ceilings::Ceiling& ceiling,
                                     const ceilings::Archive& archive);

// Ceilings whose id equals `wanted`, else fits it as a glob or contains it.
std::vector<const ceilings::Ceiling*> ceilings_like(const ceilings::Archive& archive,
                                                    const std::string& wanted);

}  // namespace ridgeline::bench
