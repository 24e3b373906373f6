// What to measure: pure, printable. Called three times, each time knowing more.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/devices/device.hpp"

namespace ridgeline {

// Which kernels narrower than the widest one of their mix and operation are confirmed.
enum class Narrow : std::uint8_t { none, reads, all };

// How thorough: everything that a profile decides, in one table (profile.cpp).
struct Profile {
  std::string name = "standard";
  int sizes_per_octave = 6;            // of the sweep inside and around caches
  double sizes_per_octave_memory = 3;  // of the sweep from 128 MiB on, where passes are whole
  int sweep_repetitions = 6;
  int short_sweep_repetitions = 12;  // where a repetition takes 1 ms: they locate knees in noise
  int confirm_repetitions = 12;
  int memory_repetitions = 6;    // confirm, sizes whose one pass exceeds 2 ms
  int confirm_sizes = 2;         // inside each cache's plateau
  double seconds = 1e-3;         // least time of a repetition
  double memory_seconds = 5e-3;  // the same for walks through sets far beyond every cache
  double settle = 0.004;         // wanted half-width of the median's 95 % interval
  double settle_budget = 7.0;    // s that may be spent on further rounds
  int settle_repetitions = 600;  // at most, of one case
  int empirical_repetitions = 6;
  bool empirical_one_precision = false;
  Narrow narrow_alone = Narrow::all;       // with one unit
  Narrow narrow_together = Narrow::reads;  // with all of them
  bool small_pages = true;                 // latency on the smallest pages, besides huge ones
  double chase_sizes_per_octave = 2;       // of the sweep of dependent loads ...
  std::uint64_t chase_end = std::uint64_t{32} << 20;  // ... and where it ends, bytes
  int best_shapes = 2;         // launch shapes of a kernel that are confirmed
  int search_repetitions = 3;  // of a launch shape; the best are confirmed anew
  // Of tensor cores, s: of work before the sustained rate, of nothing before a burst.
  double warm_up = 1.5, rest = 0.5;
  std::uint64_t link_bytes = std::uint64_t{256} << 20;  // of a block sent over a link, each way
  bool everywhere = false;    // every kernel on every node; empirical points with all units too
  double longest_chase = 20;  // s of a GPU's chase, where each load waits for the one before
  std::uint64_t largest_set = std::uint64_t{16} << 30;  // bytes; what a run of this length can fill
  std::uint64_t largest_ring = std::uint64_t{1536} << 20;  // the same for a pointer ring
};
// Throws UsageError for a name other than quick, standard, thorough.
Profile profile_named(const std::string& name);

struct PlanOptions {
  Profile profile;
  std::string only;                // substring or glob of ids; empty: all
  int threads = 0;                 // of scope "all"; 0: one a core
  std::uint64_t memory_limit = 0;  // bytes; 0: what the machine allows
};

// What earlier stages found. Empty levels: sizes are assumed from the topology, and it is said.
struct Knowledge {
  std::vector<Level> levels;
  std::vector<Sample> samples;  // of earlier stages: winning shapes, rates for the sizes of passes
  std::vector<Ceiling> ceilings;  // for the empirical stage
};

// The class of kernel that a case belongs to: "sweep core", "bandwidth core", "compute core
// 256-bit", "latency core", ... Cases of one series are interleaved with each other only, and
// plan() lists them together. What heats a GPU, or needs it cool, is a series of its own.
std::string series_of(const Case& c);

// Cases of one stage in the order of their series (one class of kernel after the other). Cases
// that cannot run here come along with `skip` set; `note` says what was assumed or bounded.
// Throws UsageError where more threads are asked for than there are cores.
// `operations`: what the device can do besides its kernels.
std::vector<Case> plan(const Machine& machine, std::span<const Kernel> kernels,
                       const std::vector<NominalLevel>& nominal, const PlanOptions& options,
                       Stage stage, const Knowledge& knowledge,
                       std::span<const Operation> operations = {});

// Seconds that the whole run will take: cases, further rounds, arena, and setup.
double predicted_seconds(std::span<const Case> cases, const PlanOptions& options);
// The largest working set of the cases, bytes: what the arena has to hold.
std::uint64_t arena_bytes(std::span<const Case> cases);

}  // namespace ridgeline
