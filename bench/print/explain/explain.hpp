// How a ceiling came about, in a few lines: what ran, what was counted, where, and how sure it is.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline {

// Three or four lines: the value with its interval, what ran and what was counted, where and
// against which limit, and what is suspect or noted (left out where nothing is).
std::vector<std::string> explanation(const Ceiling& ceiling, const Archive& archive);

// Ceilings whose id equals `wanted`, else fits it as a glob or contains it.
std::vector<const Ceiling*> ceilings_like(const Archive& archive, const std::string& wanted);

}  // namespace ridgeline
