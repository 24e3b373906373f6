// What limits a placed kernel, and what to do about it. The verdicts, their thresholds and the
// reasons for both are described in docs/placing.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ceilings/place/place.hpp"

namespace ridgeline {

// A closed list; every kernel gets exactly one.
enum class Verdict : std::uint8_t {
  above_roof,       // faster than any ceiling allows: a count, a time or the archive is wrong
  on_bandwidth,     // at the ceiling of a memory level
  on_compute,       // at the ceiling of a precision
  at_ridge,         // at both
  under_secondary,  // at a lower ceiling, which a missing technique explains
  between,          // well below what binds, and no ceiling near explains it
  far_under,        // far below everything: latency, launches, imbalance
  not_timed,        // no time: only what it could attain
  no_ceiling,       // work that the archive has no ceiling for, or none at all
  not_collected,    // too little was collected to tell
};
// "above-roof", "on-bandwidth-roof", ...: the form for programs.
const char* verdict_name(Verdict verdict);

// At 80 % of a ceiling a kernel counts as being on it: Nsight Compute's own rules speak of a
// bottleneck from 80 % of a unit's peak, and what is left to gain is 1.25 x at most.
inline constexpr double kOnRoof = 0.8;
// The tolerance that the archive's own ceilings have against their documented limits.
inline constexpr double kAboveRoof = 1.02;
// Bounds closer than this are not told apart even where the ceilings have no interval.
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

// A ceiling below the kernel's own, and the technique whose lack leaves a kernel there.
struct LowerCeiling {
  const Ceiling* ceiling = nullptr;
  std::string technique;   // "FMA", "SIMD width", "ILP", "occupancy", "coalescing", ...
  std::string level;       // of bandwidths; else empty
  double value = 0;        // B/s, FLOP/s or OP/s of the whole roofline
  double seconds = 0;      // what the kernel's work takes at it
  double tolerance = 0;    // half of its interval, relative
  bool supported = false;  // a fact of the kernel says that the technique is missing
};

struct Diagnosis {
  Verdict verdict = Verdict::not_collected;
  std::string words;                // a few for a table: "on DRAM", "lacks FMA", "latency-bound"
  std::string text, advice;         // one or a few sentences each
  std::string technique;            // what is missing, of under_secondary; else empty
  std::string ceiling;              // id of the ceiling that the verdict is about; may be empty
  std::optional<double> gain;       // at most, by removing what is missing: 2 is twice as fast
  std::vector<std::string> causes;  // short words, closed: "launch overhead", "few blocks", ...
};

// The archive has to be the one of the roofline.
Diagnosis diagnose(const PlacedKernel& kernel, const Roofline& roofline, const Archive& archive);

// The parts, each testable alone.
// Ceilings below the kernel's own that no fact of the kernel contradicts.
std::vector<LowerCeiling> lower_ceilings(const PlacedKernel& kernel, const Roofline& roofline,
                                         const Archive& archive);
// The technique that the kernel's own compute path lacks, as a ceiling, and the faster one's time.
struct MissingTechnique {
  LowerCeiling own;
  double better_seconds = 0;
};
std::optional<MissingTechnique> missing_technique(const PlacedKernel& kernel,
                                                  const Roofline& roofline);
// What the kernel's facts say of why it is slow.
std::vector<std::string> causes_of(const PlacedKernel& kernel, const Archive& archive);
// What may have put it above the roof.
std::vector<std::string> excess_causes(const PlacedKernel& kernel, const Roofline& roofline,
                                       const Archive& archive);

}  // namespace ridgeline
