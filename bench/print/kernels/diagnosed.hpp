// Kernels of files, placed and diagnosed: what `place` prints and a report shows.
#pragma once

#include <string>
#include <vector>

#include "ceilings/archive.hpp"
#include "ceilings/place/diagnosis/diagnosis.hpp"
#include "ceilings/place/kernel_run.hpp"

namespace ridgeline::bench {

struct DiagnosedKernel {
  ceilings::PlacedKernel place;
  ceilings::Diagnosis diagnosis;
};

// The kernels of all files, recognised by content (import/any.hpp); warnings name their file where
// there are several. Throws as import_runs.
ceilings::KernelRuns read_runs(const std::vector<std::string>& files);

// Each of `runs` under the roofline. A data-sheet peak that stands in for a ceiling is said in the
// notes. The archive has to be the one of the roofline, with add_theoretical() done.
std::vector<DiagnosedKernel> diagnose_all(const std::vector<ceilings::KernelRun>& runs,
                                          const ceilings::Roofline& roofline,
                                          const ceilings::Archive& archive);

}  // namespace ridgeline::bench
