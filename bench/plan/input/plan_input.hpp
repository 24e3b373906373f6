// What the three stages of the plan share: who works, which kernels can, which sizes fit where,
// and what it will cost. All pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bench/plan/plan.hpp"

namespace ridgeline {

struct PlanInput {
  const Machine& machine;
  std::span<const Kernel> kernels;
  const std::vector<NominalLevel>& nominal;
  const PlanOptions& options;
  Stage stage;
  const Knowledge& knowledge;
  std::span<const Operation> operations = {};
};

// --- who works (plan_places.cpp) ---

// Where a sweep walks: one unit of each kind of core, a whole GPU, or one SM for a level that only
// certain kernels reach.
struct Place {
  Scope scope;
  std::string kind;         // name of the kind of core; empty: the only one
  std::string fixed_level;  // of the kernels that run here: "shared"; empty: by working set
};
std::vector<Place> places_of(const PlanInput& in);

// "all" or "chip": every unit that may be used. Nothing where that is a single unit.
// Throws UsageError where more threads were asked for than there are cores.
std::optional<Scope> whole_scope(const PlanInput& in);

// A memory node and the threads that are near to it.
struct NodePlace {
  Scope scope;
  int node = 0;
  std::string level;  // "DRAM", "HBM", ...
};
// Empty on machines with a single node.
std::vector<NodePlace> node_places(const PlanInput& in);

// Empty, or why this machine cannot run the kernel.
std::string unmet_needs(const Machine& machine, const Kernel& kernel);
// The widest primary read kernel for a place that can run; else the widest that cannot; or null. Of
// a GPU's the first.
const Kernel* widest_read(const PlanInput& in, const std::string& fixed_level);

// --- kernels (plan_kernels.cpp) ---

// Of a family, for the level that only they reach, or for levels told apart by working set ("").
std::vector<const Kernel*> kernels_of(const PlanInput& in, Family family,
                                      const std::string& fixed_level);
// Only the widest one of each mix and operation that can run here, and what `narrow` adds.
std::vector<const Kernel*> widest_of(const PlanInput& in, std::vector<const Kernel*> kernels,
                                     Narrow narrow);

// --- launch shapes (plan_shapes.cpp) ---

// Of the kernel's shapes those that an SM can hold, in the kernel's order, the default first; on
// one SM of several only those of one block. Empty where there is none: no_shape() says why.
std::vector<Shape> usable_shapes(const PlanInput& in, const Kernel& kernel, const Scope& scope);
std::string no_shape(const PlanInput& in, const Scope& scope);
// The rate by which a search ranks: of few repetitions the highest, since what disturbs them only
// makes them slower. 0 for none.
double best_of(const std::vector<double>& rates);
// As many as the profile confirms, best first, by what the explore stage saw at that level; the
// default where none was searched.
std::vector<Shape> best_shapes(const PlanInput& in, const Kernel& kernel, const std::string& level,
                               const Scope& scope);

// --- sizes (plan_sizes.cpp) ---

// Bytes in which the working set of `units` threads grows: whole quanta, whole 64-byte lines.
std::uint64_t granule_of(const Kernel& kernel, std::size_t units);
// Near `bytes`, at most 1/32 less, a multiple of the granule, and short to write where that is
// possible; at least one granule.
std::uint64_t fitting_size(double bytes, std::uint64_t granule);

// False for a cache whose size is unknown, or larger than all memory.
bool believable(const Machine& machine, const Cache& cache);
// Why a working set cannot be had; empty: it can.
std::string too_large(const PlanInput& in, std::uint64_t bytes, int node);

// Sum over all caches that any of the units reaches, bytes; unknown ones count as nothing.
// `on_chip`: without memory-side caches.
std::uint64_t reached_bytes(const Machine& machine, std::span<const int> units,
                            bool on_chip = false);
// The same with what sweeps have found: where a knee and the topology differ by more than 1.5 x the
// data wins; `at_least`: only where it is the larger one.
std::uint64_t known_bytes(const PlanInput& in, std::span<const int> units, bool at_least);
bool caches_unknown(const Machine& machine);

// The working set that is far beyond every cache the units reach, and what may be allocated.
struct MemorySet {
  std::uint64_t bytes = 0;
  std::string skip;  // not empty: there is too little memory
  std::string note;  // not empty: smaller than it should be
};
MemorySet memory_set(const PlanInput& in, std::span<const int> units, int node);

// --- levels (plan_levels.cpp) ---

struct LevelSpan {
  std::string name;    // what ids say: "L2", "L2@near", "DRAM"
  std::string cache;   // the topology's name of it
  double knee = 0;     // bytes; 0: memory, open-ended
  double below = 0;    // knee of the level before it; 0: none
  double first = 0;    // smallest set that was seen on its plateau, bytes; 0: unknown
  std::string origin;  // "" : found; else a note that it was assumed
};
// Levels that a sweep at this place found, or that the topology lets expect; nearest first.
std::vector<LevelSpan> spans_at(const PlanInput& in, const Place& place);

// Where inside a plateau to measure, in bytes per thread. Empty `skip`: usable.
struct SizeRange {
  double low = 0, high = 0;
  std::string skip;
};
SizeRange single_range(const LevelSpan& span);
// The same for every thread of `whole` at once. `places` and `spans`: of all kinds of core.
SizeRange shared_range(const PlanInput& in, const Scope& whole, std::span<const Place> places,
                       std::span<const std::vector<LevelSpan>> spans, std::size_t level);
// `count` sizes inside the range: at equal distances on a logarithmic scale, away from its ends.
std::vector<double> sizes_inside(const SizeRange& range, int count);

// --- cost (plan_cost.cpp) ---

// Bytes per second that `units` threads will move through a working set: from earlier samples of
// one unit, else assumed.
double expected_rate(const PlanInput& in, const Case& c);
// Sets repetitions, least seconds and passes by the profile, and predicts what the case costs.
// `beyond`: the set is so far beyond every cache that a part of a pass, walking on, tells the same
// as a whole one.
void schedule(const PlanInput& in, Case& c, int repetitions, bool beyond);

// The same for a GPU (plan_cost_gpu.cpp).
void schedule_gpu(const PlanInput& in, Case& c, int repetitions);
// What a case of a GPU costs, its seconds, passes, repetitions, rest and warm-up being set. `pass`:
// seconds of one.
double gpu_seconds(const Case& c, double pass);
// Of a repetition that shows the rate which a hot device keeps, s.
double sustained_seconds();

// --- cases of the confirm stage (plan_cases.cpp, plan_latency.cpp) ---

Case confirm_case(const Kernel& kernel, const Scope& scope, const std::string& level);
// The case's kernel at some sizes (bytes of the whole working set), in its best shapes; nothing
// where this machine cannot run it.
void add_cases(const PlanInput& in, Case c, const std::vector<double>& sizes, bool beyond,
               int repetitions, std::vector<Case>& cases);
// Dependent loads in each level. `spans`: of each place.
std::vector<Case> latency_cases(const PlanInput& in, std::span<const Place> places,
                                std::span<const std::vector<LevelSpan>> spans);

// --- tensor cores (plan_tensor.cpp), links and libraries (plan_operations.cpp) ---

// Every kernel and shape whose power depends on its operands, in short bursts.
std::vector<Case> tensor_search_cases(const PlanInput& in, const Scope& scope);
// The winner of each type and path: with one constant, rested, in a burst, for what the
// instruction can do; with random operands, sustained, for what the device keeps up.
std::vector<Case> tensor_confirm_cases(const PlanInput& in, const Scope& scope);
std::vector<Case> operation_cases(const PlanInput& in, const Scope& scope, bool links);

// --- stages ---

std::vector<Case> explore_cases(const PlanInput& in);
std::vector<Case> confirm_cases(const PlanInput& in);
std::vector<Case> empirical_cases(const PlanInput& in);

}  // namespace ridgeline
