// The decision: which verdict a placed kernel gets. See diagnosis.hpp.
#include "ceilings/place/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ceilings/place/text.hpp"

namespace ridgeline {
namespace {

bool has_work(const Placement& placement) {
  const bool moved = std::any_of(placement.levels.begin(), placement.levels.end(),
                                 [](const LevelPlace& level) { return level.counted.bytes > 0; });
  return moved || placement.operations.value_or(0) > 0;
}

bool has_interval_of(const BoundTime& bound, double seconds) {
  return bound.most > bound.seconds && seconds <= bound.most;
}

// At the ceiling, or inside its 95 % interval.
bool on_roof(const Placement& placement) {
  return *placement.share >= kOnRoof || (*placement.share >= kOnRoof / 2 &&
                                         has_interval_of(placement.bound, *placement.run.seconds));
}

bool same_bound(const BoundTime& left, const BoundTime& right) {
  const double longer = std::max(left.seconds, right.seconds);
  if (std::abs(left.seconds - right.seconds) <= kSameBound * longer) return true;
  return left.least <= right.most && right.least <= left.most;
}

// The level whose bound and the compute bound are not told apart; null: none, or neither binds.
const LevelPlace* ridge_partner(const Placement& placement) {
  if (placement.compute.seconds <= 0 || placement.lacks_ceiling) return nullptr;
  const LevelPlace* longest = nullptr;
  for (const LevelPlace& level : placement.levels) {
    const bool more = longest == nullptr || level.bound.seconds > longest->bound.seconds;
    if (level.bound.seconds > 0 && more) longest = &level;
  }
  if (longest == nullptr || !same_bound(longest->bound, placement.compute)) return nullptr;
  return longest;
}

double longest_level(const Placement& placement) {
  double seconds = 0;
  for (const LevelPlace& level : placement.levels) {
    seconds = std::max(seconds, level.bound.seconds);
  }
  return seconds;
}

// Near enough to a lower ceiling that it explains the time. Where a fact says that the technique
// is missing, being on that ceiling is enough; else it has to be a close match, as chance finds one
// easily where there are many ceilings.
bool explains(const Secondary& secondary, double seconds) {
  const double share = secondary.seconds / seconds;
  const double tolerance = std::clamp(secondary.tolerance, kNearCeiling, kNearestInterval);
  const double below = secondary.supported ? 1 - kOnRoof : tolerance;
  return share >= 1 - below && share <= 1 + tolerance;
}

// The best explanation: one that a fact supports, else the nearest ceiling.
const Secondary* explanation_of(const std::vector<Secondary>& lower, double seconds) {
  const Secondary* best = nullptr;
  const auto distance = [seconds](const Secondary& s) { return std::abs(s.seconds / seconds - 1); };
  for (const Secondary& one : lower) {
    if (!explains(one, seconds)) continue;
    const bool better = best == nullptr || (one.supported && !best->supported) ||
                        (one.supported == best->supported && distance(one) < distance(*best));
    if (better) best = &one;
  }
  return best;
}

bool is_above(const Placement& placement) {
  return placement.roof_share && *placement.roof_share > std::max(kAboveRoof, placement.roof_high);
}

// What was not collected might bind as well as what was.
bool half_known(const Placement& placement) {
  return !placement.operations || placement.levels.empty();
}

Diagnosis on_a_ceiling(const Scene& scene) {
  const Placement& placement = scene.placement;
  if (placement.binding_level.empty() && placement.compute.seconds > 0) {
    const std::optional<OwnLack> lack = own_lack(placement, scene.roofline);
    const double best =
        lack ? std::max(lack->better_seconds, longest_level(placement)) : placement.bound.seconds;
    if (lack && best < kOnRoof * placement.bound.seconds) {
      return say_under_secondary(scene, lack->own, best);
    }
  }
  if (const LevelPlace* level = ridge_partner(placement)) return say_at_ridge(scene, *level);
  return placement.binding_level.empty() ? say_on_compute(scene) : say_on_bandwidth(scene);
}

}  // namespace

const char* verdict_name(Verdict verdict) {
  constexpr std::array kNames{"above-roof",
                              "on-bandwidth-roof",
                              "on-compute-roof",
                              "at-ridge",
                              "under-secondary-ceiling",
                              "between-ceilings",
                              "latency-bound",
                              "not-timed",
                              "no-ceiling",
                              "not-collected"};
  return kNames.at(static_cast<std::size_t>(verdict));
}

Diagnosis diagnose(const Placement& placement, const Roofline& roofline, const Archive& archive) {
  const Scene scene{placement, roofline, archive};
  const bool nothing = !placement.operations && placement.levels.empty();
  if (nothing) return say_not_collected(scene);
  if (!has_work(placement)) {
    return half_known(placement) ? say_not_collected(scene) : say_no_ceiling(scene);
  }
  if (is_above(placement)) return say_above_roof(scene);
  if (placement.bound.seconds <= 0) return say_no_ceiling(scene);
  if (!placement.share) return say_not_timed(scene);
  if (on_roof(placement)) return on_a_ceiling(scene);
  if (placement.lacks_ceiling) return say_no_ceiling(scene);
  const std::vector<Secondary> lower = secondaries(placement, roofline, archive);
  const Secondary* found = explanation_of(lower, *placement.run.seconds);
  if (found != nullptr && (found->supported || !half_known(placement))) {
    return say_under_secondary(scene, *found, placement.bound.seconds);
  }
  if (half_known(placement)) return say_not_collected(scene);
  if (*placement.share < kFarUnder) return say_far_under(scene);
  return say_between(scene, lower);
}

}  // namespace ridgeline
