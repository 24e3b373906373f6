// The decision: which verdict a placed kernel gets. See diagnosis.hpp.
#include "ceilings/place/diagnosis/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ceilings/place/diagnosis/thresholds.hpp"
#include "ceilings/place/diagnosis/verdicts.hpp"

namespace ridgeline::ceilings {
namespace {

bool has_work(const PlacedKernel& kernel) {
  const bool moved = std::any_of(kernel.levels.begin(), kernel.levels.end(),
                                 [](const LevelResult& level) { return level.counted.bytes > 0; });
  return moved || kernel.operations.value_or(0) > 0;
}

bool has_interval_of(const BoundTime& bound, double seconds) {
  return bound.most > bound.seconds && seconds <= bound.most;
}

// At the ceiling, or inside its 95 % interval.
bool on_roof(const PlacedKernel& kernel) {
  return *kernel.share >= kOnRoof ||
         (*kernel.share >= kOnRoof / 2 && has_interval_of(kernel.bound, *kernel.run.seconds));
}

bool same_bound(const BoundTime& left, const BoundTime& right) {
  const double longer = std::max(left.seconds, right.seconds);
  if (std::abs(left.seconds - right.seconds) <= kSameBound * longer) return true;
  return left.least <= right.most && right.least <= left.most;
}

// The level whose bound cannot be distinguished from compute's; null: none, or neither binds.
const LevelResult* ridge_partner(const PlacedKernel& kernel) {
  if (kernel.compute.seconds <= 0 || kernel.lacks_ceiling) return nullptr;
  const LevelResult* longest = nullptr;
  for (const LevelResult& level : kernel.levels) {
    const bool more = longest == nullptr || level.bound.seconds > longest->bound.seconds;
    if (level.bound.seconds > 0 && more) longest = &level;
  }
  if (longest == nullptr || !same_bound(longest->bound, kernel.compute)) return nullptr;
  return longest;
}

double longest_level(const PlacedKernel& kernel) {
  double seconds = 0;
  for (const LevelResult& level : kernel.levels) {
    seconds = std::max(seconds, level.bound.seconds);
  }
  return seconds;
}

// Near enough to a lower ceiling that it explains the time. Where a fact says that the technique
// is missing, being on that ceiling is enough; else it has to be a close match, as chance finds one
// easily where there are many ceilings.
bool explains(const LowerCeiling& secondary, double seconds) {
  const double share = secondary.seconds / seconds;
  const double tolerance = std::clamp(secondary.tolerance, kNearCeiling, kNearestInterval);
  const double below = secondary.supported ? 1 - kOnRoof : tolerance;
  return share >= 1 - below && share <= 1 + tolerance;
}

// The best explanation: one that a fact supports, else the nearest ceiling.
const LowerCeiling* explanation_of(const std::vector<LowerCeiling>& lower, double seconds) {
  const LowerCeiling* best = nullptr;
  const auto distance = [seconds](const LowerCeiling& s) {
    return std::abs(s.seconds / seconds - 1);
  };
  for (const LowerCeiling& one : lower) {
    if (!explains(one, seconds)) continue;
    const bool better = best == nullptr || (one.supported && !best->supported) ||
                        (one.supported == best->supported && distance(one) < distance(*best));
    if (better) best = &one;
  }
  return best;
}

bool is_above(const PlacedKernel& kernel) {
  return kernel.roof_share && *kernel.roof_share > std::max(kAboveRoof, kernel.roof_high);
}

// What was not collected might bind as well as what was.
bool half_known(const PlacedKernel& kernel) { return !kernel.operations || kernel.levels.empty(); }

Diagnosis on_a_ceiling(const DiagnosisInput& input) {
  const PlacedKernel& kernel = input.kernel;
  if (kernel.binding_level.empty() && kernel.compute.seconds > 0) {
    const std::optional<MissingTechnique> lack = missing_technique(kernel, input.roofline);
    const double best =
        lack ? std::max(lack->better_seconds, longest_level(kernel)) : kernel.bound.seconds;
    if (lack && best < kOnRoof * kernel.bound.seconds) {
      return diagnose_under_secondary(input, lack->own, best);
    }
  }
  if (const LevelResult* level = ridge_partner(kernel)) return diagnose_at_ridge(input, *level);
  return kernel.binding_level.empty() ? diagnose_on_compute(input) : diagnose_on_bandwidth(input);
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

Diagnosis diagnose(const PlacedKernel& kernel, const Roofline& roofline, const Archive& archive) {
  const DiagnosisInput input{kernel, roofline, archive};
  const bool nothing = !kernel.operations && kernel.levels.empty();
  if (nothing) return diagnose_not_collected(input);
  if (!has_work(kernel)) {
    return half_known(kernel) ? diagnose_not_collected(input) : diagnose_no_ceiling(input);
  }
  if (is_above(kernel)) return diagnose_above_roof(input);
  if (kernel.bound.seconds <= 0) return diagnose_no_ceiling(input);
  if (!kernel.share) return diagnose_not_timed(input);
  if (on_roof(kernel)) return on_a_ceiling(input);
  if (kernel.lacks_ceiling) return diagnose_no_ceiling(input);
  const std::vector<LowerCeiling> lower = lower_ceilings(kernel, roofline, archive);
  const LowerCeiling* found = explanation_of(lower, *kernel.run.seconds);
  if (found != nullptr && (found->supported || !half_known(kernel))) {
    return diagnose_under_secondary(input, *found, kernel.bound.seconds);
  }
  if (half_known(kernel)) return diagnose_not_collected(input);
  if (*kernel.share < kFarUnder) return diagnose_far_under(input);
  return diagnose_between(input, lower);
}

}  // namespace ridgeline::ceilings
