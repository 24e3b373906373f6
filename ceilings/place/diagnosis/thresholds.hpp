// Where one verdict or cause ends and the next begins, each with its reason. docs/placing.md has
// the same.
#pragma once

namespace ridgeline::ceilings {

// At 80 % of a ceiling a kernel counts as being on it: Nsight Compute's own rules speak of a
// bottleneck from 80 % of a unit's peak, and what is left to gain is 1.25 x at most.
inline constexpr double kOnRoof = 0.8;
// The tolerance that the archive's own ceilings have against their documented limits.
inline constexpr double kAboveRoof = 1.02;
// Bounds closer than this are not distinguished even where the ceilings have no interval.
inline constexpr double kSameBound = 0.02;
// A secondary ceiling explains a point from 5 % under it to 5 % above it, or its interval up to 15
// %.
inline constexpr double kNearCeiling = 0.05, kNearestInterval = 0.15;
// Below a fifth of every ceiling no amount of bandwidth or arithmetic binds. A kernel that does all
// its memory accesses and all its arithmetic one after the other still reaches half of its bound;
// a fifth leaves a factor of 2.5 for what else is imperfect.
inline constexpr double kFarUnder = 0.2;
// Launches cost microseconds: kernels of 2.9 us took 3.8 us each back to back and 9.6 us waited for
// (A. Gray, Getting Started with CUDA Graphs, Nvidia 2019).
inline constexpr double kShortLaunch = 10e-6;
// Fewer than a quarter of the warps that fit can hardly hide memory latency by Little's law.
inline constexpr double kLowOccupancy = 0.25;
// 24 of 32 lanes: a quarter of the issue slots' work is lost.
inline constexpr double kDivergent = 24;
// 32 lanes' 4-byte loads take 4 sectors of 32 B, 8-byte ones 8: more than that is scattered, or
// loads of 16 B.
inline constexpr double kScattered = 8;
// Twice, and half, are what a multiply-add counted as one or as two operations looks like; within
// 10 % of it.
inline constexpr double kNearDouble = 0.1;
// A boost clock is at most a fifth above the base clock's or a sustained one.
inline constexpr double kBoost = 1.2;

}  // namespace ridgeline::ceilings
