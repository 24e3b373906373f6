// Options that several commands take, and what they mean.
#pragma once

#include <vector>

#include "bench/cli/options.hpp"
#include "bench/plan/plan.hpp"
#include "bench/print/document.hpp"

namespace ridgeline::bench {

Option format_option();
Option device_option();
Option topology_option();
// --profile, --only, --threads, --memory.
std::vector<Option> planning_options();

Format format_of(const Arguments& given);
// Throws UsageError for values that cannot be.
PlanOptions plan_options_of(const Arguments& given);

std::vector<Option> operator+(std::vector<Option> left, const std::vector<Option>& right);

}  // namespace ridgeline::bench
