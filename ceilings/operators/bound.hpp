// An operator under a measured roofline: which side of the ridge it lies on, and the time that no
// kernel of it can beat.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ceilings/operators/catalog/cost.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {

// On which units products of matrices run; `automatic`: on the faster ones. Other work runs on
// vector units.
enum class UnitChoice : std::uint8_t { automatic, vector, matrix };

// A part of the work under its compute roof.
struct WorkBound {
  const Line* line = nullptr;
  double seconds = 0;
  std::string note;  // that another precision stands in; else empty
};

enum class Side : std::uint8_t {
  left,
  ridge,
  right
};  // of the ridge; `ridge`: within its interval

// One memory level, with all bytes coming from there.
struct LevelBound {
  std::string level;
  const Line* bandwidth = nullptr;  // the level's roof
  double ridge = 0;                 // FLOP/B
  double attainable = 0;            // FLOP/s
  double memory_seconds = 0;        // bytes / roof
  double seconds = 0;               // max(compute, memory): the best possible time
  Side side = Side::left;
  const Line* own_mix = nullptr;  // the ceiling of the nearest access mix; null: no such
  double own_mix_seconds = 0;     // max(compute, bytes / own mix)
  std::uint64_t capacity = 0;     // of all instances that the roofline's scope has; 0: unknown
  bool fits = true;               // the working set, as far as is known
};

struct OperatorBound {
  std::vector<WorkBound> work;     // as in the cost; a part without operations has no line
  double compute_seconds = 0;      // sum over the parts
  std::vector<LevelBound> levels;  // nearest first; the last is memory
  std::vector<std::string> notes;  // each stand-in once
};

// Time is max(sum of operations / compute roof, bytes / bandwidth roof), both of program bytes, as
// if data movement and arithmetic overlapped wholly: Williams et al., Roofline, CACM 52(4), 2009.
// Parts of different precisions follow each other. Archive and roofline have to outlive the answer.
// Throws UsageError where the archive has no ceiling for the operator's precision or units, or no
// bandwidth at all.
OperatorBound bound_of(const OperatorCost& cost, const Traffic& traffic, const Archive& archive,
                       const Roofline& roofline, UnitChoice choice = UnitChoice::automatic);

}  // namespace ridgeline::ceilings
