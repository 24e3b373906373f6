// One function a verdict: fills words, text, advice and the rest of a diagnosis.
#pragma once

#include "ceilings/place/diagnosis.hpp"

namespace ridgeline {

struct Scene {
  const Placement& placement;
  const Roofline& roofline;
  const Archive& archive;
};

Diagnosis say_above_roof(const Scene& scene);
Diagnosis say_on_bandwidth(const Scene& scene);
Diagnosis say_on_compute(const Scene& scene);
Diagnosis say_at_ridge(const Scene& scene, const LevelPlace& level);
// `best_seconds`: what the kernel would take without the lack.
Diagnosis say_under_secondary(const Scene& scene, const Secondary& secondary, double best_seconds);
Diagnosis say_between(const Scene& scene, const std::vector<Secondary>& lower);
Diagnosis say_far_under(const Scene& scene);
Diagnosis say_not_timed(const Scene& scene);
Diagnosis say_no_ceiling(const Scene& scene);
Diagnosis say_not_collected(const Scene& scene);

}  // namespace ridgeline
