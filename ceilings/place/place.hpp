// A kernel under a roofline: its intensity and rates at each level, the ceilings they are compared
// with, and the bound that all of them together put on its time. What it means: diagnosis/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/place/kernel_run.hpp"
#include "ceilings/roofline.hpp"

namespace ridgeline::ceilings {

// A ceiling as it is compared with a kernel: B/s in the kind of bytes that the kernel counts
// (traffic, or what the program asks for), FLOP/s or OP/s.
struct CeilingMatch {
  const Line* line = nullptr;
  double value = 0;
  double low = 0, high = 0;  // 95 % interval; both `value` where there is none
};

// The time that work takes at the ceilings, s, and its 95 % interval. All 0: nothing binds.
struct BoundTime {
  double seconds = 0, least = 0, most = 0;
};

// The kernel at one memory level.
struct LevelResult {
  LevelBytes counted;
  std::optional<double> intensity;  // FLOP/B; nothing: no operations, unknown, or no bytes
  std::optional<double> bandwidth;  // B/s reached; nothing: no time, or no bytes
  std::optional<CeilingMatch> own,
      roof;                          // its own mix's ceiling, else the roof; nothing: not archived
  bool own_mix = false;              // `own` is the ceiling of the kernel's own mix
  BoundTime bound;                   // bytes / own
  double roof_seconds = 0;           // bytes / roof
  std::optional<double> share;       // bandwidth / own
  std::optional<double> attainable;  // FLOP/s: min(compute ceilings, own x intensity)
};

// The operations of one type and path.
struct TypeResult {
  OperationCount count;
  std::optional<CeilingMatch> own,
      roof;         // its own path's ceiling; the precision's. Nothing: not archived
  BoundTime bound;  // operations / own
  double roof_seconds = 0;
  std::string note;  // which ceiling stands in for one that the archive lacks; else empty
};

struct PlacedKernel {
  KernelRun run;
  std::vector<LevelResult> levels;   // the kernel's order
  std::vector<TypeResult> types;     // the ones that count: floating point, else integers
  std::vector<TypeResult> beside;    // integers of a kernel that has floating-point work
  std::optional<double> operations;  // of `types`, their sum; nothing: not collected
  bool integer = false;              // `types` are integers: OP instead of FLOP
  std::optional<double> rate;        // operations / seconds; nothing where either is 0 or unknown
  // Operations of different types share the issue slots, and their times add up; vector and tensor
  // units can overlap, so that a kernel may be up to twice as fast as this sum says.
  BoundTime compute;
  double compute_roof_seconds = 0;   // of whichever of the two has more to do: no less is possible
  bool lacks_ceiling = false;        // of some type, or of every level that has bytes
  BoundTime bound;                   // the longest of `compute` and the levels'; own ceilings
  const Line* binding = nullptr;     // whose time that is; the longest type's where compute binds
  std::string binding_level;         // empty: compute
  double roof_seconds = 0;           // the longest at the roofs: no kernel can be faster
  double roof_high = 1;              // upper end of that roof's interval over its value
  std::optional<double> share;       // bound / seconds; nothing without a time
  std::optional<double> roof_share;  // roof_seconds / seconds; above 1 it cannot be
  std::optional<double> attainable;  // operations / bound: the rate it could have
  std::vector<std::string> notes;    // the importer's, and what had to be assumed here
};

// Compares a kernel with a roofline. Per level: bytes / bandwidth, of the measured mix whose
// share of stores is nearest to the kernel's (within 1/4), else the level's roof; hardware's
// counts with traffic, hand counts with program bytes. Per type: operations / peak, summed
// (mixed precision: Yang, Kurth, Williams: Hierarchical Roofline Analysis for GPUs, 2020). The
// bound is the longest (Williams, Waterman, Patterson 2009). Nothing is invented for a level or
// precision that the archive lacks. The roofline's archive has to outlive the kernel.
PlacedKernel place(const KernelRun& run, const Roofline& roofline);

// Launches of one name on one device as one kernel: sums of operations, bytes and seconds, never
// means of rates. Launches of which different things were collected stay apart. In the order of
// first appearance.
std::vector<KernelRun> grouped(const std::vector<KernelRun>& runs);

}  // namespace ridgeline::ceilings
