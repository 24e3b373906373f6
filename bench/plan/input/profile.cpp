// What each profile decides, as one table.
#include "bench/plan/input/profile.hpp"

#include "ceilings/errors.hpp"

namespace ridgeline::bench {
namespace {

Profile quick() {
  Profile profile;
  profile.name = "quick";
  profile.sizes_per_octave = 3;
  profile.sizes_per_octave_memory = 2;
  profile.short_sweep_repetitions = 6;
  profile.confirm_repetitions = 6;  // the fewest whose range covers the median at 96.9 %
  profile.confirm_sizes = 1;
  profile.memory_seconds = 3e-3;
  profile.stable_within = 0.01;
  profile.stability_budget = 0.4;
  profile.stability_repetitions = 100;
  profile.empirical_one_precision = true;
  profile.narrow_alone = Narrow::reads;
  profile.narrow_together = Narrow::none;
  profile.small_pages = false;
  profile.best_shapes = 1;
  profile.warm_up = 0.6;
  profile.rest = 0.25;
  profile.chase_end = std::uint64_t{8} << 20;
  profile.longest_chase = 2;
  profile.largest_set = std::uint64_t{4} << 30;
  profile.largest_ring = std::uint64_t{512} << 20;
  return profile;
}

Profile thorough() {
  Profile profile;
  profile.name = "thorough";
  profile.sizes_per_octave = 12;
  profile.sizes_per_octave_memory = 6;
  profile.sweep_repetitions = 12;
  profile.short_sweep_repetitions = 24;
  profile.confirm_repetitions = 80;
  profile.memory_repetitions = 30;
  profile.seconds = 2e-3;
  profile.memory_seconds = 20e-3;
  profile.stable_within = 0.002;
  profile.stability_budget = 40;
  profile.stability_repetitions = 1000;
  profile.empirical_repetitions = 30;
  profile.narrow_together = Narrow::all;
  profile.chase_sizes_per_octave = 4;
  profile.chase_end = std::uint64_t{128} << 20;
  profile.longest_chase = 60;
  profile.best_shapes = 3;
  profile.search_repetitions = 6;
  profile.warm_up = 2;
  profile.rest = 1;
  profile.link_bytes = std::uint64_t{512} << 20;
  profile.everywhere = true;
  profile.largest_set = std::uint64_t{256} << 30;
  profile.largest_ring = std::uint64_t{8} << 30;
  return profile;
}

}  // namespace

Profile profile_named(const std::string& name) {
  if (name == "quick") return quick();
  if (name == "standard") return Profile{};
  if (name == "thorough") return thorough();
  throw UsageError("unknown profile '" + name + "'; choose quick, standard or thorough");
}

}  // namespace ridgeline::bench
