// What the search for plateaus charges, and how wide plateaus and transitions may be: chosen so
// that the curves of the tests' random devices come out right, and kept together for that reason.
#pragma once

#include <limits>

namespace ridgeline {

inline constexpr double kLowCap =
    8;  // a point beyond these (see point_cost) is off, no matter how far
inline constexpr double kHighCap = 60;
inline constexpr double kBin = 0.01;  // resolution of levels, natural logarithm
inline constexpr double kRange = 20;  // of levels, natural logarithm: more are not told apart
// Within a plateau the level may fall: TLB misses take up to 5 % an octave.
inline constexpr double kCreep = 0.06;      // at most, natural logarithm per octave
inline constexpr double kCreepCost = 0.25;  // of each bin
inline constexpr double kDrop =
    0.17;  // least fall between plateaus: 1.19 x, so that noise spares 1.3 x
inline constexpr double kStairCost = 14;  // of each further plateau
// A point in a transition costs more than a point on a plateau does (about 1), by the more the
// fewer there are, so that an octave of plateau is always worth a stair. Transitions take up to 1.3
// octaves; farther off, a plateau in between must not be passed over.
inline constexpr double kBetweenCost = 1;
inline constexpr double kBetweenOctave = 18;  // shared by the points of one octave
inline constexpr double kLeastBetween = 2, kMostBetween = 7;
inline constexpr double kTransition = 1.3, kLongestTransition = 3;  // octaves
inline constexpr double kLateCost = 10;
// A sweep may end within a transition: its points then cost nearly what outliers do.
inline constexpr double kTrailingCost = 6;
inline constexpr double kHopeless = 200;  // a level this much dearer than the best one is given up
// A plateau is seen on three points over half an octave, or two points an octave apart: a cache 4 x
// larger than the last, reached by partial hits over one octave, shows one octave of its own.
inline constexpr double kLeastWidth = 0.5 - 1e-3;
inline constexpr double kLeastPairWidth = 1 - 1e-3;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace ridgeline
