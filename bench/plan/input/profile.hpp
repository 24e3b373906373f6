// How thorough a plan is: everything that a profile decides, in one table.
#pragma once

#include <cstdint>
#include <string>

namespace ridgeline::bench {

// Which kernels narrower than the widest one of their mix and operation are confirmed.
enum class Narrow : std::uint8_t { none, reads, all };

// Defaults are those of the standard profile.
struct Profile {
  std::string name = "standard";
  int sizes_per_octave = 6;            // of the sweep inside and around caches
  double sizes_per_octave_memory = 3;  // of the sweep from 128 MiB on, where passes are whole
  int sweep_repetitions = 6;
  int short_sweep_repetitions = 12;  // where a repetition takes 1 ms: they locate knees in noise
  int confirm_repetitions = 12;
  int memory_repetitions = 6;       // confirm, sizes whose one pass exceeds 2 ms
  int confirm_sizes = 2;            // inside each cache's plateau
  double seconds = 1e-3;            // least time of a repetition
  double memory_seconds = 5e-3;     // the same for walks through sets far beyond every cache
  double stable_within = 0.004;     // wanted half-width of the median's 95 % interval
  double stability_budget = 7.0;    // s that may be spent on further rounds
  int stability_repetitions = 600;  // at most, of one case
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

}  // namespace ridgeline::bench
