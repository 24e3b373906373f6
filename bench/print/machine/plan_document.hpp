// A plan as a document: what `ridgeline plan` prints.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "bench/devices/machine.hpp"
#include "bench/plan/plan.hpp"
#include "bench/print/document.hpp"

namespace ridgeline::bench {

struct PlanView {
  const Machine& machine;
  const PlanOptions& options;
  std::span<const Case> cases;     // of all stages, skipped ones included
  std::vector<std::string> notes;  // on what the plan rests
};

// Predicted time, memory and what bounds it, every case, and the skipped ones by reason. CSV
// consists of the cases.
Document plan_document(const PlanView& view);

}  // namespace ridgeline::bench
