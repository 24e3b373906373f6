// Repetitions during which something else used the core: another hardware thread of it, whose work
// the guest or the process cannot see. It takes no time away and changes no clock, but half of the
// additions a cycle are gone. That is measured beside each repetition, and is no guess from its
// result.
#pragma once

#include <cstddef>
#include <span>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// Undisturbed repetitions that make a ceiling by themselves: their range covers the median at 96.9
// %.
inline constexpr std::ptrdiff_t kLeastUndisturbed = 6;

// True where a repetition got less than 95 % of the additions a cycle that its cores have to give.
bool is_disturbed(const Repetition& repetition, double full_width);

// The additions a cycle of an undisturbed core, from those beside its repetitions: what 2 % of them
// exceed, which are the clock's own errors. 0: fewer than 20 tell.
double full_width(std::span<const double> widths);

// Sets disturbed repetitions aside where enough others are left (6, of a search 1): they are taken
// out, and the sample's `reason` says how many; else each of them carries the flag shared-core.
// For a copy of the archive that ceilings are made from; the archive itself keeps all.
void set_disturbed_aside(Archive& archive);

}  // namespace ridgeline::ceilings
