// The ceilings of an archive as the lines of a roofline diagram, and what a kernel of some
// arithmetic intensity can attain under them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ceilings/archive.hpp"

namespace ridgeline::ceilings {

// A ceiling, scaled to the part of the device that its roofline is of: what was measured on one SM
// counts for all SMs there. Points into its roofline's own copy.
struct Line {
  const Ceiling* ceiling = nullptr;
  double value = 0;          // B/s of program bytes, FLOP/s or OP/s
  double traffic = 0;        // B/s of traffic bytes (with write-allocate); of bandwidths only
  double low = 0, high = 0;  // 95 % interval of `value`; both `value` where it has none
};

struct Roofline {
  std::string scope;             // "chip", "all", "core": what the lines are of
  std::vector<Line> bandwidths;  // nearest level first; in each level the highest first
  std::vector<Line> computes;    // precisions in the archive's order; in each the highest first
  std::shared_ptr<const std::vector<Ceiling>> ceilings;  // that the lines point to
};

// The lines of a scope; without one, of the whole device: "chip" of a GPU, "all" of a CPU, or else
// the scope that has the most ceilings. Ceilings that failed (checks/quality.hpp) are left out, as
// are latencies and links. Where fields of a ceiling (level, scope, ...) are empty its id has them.
// Throws UsageError that lists the scopes there are.
Roofline roofline_of(const Archive& archive, const std::string& scope = "");

// "L1", "shared", "L2", "L3", "DRAM", "DRAM@node1": nearest first, each once.
std::vector<std::string> level_names(const Roofline& roofline);
std::string level_name(const Ceiling& ceiling);
// Fills level, node, scope, mix, precision, accumulate and path from the id where they are empty.
void complete_from_id(Ceiling& ceiling);

// "fp64", "fp16->fp32".
std::string precision_name(const Ceiling& ceiling);
// Precisions in the roofline's order, each once.
std::vector<std::string> precision_names(const Roofline& roofline);
// True of FLOP, false of integer operations: "fp64", "tf32", "bf16->fp32" against "int8->int32".
bool is_floating(const std::string& precision);
// True of paths through tensor cores or AMX: mma, wgmma, tcgen05, amx, and libraries on them.
bool is_matrix_path(const std::string& path);

// The roof: the highest line that may be one (neither constant operands nor, where there is
// another, a cache-resident figure; secondaries only where the archive marks them as roof, or has
// nothing else). Of the level or precision of exactly that name, or else of any variant ("L2" finds
// "L2@near") or accumulator ("fp16" finds "fp16->fp32"). Null: no such level or precision.
const Line* bandwidth_roof(const Roofline& roofline, const std::string& level);
const Line* compute_roof(const Roofline& roofline, const std::string& precision);
// The line that comparisons use: read, or FMA; the roof where none is marked. Null as above.
const Line* bandwidth_reference(const Roofline& roofline, const std::string& level);
const Line* compute_reference(const Roofline& roofline, const std::string& precision);

struct Attainable {
  double rate = 0;            // FLOP/s: min(compute roof, bandwidth roof x intensity)
  double ridge = 0;           // FLOP/B where the two meet
  bool memory_bound = false;  // left of the ridge
  const Line* bandwidth = nullptr;
  const Line* compute = nullptr;
};

// What a kernel of `intensity` FLOP per byte of `level` can attain; `precision` empty: the highest
// floating-point roof there is. Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009. Throws
// UsageError: no such level or precision (listed), or an intensity that is not a number above 0.
Attainable attainable(const Roofline& roofline, double intensity, const std::string& level = "DRAM",
                      const std::string& precision = "");

}  // namespace ridgeline::ceilings
