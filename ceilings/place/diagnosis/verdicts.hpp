// One function a verdict: fills label, text, advice and the rest of a diagnosis.
#pragma once

#include <vector>

#include "ceilings/place/diagnosis/diagnosis.hpp"
#include "ceilings/place/diagnosis/lower_ceilings.hpp"

namespace ridgeline::ceilings {

struct DiagnosisInput {
  const PlacedKernel& kernel;
  const Roofline& roofline;
  const Archive& archive;
};

Diagnosis diagnose_above_roof(const DiagnosisInput& input);
Diagnosis diagnose_on_bandwidth(const DiagnosisInput& input);
Diagnosis diagnose_on_compute(const DiagnosisInput& input);
Diagnosis diagnose_at_ridge(const DiagnosisInput& input, const LevelResult& level);
// `best_seconds`: what the kernel would take without the lack.
Diagnosis diagnose_under_secondary(const DiagnosisInput& input, const LowerCeiling& secondary,
                                   double best_seconds);
Diagnosis diagnose_between(const DiagnosisInput& input, const std::vector<LowerCeiling>& lower);
Diagnosis diagnose_far_under(const DiagnosisInput& input);
Diagnosis diagnose_not_timed(const DiagnosisInput& input);
Diagnosis diagnose_no_ceiling(const DiagnosisInput& input);
Diagnosis diagnose_not_collected(const DiagnosisInput& input);

}  // namespace ridgeline::ceilings
